import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createLedgerCalls, getDayFromNow } from '#features/ledger/testing.ts'
import { payOnline, reportOutcome, updatePaymentRow } from '#features/posting/testing.ts'
import { createBookingBody, createTestTicket } from '#features/tickets/testing.ts'
import { createTestAmenity } from '#testing/accounts.ts'
import { toRefusal, awaitStatuses } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import { uploadFile } from '#testing/uploads.ts'
import type { PayfileRow, PaymentWithHistory } from '@tahanan/contract/billing/answers.ts'
import type {
  BankFormat,
  BankImport,
  BankLine,
  UnmatchedBankItems,
} from '@tahanan/contract/billing/bank-answers.ts'
import { EXAMPLE_BANK_FORMATS } from '@tahanan/contract/billing/bank.ts'
import { toBankCsv, createBankCalls, setTodaysDate, TEST_BANK } from './testing.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin', { name: 'Liza Villanueva' })
const { formatId, importRows, send, findLine, createTransfer, pay, payWithReference, loadPayment, confirm } =
  await createBankCalls(portal, admin)
const { loadBalances } = createLedgerCalls(portal, admin)
const today = getDayFromNow(0)
const countImports = async () => (await admin.get<{ total: number }>('/bank-imports')).body.total

const loadReport = async (from: number, to: number) =>
  (await admin.get<UnmatchedBankItems>(`/bank-unmatched?from=${getDayFromNow(from)}&to=${getDayFromNow(to)}`))
    .body
const setMakerChecker = async (value: string) =>
  (await portal.as('super-admin')).post('/website-settings', { settings: [{ name: 'makerChecker', value }] })

