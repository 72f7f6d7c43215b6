import type { BankImport, BankUnmatched } from '@tahanan/contract/billing/bank-answers.ts'
import type { PayfileRow, PaymentWithHistory } from '@tahanan/contract/billing/answers.ts'
import { EXAMPLE_BANK_FORMATS } from '@tahanan/contract/billing/bank.ts'
import { describe, expect, test } from 'vitest'
import { openTestPortal } from '../../../testing/portal.ts'
import { booksOf, dayFromNow } from '../ledger/testing.ts'
import { payOnline, say } from '../payments/testing.ts'
import { bankCsv, bankOf } from './testing.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin', { name: 'Liza Villanueva' })
const { importRows, send, line, fresh, pay, read, confirm } = await bankOf(portal, admin)
const { owed } = booksOf(portal, admin)
const today = dayFromNow(0)

const report = async (from: number, to: number) =>
  (await admin.get<BankUnmatched>(`/bank-unmatched?from=${dayFromNow(from)}&to=${dayFromNow(to)}`)).body
const twoPeople = async (value: string) =>
  (await portal.as('super-admin')).post('/website-settings', { settings: [{ name: 'makerChecker', value }] })

describe('a file', () => {
  test('keeps each line once: again it adds nothing, longer it adds what is new', async () => {
    const { reference, amount } = fresh()
    const rows = [
      { date: today, amount, reference },
      // two equal transfers of a day are two lines
      { date: today, amount, reference },
    ]
    const first = await importRows(rows)
    expect([first.status, first.body.lines, first.body.checked]).toEqual([201, 2, 2])
    const again = await importRows(rows)
    expect([again.status, again.body.code]).toEqual([409, 'bankFileKnown'])
    const more = await importRows([...rows, ...rows])
    expect([more.body.lines, more.body.known]).toEqual([2, 2])
    const counts = portal.db.selectFrom('bank_imports').select(['lines', 'known']).orderBy('id')
    expect(await counts.where('id', 'in', [first.body.id, more.body.id]).execute()).toEqual([
      { lines: 2, known: 0 },
      { lines: 2, known: 2 },
    ])
    const both = await Promise.all([1, 2].map(() => importRows([...rows, ...rows, ...rows])))
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })

  test('of another bank, or of no format, is refused before anything is kept', async () => {
    const before = (await admin.get<{ total: number }>('/bank-imports')).body.total
    const other = await send('urefno,uothdep\nA-1,5')
    expect([other.status, other.body.errors.file?.[0]]).toEqual([
      400,
      expect.stringContaining('does not fit'),
    ])
    expect((await send(bankCsv([{ date: today, amount: 1 }]), null)).body.errors.file).toEqual([
      'Please choose the format of this CSV file.',
    ])
    expect((await admin.get<{ total: number }>('/bank-imports')).body.total).toBe(before)
    const foreign = await portal.as('admin')
    const { file } = { file: 'bankfiles/x-00000000000000000000000000000000.txt' }
    expect((await foreign.post('/bank-import', { file })).status).toBe(400)
  })

  test('needs the permission to verify, and so does every decision', async () => {
    const viewer = await portal.as('admin', { roles: { payments: ['view', 'add', 'edit', 'posted'] } })
    expect((await importRows([{ date: today, amount: 1 }], viewer)).status).toBe(403)
    expect((await confirm(1, 1, viewer)).status).toBe(403)
    expect((await viewer.get('/bank-lines')).status).toBe(200)
  })
})

