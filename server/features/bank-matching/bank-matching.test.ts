import { describe, expect, test } from 'vitest'
import { booksOf, dayFromNow } from '#features/ledger/testing.ts'
import { payOnline, say } from '#features/posting/testing.ts'
import { refusal, statusesOf } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { PayfileRow, PaymentWithHistory } from '@tahanan/contract/billing/answers.ts'
import type { BankFormat, BankUnmatched } from '@tahanan/contract/billing/bank-answers.ts'
import { EXAMPLE_BANK_FORMATS } from '@tahanan/contract/billing/bank.ts'
import { bankCsv, bankOf, ofToday } from './testing.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin', { name: 'Liza Villanueva' })
const { importRows, send, line, fresh, pay, payNamed, read, confirm } = await bankOf(portal, admin)
const { owed } = booksOf(portal, admin)
const today = dayFromNow(0)

const report = async (from: number, to: number) =>
  (await admin.get<BankUnmatched>(`/bank-unmatched?from=${dayFromNow(from)}&to=${dayFromNow(to)}`)).body
const twoPeople = async (value: string) =>
  (await portal.as('super-admin')).post('/website-settings', { settings: [{ name: 'makerChecker', value }] })

describe('a file', () => {
  test('stores each line once: importing again adds nothing, a longer file adds its new lines', async () => {
    const { reference, amount } = fresh()
    const rows = [
      { date: today, amount, reference },
      // two equal transfers on one day are two lines
      { date: today, amount, reference },
    ]
    const first = await importRows(rows)
    expect(first).toMatchObject({ status: 201, body: { lines: 2, checked: 2 } })
    expect(await importRows(rows)).toMatchObject(refusal(409, 'bankFileKnown'))
    const more = await importRows([...rows, ...rows])
    expect(more.body).toMatchObject({ lines: 2, known: 2 })
    const counts = portal.db.selectFrom('bank_imports').select(['lines', 'known']).orderBy('id')
    expect(await counts.where('id', 'in', [first.body.id, more.body.id]).execute()).toEqual([
      { lines: 2, known: 0 },
      { lines: 2, known: 2 },
    ])
    const both = [1, 2].map(() => importRows([...rows, ...rows, ...rows]))
    expect(await statusesOf(both)).toEqual([201, 409])
  })

  test('of another bank or an unknown format is refused, and nothing is stored', async () => {
    const imports = async () => (await admin.get<{ total: number }>('/bank-imports')).body.total
    const before = await imports()
    const file = [expect.stringContaining('does not fit')]
    expect(await send('urefno,uothdep\nA-1,5')).toMatchObject({ status: 400, body: { errors: { file } } })
    expect((await send(bankCsv([{ date: today, amount: 1 }]), null)).body.errors.file).toEqual([
      'Please choose the format of this CSV file.',
    ])
    expect(await imports()).toBe(before)
    const foreign = { file: 'bankfiles/x-00000000000000000000000000000000.txt' }
    expect((await admin.post('/bank-import', foreign)).status).toBe(400)
  })

  test('requires the permission to verify, as every decision does', async () => {
    const viewer = await portal.as('admin', { roles: { payments: ['view', 'add', 'edit', 'posted'] } })
    expect((await importRows([{ date: today, amount: 1 }], viewer)).status).toBe(403)
    expect((await confirm(1, 1, viewer)).status).toBe(403)
    expect((await viewer.get('/bank-lines')).status).toBe(200)
  })
})