describe('a file', () => {
  test('stores each line once: importing again adds nothing, a longer file adds its new lines', async () => {
    const { reference, amount } = createTransfer()
    const rows = [
      { date: today, amount, reference },
      { date: today, amount, reference },
    ]
    const firstImport = await importRows(rows)
    expect(firstImport).toMatchObject({ status: 201, body: { lines: 2, checked: 2 } })
    expect(await importRows(rows)).toMatchObject(toRefusal(409, 'bankFileKnown'))
    const secondImport = await importRows([...rows, ...rows])
    expect(secondImport.body).toMatchObject({ lines: 2, known: 2 })
    const importCountsQuery = portal.db.selectFrom('bank_imports').select(['lines', 'known']).orderBy('id')
    expect(
      await importCountsQuery.where('id', 'in', [firstImport.body.id, secondImport.body.id]).execute(),
    ).toEqual([
      { lines: 2, known: 0 },
      { lines: 2, known: 2 },
    ])
    const importRequests = [1, 2].map(() => importRows([...rows, ...rows, ...rows]))
    expect(await awaitStatuses(importRequests)).toEqual([201, 409])
  })

  test('reports each line that could not be read', async () => {
    const rows = Array.from({ length: 251 }, () => ({ date: today, ...createTransfer() }))
    const unreadableRows = rows.slice(1).map((row) => ({ ...row, date: 'soon' }))
    const { body } = await importRows([...unreadableRows, ...rows])
    expect(body).toMatchObject({ lines: 251 })
    expect(body.refused.map(({ line }) => line)).toEqual(unreadableRows.map((_, index) => index + 2))
    const { body: files } = await admin.get<{ data: BankImport[] }>('/bank-imports?limit=1')
    expect(files.data[0]?.refused).toHaveLength(250)
  })

  test('with several accounts stores each line under its own, which another file does not add again', async () => {
    const [firstTransfer, secondTransfer] = [createTransfer(), createTransfer()]
    const createOfxStatement = (account: string, { amount, reference }: typeof firstTransfer) =>
      `<STMTTRNRS><STMTRS><CURDEF>PHP<BANKACCTFROM><BANKID>BNK<ACCTID>${account}</BANKACCTFROM><BANKTRANLIST>
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>${today.replaceAll('-', '')}<TRNAMT>${amount}.00<FITID>${reference}</STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS>`
    const importAnswer = await send(
      `<OFX>${createOfxStatement('ACC-A', firstTransfer)}${createOfxStatement('ACC-B', secondTransfer)}</OFX>`,
      null,
    )
    expect(importAnswer).toMatchObject({ status: 201, body: { lines: 2, account: 'BNK ACC-A, BNK ACC-B' } })
    expect([
      (await findLine(firstTransfer.reference)).account,
      (await findLine(secondTransfer.reference)).account,
    ]).toEqual(['BNK ACC-A', 'BNK ACC-B'])
    expect(await send(`<OFX>${createOfxStatement('ACC-B', secondTransfer)}</OFX>`, null)).toMatchObject(
      toRefusal(409, 'bankFileKnown'),
    )
    const { body } = await admin.get<{ data: BankLine[] }>('/bank-lines?searchTerm=BNK ACC-B')
    expect(body.data.map(({ reference }) => reference)).toEqual([secondTransfer.reference])
  })

  test('whose direction the format does not name is asked about, and nothing is stored', async () => {
    const format = {
      ...TEST_BANK,
      name: 'GCash',
      dateColumn: 'Date',
      amountColumn: 'Amount',
      creditColumn: '',
      debitColumn: '',
      referenceColumn: '',
    }
    const { id, updated_at } = (await admin.post<BankFormat>('/bank-format', format)).body
    const { amount } = createTransfer()
    const file = `Date,Description,Amount,Type,Status\n${[
      `${today},A,${amount},Cash in,Completed`,
      `${today},B,${amount + 0.25},Payment,Completed`,
      `${today},C,${amount + 0.5},Cash in,Failed`,
    ].join('\n')}`
    const importCount = await countImports()
    expect((await send(file, id)).body.errors.file).toEqual([
      expect.stringContaining('Type (Cash in, Payment)'),
    ])
    expect(await countImports()).toBe(importCount)
    const updateFormat = (change: object) =>
      admin.put<BankFormat>(`/bank-format/${id}`, { ...change, updated_at })
    expect(await updateFormat({ directionColumn: 'Type' })).toMatchObject({
      body: { errors: { moneyInWords: ['Please input the words for money in!'] } },
    })
    const directionFields = { moneyInWords: 'cash in', statusColumn: 'Status', doneWords: 'completed' }
    expect(await updateFormat({ directionColumn: 'Type', ...directionFields })).toMatchObject({
      status: 200,
      body: directionFields,
    })
    expect((await send(file, id)).body).toMatchObject({ lines: 1, debits: 1, leftOut: 1, refused: [] })
  })

  test('of another bank or an unknown format is refused, and nothing is stored', async () => {
    const importCount = await countImports()
    const file = [expect.stringContaining('does not fit')]
    expect(await send('urefno,uothdep\nA-1,5')).toMatchObject({ status: 400, body: { errors: { file } } })
    expect((await send(toBankCsv([{ date: today, amount: 1 }]), null)).body.errors.file).toEqual([
      'Please choose the format of this CSV file.',
    ])
    expect(await countImports()).toBe(importCount)
    const otherAdmin = await portal.as('admin')
    const csvContent = Buffer.from(toBankCsv([setTodaysDate(createTransfer())]))
    const fileOfOtherAdmin = await uploadFile(portal, otherAdmin, 'bankfiles', csvContent, 'bank.csv')
    for (const key of ['bankfiles/x-00000000000000000000000000000000.txt', fileOfOtherAdmin])
      expect(await admin.post('/bank-import', { file: key, fileName: 'bank.csv', formatId })).toMatchObject({
        status: 400,
        body: { errors: { file: ['This file was not uploaded here.'] } },
      })
    expect(await countImports()).toBe(importCount)
  })
})