describe('a sure line', () => {
  test('verifies its payment by the importer, who then cannot post it where two people must', async () => {
    const { reference, amount } = fresh()
    const resident = await portal.as('client')
    const { id } = await pay(resident, amount, { bank: 'BDO', bankReference: reference.toLowerCase() })
    const importer = await portal.as('admin', { name: 'Ana Reyes' })
    expect((await importRows([{ date: today, amount, reference: `00${reference}` }], importer)).status).toBe(
      201,
    )
    const payment = await read(id)
    expect([payment.status, payment.verifier?.name]).toEqual([3, 'Ana Reyes'])
    expect(payment.history[0]).toMatchObject({ who: 'Ana Reyes', fromStatus: 2, toStatus: 3 })
    expect(payment.history[0]?.remark).toContain('bank’s file')
    const shown = (await resident.get<PaymentWithHistory>(`/payment/${id}`)).body.history[0]
    expect(shown).toMatchObject({ who: 'PMO', toStatus: 3, remark: null })
    const notices = portal.db.selectFrom('notifications').select('title').where('tenant_id', '=', resident.id)
    expect(await notices.execute()).toEqual([{ title: 'Payment verified' }])
    await twoPeople('1')
    const posted = await importer.put<{ code: string }>(`/payment/${id}`, { status: 4 })
    expect([posted.status, posted.body.code]).toEqual([403, 'verifiedByYou'])
    expect((await admin.put(`/payment/${id}`, { status: 4 })).status).toBe(200)
    await twoPeople('0')
    expect((await owed(resident)).receivedSince).toBe(amount)
    const { id: lineId } = await line(reference)
    const undone = await admin.delete<{ code: string }>(`/bank-match/${lineId}`)
    expect([undone.status, undone.body.code]).toEqual([409, 'bankMatchPosted'])
  })

  test('has a reference and amount that no other line and payment has', async () => {
    const [one, two, three] = [fresh(), fresh(), fresh()]
    const resident = await portal.as('client')
    const other = await portal.as('client')
    const wrongAmount = await pay(resident, one.amount + 0.5, { bank: 'BDO', bankReference: one.reference })
    const twoLines = await pay(resident, two.amount, { bank: 'BDO', bankReference: two.reference })
    const twoPayments = [
      await pay(resident, three.amount, { bank: 'BDO', bankReference: three.reference }),
      await pay(other, three.amount, { bank: 'BPI', bankReference: three.reference }),
    ]
    await importRows([one, two, two, three].map((row) => ({ ...row, date: today })))
    for (const { id } of [wrongAmount, twoLines, ...twoPayments]) expect((await read(id)).status).toBe(2)
    expect((await line(one.reference)).status).toBe(2)
    expect(await line(three.reference)).toMatchObject({
      status: 1,
      reason: expect.stringContaining('not the only'),
    })
  })

  test('is so whichever lines come with it, and is not with another payment of the two that cannot be matched', async () => {
    const resident = await portal.as('client')
    const rows = [fresh(), fresh(), fresh()].map((row) => ({ ...row, date: today }))
    const [alone, amongOthers, doubtful] = rows as [(typeof rows)[0], (typeof rows)[0], (typeof rows)[0]]
    const payOn = (days: number, row: (typeof rows)[0], more = {}) =>
      pay(resident, row.amount, {
        bank: 'BDO',
        bankReference: row.reference,
        transactionDate: `${dayFromNow(days)} 00:00:00`,
        ...more,
      })
    const sure: number[] = []
    for (const row of [alone, amongOthers]) {
      await payOn(-150, row, { bank: 'BPI' })
      sure.push((await payOn(-1, row)).id)
    }
    // what cannot be matched without a question is another payment all the same
    const { paymentId } = await payOnline(portal, resident, { amountPaid: doubtful.amount })
    await say(portal, paymentId, 'P', { reference: doubtful.reference })
    const { id: unsure } = await payOn(0, doubtful)
    await importRows([alone])
    await importRows([amongOthers, doubtful, { ...fresh(), date: dayFromNow(-100) }])
    for (const id of sure) expect((await read(id)).status).toBe(3)
    expect((await read(unsure)).status).toBe(2)
  })

  test('of a post-dated cheque is looked for by the date on the cheque, by which it is reported and exported too', async () => {
    const cashier = await portal.as('admin', { roles: { payments: ['view', 'counter'] } })
    const { id: tenantId } = await portal.as('client')
    const handIn = async ({ amount, reference }: ReturnType<typeof fresh>, chequeDate: string) => {
      const cheque = { type: 5, amountPaid: amount, bank: 'BPI', bankReference: reference, chequeDate }
      const { body } = await cashier.post<{ id: number }>('/counter-payment', { ...cheque, tenantId })
      // long before its date
      const handedIn = { transaction_date: new Date(Date.now() - 150 * 86_400_000) }
      await portal.db.updateTable('payments').set(handedIn).where('id', '=', body.id).execute()
      return body.id
    }
    const [due, waiting] = [fresh(), fresh()]
    const cleared = await handIn(due, today)
    const early = await handIn(waiting, dayFromNow(30))
    const missing = await handIn(fresh(), today)
    await importRows([due, waiting].map((row) => ({ ...row, date: today })))
    expect((await line(due.reference)).payment).toMatchObject({ id: cleared, status: 3, date: today })
    expect([(await line(waiting.reference)).payment, (await read(early)).status]).toEqual([null, 2])
    expect((await admin.put(`/payment/${missing}`, { status: 4 })).status).toBe(200)
    const { payments } = await report(0, 0)
    expect(payments).toContainEqual(expect.objectContaining({ id: missing, date: today }))
    const exported = await admin.get<{ data: PayfileRow[] }>(`/paymentIds?selectedIds=${missing}`)
    const { body: batch } = await admin.post<{ data: PayfileRow[] }>('/payfile-batch')
    for (const rows of [exported.body.data, batch.data])
      expect(rows.find(({ id }) => id === missing)?.trndate).toBe(today.split('-').toReversed().join('/'))
  })

  test('of an online payment is matched on the word of its gateway alone', async () => {
    const resident = await portal.as('client')
    const [said, silent] = [fresh(), fresh()]
    const paid = await payOnline(portal, resident, { amountPaid: said.amount })
    const unsure = await payOnline(portal, resident, { amountPaid: silent.amount })
    await say(portal, paid.paymentId, 'S', { reference: said.reference })
    await say(portal, unsure.paymentId, 'P', { reference: silent.reference })
    await importRows([said, silent].map((row) => ({ ...row, date: today })))
    expect((await read(paid.paymentId)).status).toBe(3)
    expect((await read(unsure.paymentId)).status).not.toBe(3)
    const refused = await confirm((await line(silent.reference)).id, unsure.paymentId)
    expect([refused.status, refused.body.code]).toEqual([409, 'bankNeedsReview'])
  })
})