describe('a sure line', () => {
  test('verifies its payment as the importer, who then cannot post it if two people must', async () => {
    const { reference, amount } = fresh()
    const resident = await portal.as('client')
    const { id } = await pay(resident, amount, { bank: 'BDO', bankReference: reference.toLowerCase() })
    const importer = await portal.as('admin', { name: 'Ana Reyes' })
    const rows = [{ date: today, amount, reference: `00${reference}` }]
    expect((await importRows(rows, importer)).status).toBe(201)
    const payment = await read(id)
    expect(payment).toMatchObject({ status: 3, verifier: { name: 'Ana Reyes' } })
    const remark = expect.stringContaining('bank’s file')
    expect(payment.history[0]).toMatchObject({ who: 'Ana Reyes', fromStatus: 2, toStatus: 3, remark })
    const [shown] = (await resident.get<PaymentWithHistory>(`/payment/${id}`)).body.history
    expect(shown).toMatchObject({ who: 'PMO', toStatus: 3, remark: null })
    const notices = portal.db.selectFrom('notifications').select('title').where('tenant_id', '=', resident.id)
    expect(await notices.execute()).toEqual([{ title: 'Payment verified' }])
    await twoPeople('1')
    const posted = await importer.put(`/payment/${id}`, { status: 4 })
    expect(posted).toMatchObject(refusal(403, 'verifiedByYou'))
    expect((await admin.put(`/payment/${id}`, { status: 4 })).status).toBe(200)
    await twoPeople('0')
    expect((await owed(resident)).receivedSince).toBe(amount)
    const undone = await admin.delete(`/bank-match/${(await line(reference)).id}`)
    expect(undone).toMatchObject(refusal(409, 'bankMatchPosted'))
  })

  test('has a reference and amount that no other line or payment has', async () => {
    const [one, two, three] = [fresh(), fresh(), fresh()]
    const resident = await portal.as('client')
    const other = await portal.as('client')
    const payments = [
      await payNamed(resident, { ...one, amount: one.amount + 0.5 }),
      await payNamed(resident, two),
      await payNamed(resident, three),
      await payNamed(other, three, { bank: 'BPI' }),
    ]
    await importRows([one, two, two, three].map(ofToday))
    for (const { id } of payments) expect((await read(id)).status).toBe(2)
    expect((await line(one.reference)).status).toBe(2)
    expect(await line(three.reference)).toMatchObject({
      status: 1,
      reason: expect.stringContaining('not the only'),
    })
  })

  test('does not depend on other lines of its import, but on payments that cannot be matched', async () => {
    const resident = await portal.as('client')
    const [alone, amongOthers, doubtful] = [ofToday(fresh()), ofToday(fresh()), ofToday(fresh())]
    const payOn = (days: number, row: typeof alone, more = {}) =>
      payNamed(resident, row, { transactionDate: `${dayFromNow(days)} 00:00:00`, ...more })
    const sure: number[] = []
    for (const row of [alone, amongOthers]) {
      await payOn(-150, row, { bank: 'BPI' })
      sure.push((await payOn(-1, row)).id)
    }
    // a payment that cannot be matched without a review still makes the reference ambiguous
    const { paymentId } = await payOnline(portal, resident, { amountPaid: doubtful.amount })
    await say(portal, paymentId, 'P', { reference: doubtful.reference })
    const { id: unsure } = await payOn(0, doubtful)
    await importRows([alone])
    await importRows([amongOthers, doubtful, { ...fresh(), date: dayFromNow(-100) }])
    for (const id of sure) expect((await read(id)).status).toBe(3)
    expect((await read(unsure)).status).toBe(2)
  })

  test('of a post-dated cheque is matched, reported and exported by the date on the cheque', async () => {
    const cashier = await portal.as('admin', { roles: { payments: ['view', 'counter'] } })
    const { id: tenantId } = await portal.as('client')
    const handIn = async ({ amount, reference }: ReturnType<typeof fresh>, chequeDate: string) => {
      const cheque = { type: 5, amountPaid: amount, bank: 'BPI', bankReference: reference, chequeDate }
      const { body } = await cashier.post<{ id: number }>('/counter-payment', { ...cheque, tenantId })
      // handed in long before its date
      const handedIn = { transaction_date: new Date(Date.now() - 150 * 86_400_000) }
      await portal.db.updateTable('payments').set(handedIn).where('id', '=', body.id).execute()
      return body.id
    }
    const [due, waiting] = [fresh(), fresh()]
    const cleared = await handIn(due, today)
    const early = await handIn(waiting, dayFromNow(30))
    const missing = await handIn(fresh(), today)
    await importRows([due, waiting].map(ofToday))
    expect((await line(due.reference)).payment).toMatchObject({ id: cleared, status: 3, date: today })
    expect([(await line(waiting.reference)).payment, (await read(early)).status]).toEqual([null, 2])
    expect((await admin.put(`/payment/${missing}`, { status: 4 })).status).toBe(200)
    expect((await report(0, 0)).payments).toContainEqual(
      expect.objectContaining({ id: missing, date: today }),
    )
    const exported = await admin.get<{ data: PayfileRow[] }>(`/paymentIds?selectedIds=${missing}`)
    const { body: batch } = await admin.post<{ data: PayfileRow[] }>('/payfile-batch', {
      confirmCopied: true,
    })
    for (const rows of [exported.body.data, batch.data])
      expect(rows.find(({ id }) => id === missing)?.trndate).toBe(today.split('-').toReversed().join('/'))
  })

  test('of an online payment is matched only after its gateway reported success', async () => {
    const resident = await portal.as('client')
    const [said, silent] = [fresh(), fresh()]
    const paid = await payOnline(portal, resident, { amountPaid: said.amount })
    const unsure = await payOnline(portal, resident, { amountPaid: silent.amount })
    await say(portal, paid.paymentId, 'S', { reference: said.reference })
    await say(portal, unsure.paymentId, 'P', { reference: silent.reference })
    await importRows([said, silent].map(ofToday))
    expect((await read(paid.paymentId)).status).toBe(3)
    expect((await read(unsure.paymentId)).status).not.toBe(3)
    const refused = await confirm((await line(silent.reference)).id, unsure.paymentId)
    expect(refused).toMatchObject(refusal(409, 'bankNeedsReview'))
  })
})