describe('a sure line', () => {
  test('verifies its payment as the importer, who then cannot post it if two people must', async () => {
    const { reference, amount } = createTransfer()
    const resident = await portal.as('client')
    const { id } = await pay(resident, amount, { bank: 'BDO', bankReference: reference.toLowerCase() })
    const importer = await portal.as('admin', { name: 'Ana Reyes' })
    const rows = [{ date: today, amount, reference: `00${reference}` }]
    expect((await importRows(rows, importer)).status).toBe(201)
    const payment = await loadPayment(id)
    expect(payment).toMatchObject({ status: 3, verifier: { name: 'Ana Reyes' } })
    const remark = expect.stringContaining('bank’s file')
    expect(payment.history[0]).toMatchObject({ who: 'Ana Reyes', fromStatus: 2, toStatus: 3, remark })
    const [shownEvent] = (await resident.get<PaymentWithHistory>(`/payment/${id}`)).body.history
    expect(shownEvent).toMatchObject({ who: 'PMO', toStatus: 3, remark: null })
    const notificationsQuery = portal.db
      .selectFrom('notifications')
      .select('title')
      .where('tenant_id', '=', resident.id)
    expect(await notificationsQuery.execute()).toEqual([{ title: 'Payment verified' }])
    await setMakerChecker('1')
    const postAnswer = await importer.put(`/payment/${id}`, { status: 4 })
    expect(postAnswer).toMatchObject(toRefusal(403, 'verifiedByYou'))
    expect((await admin.put(`/payment/${id}`, { status: 4 })).status).toBe(200)
    await setMakerChecker('0')
    expect((await loadBalances(resident)).receivedSince).toBe(amount)
    const undoResponse = await admin.delete(`/bank-match/${(await findLine(reference)).id}`)
    expect(undoResponse).toMatchObject(toRefusal(409, 'bankMatchPosted'))
  })

  test('has a reference and amount that no other line or payment has', async () => {
    const [firstTransfer, secondTransfer, thirdTransfer] = [
      createTransfer(),
      createTransfer(),
      createTransfer(),
    ]
    const resident = await portal.as('client')
    const otherResident = await portal.as('client')
    const payments = [
      await payWithReference(resident, { ...firstTransfer, amount: firstTransfer.amount + 0.5 }),
      await payWithReference(resident, secondTransfer),
      await payWithReference(resident, thirdTransfer),
      await payWithReference(otherResident, thirdTransfer, { bank: 'BPI' }),
    ]
    await importRows([firstTransfer, secondTransfer, secondTransfer, thirdTransfer].map(setTodaysDate))
    for (const { id } of payments) expect((await loadPayment(id)).status).toBe(2)
    expect((await findLine(firstTransfer.reference)).status).toBe(2)
    expect(await findLine(thirdTransfer.reference)).toMatchObject({
      status: 1,
      reason: expect.stringContaining('not the only'),
    })
  })

  test('does not depend on other lines of its import, but on payments that cannot be matched', async () => {
    const resident = await portal.as('client')
    const [singleTransfer, batchTransfer, doubtfulTransfer] = [
      setTodaysDate(createTransfer()),
      setTodaysDate(createTransfer()),
      setTodaysDate(createTransfer()),
    ]
    const payOnDay = (days: number, row: typeof singleTransfer, overrides = {}) =>
      payWithReference(resident, row, { transactionDate: `${getDayFromNow(days)} 00:00:00`, ...overrides })
    const surePaymentIds: number[] = []
    for (const row of [singleTransfer, batchTransfer]) {
      await payOnDay(-150, row, { bank: 'BPI' })
      surePaymentIds.push((await payOnDay(-1, row)).id)
    }
    // This payment needs a review, so it cannot be matched with a bank line. But another payment has the same
    // reference, so that one cannot be matched automatically either.
    const { paymentId } = await payOnline(portal, resident, { amountPaid: doubtfulTransfer.amount })
    await reportOutcome(portal, paymentId, 'P', { reference: doubtfulTransfer.reference })
    const { id: unmatchedId } = await payOnDay(0, doubtfulTransfer)
    await importRows([singleTransfer])
    await importRows([batchTransfer, doubtfulTransfer, { ...createTransfer(), date: getDayFromNow(-100) }])
    for (const id of surePaymentIds) expect((await loadPayment(id)).status).toBe(3)
    expect((await loadPayment(unmatchedId)).status).toBe(2)
  })

  test('of a post-dated cheque is matched, reported and exported by the date on the cheque', async () => {
    const cashier = await portal.as('admin', { roles: { payments: ['view', 'counter'] } })
    const { id: tenantId } = await portal.as('client')
    const payByCheque = async (
      { amount, reference }: ReturnType<typeof createTransfer>,
      chequeDate: string,
    ) => {
      const cheque = { type: 5, amountPaid: amount, bank: 'BPI', bankReference: reference, chequeDate }
      const { body } = await cashier.post<{ id: number }>('/counter-payment', { ...cheque, tenantId })
      const transactionUpdate = { transaction_date: new Date(Date.now() - 150 * 86_400_000) }
      await portal.db.updateTable('payments').set(transactionUpdate).where('id', '=', body.id).execute()
      return body.id
    }
    const [dueTransfer, futureTransfer] = [createTransfer(), createTransfer()]
    const clearedId = await payByCheque(dueTransfer, today)
    const futureChequeId = await payByCheque(futureTransfer, getDayFromNow(30))
    const unmatchedId = await payByCheque(createTransfer(), today)
    await importRows([dueTransfer, futureTransfer].map(setTodaysDate))
    expect((await findLine(dueTransfer.reference)).payment).toMatchObject({
      id: clearedId,
      status: 3,
      date: today,
    })
    expect([
      (await findLine(futureTransfer.reference)).payment,
      (await loadPayment(futureChequeId)).status,
    ]).toEqual([null, 2])
    expect((await admin.put(`/payment/${unmatchedId}`, { status: 4 })).status).toBe(200)
    expect((await loadReport(0, 0)).payments).toContainEqual(
      expect.objectContaining({ id: unmatchedId, date: today }),
    )
    const exportAnswer = await admin.get<{ data: PayfileRow[] }>(`/paymentIds?selectedIds=${unmatchedId}`)
    const { body: batch } = await admin.post<{ data: PayfileRow[] }>('/payfile-batch', {
      confirmCopied: true,
    })
    for (const rows of [exportAnswer.body.data, batch.data])
      expect(rows.find(({ id }) => id === unmatchedId)?.trndate).toBe(today.split('-').toReversed().join('/'))
  })

  test('of an online payment is matched only after its gateway reported success', async () => {
    const resident = await portal.as('client')
    const [successfulTransfer, silent, differingTransfer] = [
      createTransfer(),
      createTransfer(),
      createTransfer(),
    ]
    const paidPayment = await payOnline(portal, resident, { amountPaid: successfulTransfer.amount })
    const pendingPayment = await payOnline(portal, resident, { amountPaid: silent.amount })
    await reportOutcome(portal, paidPayment.paymentId, 'S', { reference: successfulTransfer.reference })
    await reportOutcome(portal, pendingPayment.paymentId, 'P', { reference: silent.reference })
    // The gateway reports another amount for this payment, so the office must review it on the Payments page.
    // A bank line must not verify it.
    const differingPayment = await payOnline(portal, resident, { amountPaid: differingTransfer.amount })
    await reportOutcome(portal, differingPayment.paymentId, 'S', {
      reference: differingTransfer.reference,
      amount: 1,
    })
    await importRows([successfulTransfer, silent, differingTransfer].map(setTodaysDate))
    expect((await loadPayment(differingPayment.paymentId)).status).toBe(2)
    expect((await loadPayment(paidPayment.paymentId)).status).toBe(3)
    expect((await loadPayment(pendingPayment.paymentId)).status).not.toBe(3)
    const confirmAnswer = await confirm((await findLine(silent.reference)).id, pendingPayment.paymentId)
    expect(confirmAnswer).toMatchObject(toRefusal(409, 'bankNeedsReview'))
  })
})