test('importing, comparing, posting and rejecting at once, each line has one living payment and each payment is verified once', async () => {
  const resident = await portal.as('client')
  const rows = Array.from({ length: 12 }, () => ({ ...fresh(), date: today }))
  const payments: number[] = []
  for (const { reference, amount } of rows)
    payments.push((await pay(resident, amount, { bank: 'BDO', bankReference: reference })).id)
  const answers = await Promise.all([
    importRows(rows),
    importRows(rows),
    admin.post('/bank-matching'),
    ...payments.map((id, nth) => admin.put(`/payment/${id}`, { status: nth % 3 === 0 ? 5 : 4 })),
    admin.post('/bank-matching'),
  ])
  expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
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

  test('is the only one of its amount within five days, or none', async () => {
    const [one, two, late] = [fresh(), fresh(), fresh()]
    const resident = await portal.as('client')
    const { id } = await pay(resident, one.amount)
    await pay(resident, two.amount)
    await pay(resident, two.amount)
    await pay(resident, late.amount)
    await importRows([
      { ...one, date: dayFromNow(-4) },
      { ...two, date: today },
      { ...late, date: dayFromNow(-6) },
    ])
    expect(await line(one.reference)).toMatchObject({ status: 1, payment: { id } })
    expect([(await line(two.reference)).status, (await line(late.reference)).status]).toEqual([2, 2])
  })
})

test('the report tells lines without a payment and posted payments without a line, of its days', async () => {
  const [alone, matched, posted] = [fresh(), fresh(), fresh()]
  const resident = await portal.as('client')
  const { id } = await pay(resident, posted.amount)
  const { id: paired } = await pay(resident, matched.amount, {
    bank: 'BDO',
    bankReference: matched.reference,
  })
  const { id: played } = await pay(resident, posted.amount)
  await portal.db.updateTable('payments').set({ sandbox: true }).where('id', '=', played).execute()
  await importRows([alone, matched].map((row) => ({ ...row, date: dayFromNow(-1) })))
  for (const one of [id, paired, played]) await admin.put(`/payment/${one}`, { status: 4 })
  const { lines, payments } = await report(-1, 0)
  const references = lines.map(({ reference }) => reference)
  expect([references.includes(alone.reference), references.includes(matched.reference)]).toEqual([
    true,
    false,
  ])
  expect(payments.map((one) => one.id)).toContain(id)
  expect(payments.map((one) => one.id)).not.toContain(paired)
  expect(payments.map((one) => one.id)).not.toContain(played)
  expect((await report(-400, -399)).lines).toEqual([])
  expect((await report(1, 30)).lines).toEqual([])
})

test('a format is changed on what was last seen, and needs a column of amounts', async () => {
  const made = await admin.post<BankImport & { updated_at: string }>('/bank-format', {
    ...EXAMPLE_BANK_FORMATS[1],
    name: 'Security Bank',
  })
  expect(made.status).toBe(201)
  const path = `/bank-format/${made.body.id}`
  const { updated_at } = made.body
  const others = async () => {
    const { data } = (await admin.get<{ data: { id: number }[] }>('/bank-formats')).body
    return data.filter(({ id }) => id !== made.body.id)
  }
  const before = await others()
  expect(before).not.toEqual([])
  const saves = await Promise.all(
    ['A', 'B'].map((name) => admin.put(path, { name: `Security ${name}`, updated_at })),
  )
  expect(saves.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await admin.put(path, { creditColumn: '' })).status).toBe(400)
  expect([(await admin.delete(path)).status, (await admin.delete(path)).status]).toEqual([200, 404])
  expect(await others()).toEqual(before)
})