test('under simultaneous calls each line has one active payment, verified once', async () => {
  const resident = await portal.as('client')
  const rows = Array.from({ length: 12 }, () => ofToday(fresh()))
  const payments: number[] = []
  for (const row of rows) payments.push((await payNamed(resident, row)).id)
  const statuses = await statusesOf([
    importRows(rows),
    importRows(rows),
    admin.post('/bank-matching'),
    ...payments.map((id, nth) => admin.put(`/payment/${id}`, { status: nth % 3 === 0 ? 5 : 4 })),
    admin.post('/bank-matching'),
  ])
  expect(statuses.filter((status) => status >= 500)).toEqual([])
  for (const [nth, id] of payments.entries()) {
    const { status, history } = await read(id)
    expect(status).toBe(nth % 3 === 0 ? 5 : 4)
    expect(history.filter(({ toStatus }) => toStatus === 3).length).toBeLessThanOrEqual(1)
    const { payment } = await line(rows[nth]?.reference ?? '')
    expect([undefined, id]).toContain(payment?.id)
    if (status === 5) expect(payment).toBe(null)
  }
})

describe('a likely line', () => {
  test('names the tenant in its description, and is confirmed by a person', async () => {
    const { reference, amount } = fresh()
    const [mine, other] = [await portal.as('client'), await portal.as('client')]
    await pay(other, amount)
    const { id } = await pay(mine, amount)
    await importRows([{ date: today, amount, reference, description: `Trf ${mine.account.clientCode} dues` }])
    const likely = await line(reference)
    expect(likely).toMatchObject({
      status: 1,
      payment: { id },
      reason: expect.stringContaining('in the description'),
    })
    expect((await read(id)).status).toBe(2)
    expect((await confirm(likely.id, id)).status).toBe(200)
    expect((await read(id)).status).toBe(3)
    expect(await line(reference)).toMatchObject({ status: 3, by: 'Liza Villanueva', reason: likely.reason })
  })

  test('is suggested only if one payment of its amount is within five days', async () => {
    const [one, two, late] = [fresh(), fresh(), fresh()]
    const resident = await portal.as('client')
    const { id } = await pay(resident, one.amount)
    await pay(resident, two.amount)
    await pay(resident, two.amount)
    await pay(resident, late.amount)
    await importRows([{ ...one, date: dayFromNow(-4) }, ofToday(two), { ...late, date: dayFromNow(-6) }])
    expect(await line(one.reference)).toMatchObject({ status: 1, payment: { id } })
    expect([(await line(two.reference)).status, (await line(late.reference)).status]).toEqual([2, 2])
  })
})

test('the report lists lines without a payment and posted payments without a line in its days', async () => {
  const [alone, matched, posted] = [fresh(), fresh(), fresh()]
  const resident = await portal.as('client')
  const { id } = await pay(resident, posted.amount)
  const { id: paired } = await payNamed(resident, matched)
  const { id: played } = await pay(resident, posted.amount)
  await portal.db.updateTable('payments').set({ sandbox: true }).where('id', '=', played).execute()
  await importRows([alone, matched].map((row) => ({ ...row, date: dayFromNow(-1) })))
  for (const one of [id, paired, played]) await admin.put(`/payment/${one}`, { status: 4 })
  const { lines, payments } = await report(-1, 0)
  const references = [alone, matched].map(({ reference }) => reference)
  expect(lines.map((one) => one.reference).filter((one) => references.includes(one))).toEqual([
    alone.reference,
  ])
  expect(payments.map((one) => one.id).filter((one) => [id, paired, played].includes(one))).toEqual([id])
  expect((await report(-400, -399)).lines).toEqual([])
  expect((await report(1, 30)).lines).toEqual([])
})

test('changing a format needs its last seen version and a column of amounts', async () => {
  const format = { ...EXAMPLE_BANK_FORMATS[1], name: 'Security Bank' }
  const { status, body } = await admin.post<BankFormat>('/bank-format', format)
  expect(status).toBe(201)
  const path = `/bank-format/${body.id}`
  const { updated_at } = body
  const others = async () => {
    const { data } = (await admin.get<{ data: BankFormat[] }>('/bank-formats')).body
    return data.filter(({ id }) => id !== body.id)
  }
  const before = await others()
  expect(before).not.toEqual([])
  const saves = ['A', 'B'].map((name) => admin.put(path, { name: `Security ${name}`, updated_at }))
  expect(await statusesOf(saves)).toEqual([200, 409])
  expect((await admin.put(path, { creditColumn: '' })).status).toBe(400)
  await admin.put(path, { amountColumn: 'Amount' })
  // each request keeps the other's column; applied together they would leave no column of amounts
  const emptied = ['amountColumn', 'creditColumn'].map((column) => admin.put(path, { [column]: '' }))
  expect(await statusesOf(emptied)).toEqual([200, 400])
  expect([(await admin.delete(path)).status, (await admin.delete(path)).status]).toEqual([200, 404])
  expect(await others()).toEqual(before)
})