describe('a likely line', () => {
  test('names the tenant in its description, and is confirmed by a person', async () => {
    const { reference, amount } = createTransfer()
    const [namedResident, otherResident] = [await portal.as('client'), await portal.as('client')]
    await pay(otherResident, amount)
    const { id } = await pay(namedResident, amount)
    await importRows([
      { date: today, amount, reference, description: `Trf ${namedResident.account.clientCode} dues` },
    ])
    const likelyLine = await findLine(reference)
    expect(likelyLine).toMatchObject({
      status: 1,
      payment: { id },
      reason: expect.stringContaining('in the description'),
    })
    expect((await loadPayment(id)).status).toBe(2)
    expect((await confirm(likelyLine.id, id)).status).toBe(200)
    expect((await loadPayment(id)).status).toBe(3)
    expect(await findLine(reference)).toMatchObject({
      status: 3,
      by: 'Liza Villanueva',
      reason: likelyLine.reason,
    })
  })

  test.each([
    ['Peña, José', 'INSTAPAY FR JOSE PENA'],
    ['D’Arcy, Søren', "Soren D'Arcy rent"],
    ['Nun\u0303ez Ma\u0301ximo', 'TRF MÁXIMO NUÑEZ'],
  ])('names %s as banks write names: %s', async (uoccname, description) => {
    const { reference, amount } = createTransfer()
    const [namedResident, otherResident] = [
      await portal.as('client', { uoccname }),
      await portal.as('client'),
    ]
    await pay(otherResident, amount)
    const { id } = await pay(namedResident, amount)
    await importRows([{ date: today, amount, reference, description }])
    expect(await findLine(reference)).toMatchObject({ status: 1, payment: { id } })
  })

  test('is not named by one of two words of a name', async () => {
    const row = setTodaysDate({ ...createTransfer(), description: 'TRF REYES' })
    const [namedResident, otherResident] = [
      await portal.as('client', { uoccname: 'Ana Reyes' }),
      await portal.as('client'),
    ]
    await pay(otherResident, row.amount)
    await pay(namedResident, row.amount)
    await importRows([row])
    expect((await findLine(row.reference)).status).toBe(2)
  })

  test('is suggested only if one payment of its amount is within five days', async () => {
    const [firstTransfer, secondTransfer, lateTransfer] = [
      createTransfer(),
      createTransfer(),
      createTransfer(),
    ]
    const resident = await portal.as('client')
    const { id } = await pay(resident, firstTransfer.amount)
    await pay(resident, secondTransfer.amount)
    await pay(resident, secondTransfer.amount)
    await pay(resident, lateTransfer.amount)
    await importRows([
      { ...firstTransfer, date: getDayFromNow(-4) },
      setTodaysDate(secondTransfer),
      { ...lateTransfer, date: getDayFromNow(-6) },
    ])
    expect(await findLine(firstTransfer.reference)).toMatchObject({ status: 1, payment: { id } })
    expect([
      (await findLine(secondTransfer.reference)).status,
      (await findLine(lateTransfer.reference)).status,
    ]).toEqual([2, 2])
    const oldTransfer = { ...createTransfer(), amount: firstTransfer.amount, date: getDayFromNow(-60) }
    await importRows([oldTransfer])
    expect((await confirm((await findLine(oldTransfer.reference)).id, id)).status).toBe(200)
    expect(await findLine(firstTransfer.reference)).toMatchObject({ status: 2, payment: null, reason: '' })
  })
})

test('the report lists lines without a payment and posted payments without a line in its days', async () => {
  const [unmatchedTransfer, matchedTransfer, postedTransfer] = [
    createTransfer(),
    createTransfer(),
    createTransfer(),
  ]
  const resident = await portal.as('client')
  const { id } = await pay(resident, postedTransfer.amount)
  const { id: matchedPaymentId } = await payWithReference(resident, matchedTransfer)
  const { id: sandboxPaymentId } = await pay(resident, postedTransfer.amount)
  await updatePaymentRow(portal, sandboxPaymentId, { sandbox: true })
  const { id: amenityId } = await createTestAmenity(portal.db)
  const { id: reservationPaymentId } = await pay(resident, postedTransfer.amount)
  const { id: reservation_id } = await createTestTicket(resident, 'reservation', { amenityId })
  await updatePaymentRow(portal, reservationPaymentId, { reservation_id })
  const unpaidBooking = { ...createBookingBody(amenityId, 9, '10:00', '11:00'), tenantId: resident.id }
  const { id: unpaidPaymentId } = (await admin.post<{ id: number }>('/payment', unpaidBooking)).body
  await importRows([unmatchedTransfer, matchedTransfer].map((row) => ({ ...row, date: getDayFromNow(-1) })))
  for (const paymentId of [id, matchedPaymentId, sandboxPaymentId, reservationPaymentId, unpaidPaymentId])
    await admin.put(`/payment/${paymentId}`, { status: 4 })
  const { lines, payments } = await loadReport(-1, 0)
  const references = [unmatchedTransfer, matchedTransfer].map(({ reference }) => reference)
  expect(lines.map((item) => item.reference).filter((item) => references.includes(item))).toEqual([
    unmatchedTransfer.reference,
  ])
  const createdIds = [id, matchedPaymentId, sandboxPaymentId, reservationPaymentId, unpaidPaymentId]
  const reportedIds = payments.map((item) => item.id).filter((item) => createdIds.includes(item))
  expect(reportedIds.toSorted()).toEqual([id, reservationPaymentId].toSorted())
  for (const [from, to] of [
    [-400, -399],
    [1, 30],
  ] as const)
    expect(await loadReport(from, to)).toEqual({ lines: [], payments: [] })
})

test('the report of too many lines is refused, because its sums would be wrong', async () => {
  const { id } = await portal.db
    .insertInto('bank_imports')
    .values({ name: 'many.csv', account: '', lines: 10_001, known: 0, debits: 0, refused: '[]' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const date = getDayFromNow(-300)
  await sql`insert into bank_lines (import_id, line, date, amount, reference, description, raw, hash)
    select ${id}, n, ${date}::date, 1, '', '', '', int4send(n) from generate_series(1, 10001) n`.execute(
    portal.db,
  )
  expect(await loadReport(-300, -300)).toMatchObject({ errors: { to: ['Please choose a shorter period.'] } })
  await sql`delete from bank_lines where import_id = ${id} and line = 1`.execute(portal.db)
  expect((await loadReport(-300, -300)).lines).toHaveLength(10_000)
})

test('changing a format needs its last seen version and a column of amounts', async () => {
  const format = { ...EXAMPLE_BANK_FORMATS[1], name: 'Security Bank' }
  const { status, body } = await admin.post<BankFormat>('/bank-format', format)
  expect(status).toBe(201)
  const path = `/bank-format/${body.id}`
  const { updated_at } = body
  const listOtherFormats = async () => {
    const { data } = (await admin.get<{ data: BankFormat[] }>('/bank-formats')).body
    return data.filter(({ id }) => id !== body.id)
  }
  const otherFormats = await listOtherFormats()
  expect(otherFormats).not.toEqual([])
  for (const [name, expected] of [
    ['Security A', 200],
    ['Security B', 409],
  ] as const)
    expect((await admin.put(path, { name, updated_at })).status).toBe(expected)
  expect((await admin.put(path, { creditColumn: '' })).status).toBe(400)
  await admin.put(path, { amountColumn: 'Amount' })
  expect((await admin.put(path, { amountColumn: '' })).status).toBe(200)
  expect((await admin.put(path, { creditColumn: '' })).status).toBe(400)
  expect([(await admin.delete(path)).status, (await admin.delete(path)).status]).toEqual([200, 404])
  expect(await listOtherFormats()).toEqual(otherFormats)
})
