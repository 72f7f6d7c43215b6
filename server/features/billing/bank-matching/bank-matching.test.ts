import type { BankImport, BankLine, BankUnmatched } from '@tahanan/contract/billing/bank-answers.ts'
import type { PayfileRow, PaymentWithHistory } from '@tahanan/contract/billing/answers.ts'
import { EXAMPLE_BANK_FORMATS } from '@tahanan/contract/billing/bank.ts'
import { describe, expect, test } from 'vitest'
import type { LoggedIn } from '../../../testing/callers.ts'
import { TEST_PASSWORD } from '../../../testing/accounts.ts'
import { openTestPortal } from '../../../testing/portal.ts'
import { booksOf, dayFromNow } from '../ledger/testing.ts'
import { deposit, payOnline, say } from '../payments/testing.ts'
import { bankCsv, bankOf } from './testing.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin', { name: 'Liza Villanueva' })
const { importRows, send, line } = await bankOf(portal, admin)
const { owed } = booksOf(portal, admin)
const today = dayFromNow(0)

let latest = 0
/** References, and amounts that no other test has. */
const fresh = () => {
  latest += 1
  return { reference: `REF${1000 + latest}X`, amount: 5000 + latest }
}
const pay = (who: LoggedIn, amountPaid: number, more: object = {}) =>
  deposit(portal, who, { amountPaid, transactionDate: `${today} 00:00:00`, ...more })
const read = async (id: number) => (await admin.get<PaymentWithHistory>(`/payment/${id}`)).body
const report = async (from: number, to: number) =>
  (await admin.get<BankUnmatched>(`/bank-unmatched?from=${dayFromNow(from)}&to=${dayFromNow(to)}`)).body
const twoPeople = async (value: string) =>
  (await portal.as('super-admin')).post('/website-settings', { settings: [{ name: 'makerChecker', value }] })
const confirm = (lineId: number, paymentId: number, who = admin) =>
  who.post('/bank-matches', { pairs: [{ lineId, paymentId }] })

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
    const imports = portal.db.selectFrom('bank_imports').select(['lines', 'known']).orderBy('id')
    expect(await imports.execute()).toEqual([
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

describe('a line by hand', () => {
  test('takes a payment of its amount alone, once each, whoever comes first', async () => {
    const [one, two] = [fresh(), fresh()]
    const resident = await portal.as('client')
    const { id } = await pay(resident, one.amount, { transactionDate: `${dayFromNow(-40)} 00:00:00` })
    await importRows(
      [one, { ...one, reference: `${one.reference}B` }, two].map((row) => ({ ...row, date: today })),
    )
    const [first, second] = [await line(one.reference), await line(`${one.reference}B`)]
    const other = await confirm((await line(two.reference)).id, id)
    expect([other.status, other.body.code]).toEqual([409, 'bankAmountsDiffer'])
    const answers = await Promise.all([
      confirm(first.id, id),
      confirm(second.id, id),
      admin.put(`/payment/${id}`, { status: 3 }),
    ])
    expect(
      answers
        .slice(0, 2)
        .map(({ status }) => status)
        .toSorted(),
    ).toEqual([200, 409])
    const { history, status } = await read(id)
    expect([status, history.filter(({ toStatus }) => toStatus === 3).length]).toEqual([3, 1])
  })

  test('is taken back until its payment is posted, and rules match it no more', async () => {
    const { reference, amount } = fresh()
    const resident = await portal.as('client')
    const { id } = await pay(resident, amount, { bank: 'BDO', bankReference: reference })
    const other = fresh()
    await pay(resident, other.amount, { bank: 'BDO', bankReference: other.reference })
    await importRows([
      { date: today, amount, reference },
      { ...other, date: today },
    ])
    const { id: lineId } = await line(reference)
    const undone = await admin.delete<BankLine>(`/bank-match/${lineId}`)
    expect((await line(other.reference)).status).toBe(3)
    expect([undone.status, undone.body.status, undone.body.payment]).toEqual([200, 2, null])
    expect((await read(id)).status).toBe(2)
    await admin.post('/bank-matching')
    expect((await line(reference)).status).toBe(2)
    expect((await confirm(lineId, id)).status).toBe(200)
    const twice = await Promise.all([1, 2].map(() => admin.delete(`/bank-match/${lineId}`)))
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('stays with a posted payment that it verified, until that is reversed and entered again', async () => {
    const { reference, amount } = fresh()
    const named = { bank: 'BDO', bankReference: reference }
    const { id } = await pay(await portal.as('client'), amount, named)
    await importRows([{ date: today, amount, reference }])
    await admin.put(`/payment/${id}`, { status: 4 })
    const { id: lineId } = await line(reference)
    const undo = () => admin.delete<{ code?: string }>(`/bank-match/${lineId}`)
    expect((await undo()).body.code).toBe('bankMatchPosted')
    const reversal = { kind: 'enteredInError', remarks: 'Another resident’s', password: TEST_PASSWORD }
    expect((await admin.post(`/payment/${id}/reversal`, reversal)).status).toBeLessThan(300)
    expect((await undo()).status).toBe(200)
    const again = await pay(await portal.as('client'), amount, named)
    expect((await confirm(lineId, again.id)).status).toBe(200)
  })

  test('lets go of a payment that was posted before the match', async () => {
    const { reference, amount } = fresh()
    const { id } = await pay(await portal.as('client'), amount)
    await admin.put(`/payment/${id}`, { status: 4 })
    await importRows([{ date: today, amount, reference }])
    const { id: lineId } = await line(reference)
    expect((await confirm(lineId, id)).status).toBe(200)
    const undone = await admin.delete<BankLine>(`/bank-match/${lineId}`)
    expect([undone.status, undone.body.payment, (await read(id)).status]).toEqual([200, null, 4])
  })

  test('loses a payment that is rejected, and waits again', async () => {
    const { reference, amount } = fresh()
    const { id } = await pay(await portal.as('client'), amount, { bank: 'BDO', bankReference: reference })
    await importRows([{ date: today, amount, reference }])
    expect((await line(reference)).status).toBe(3)
    await admin.put(`/payment/${id}`, { status: 5 })
    expect(await line(reference)).toMatchObject({ status: 2, payment: null })
  })

  test('creates its payment once, for verification, which is then verified and posted as any other', async () => {
    const { reference, amount } = fresh()
    const resident = await portal.as('client')
    await importRows([{ date: dayFromNow(-3), amount, reference, description: 'Walk in' }])
    const { id } = await line(reference)
    const create = () => admin.post<BankLine>(`/bank-line/${id}/payment`, { tenantId: resident.id })
    const answers = await Promise.all([create(), create()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const made = (await line(reference)).payment
    expect(made).toMatchObject({ type: 6, status: 2, amount, date: dayFromNow(-3), tenantId: resident.id })
    for (const status of [3, 4])
      expect((await admin.put(`/payment/${made?.id}`, { status })).status).toBe(200)
    expect((await owed(resident)).receivedSince).toBe(amount)
    expect((await admin.post(`/bank-line/${id}/payment`, { tenantId: 0 })).status).toBe(400)
  })

  test('is set aside with remarks, and comes back', async () => {
    const [{ reference, amount }, other] = [fresh(), fresh()]
    await importRows([{ date: today, amount, reference }])
    await importRows([{ ...other, date: today }])
    const { id } = await line(reference)
    expect((await admin.post(`/bank-line/${id}/aside`, { remarks: ' ' })).status).toBe(400)
    const aside = await admin.post<BankLine>(`/bank-line/${id}/aside`, { remarks: 'Interest of the bank' })
    expect([aside.status, aside.body.status]).toEqual([200, 4])
    expect((await line(other.reference)).status).toBe(2)
    expect((await admin.delete<BankLine>(`/bank-match/${id}`)).body.status).toBe(2)
  })
})

test('a decision that comes too late, or names a line twice, is refused and changes nothing', async () => {
  const [one, two] = [fresh(), fresh()]
  const resident = await portal.as('client')
  const { id } = await pay(resident, one.amount, { bank: 'BDO', bankReference: one.reference })
  const spare = await pay(resident, one.amount)
  await importRows([one, two].map((row) => ({ ...row, date: today })))
  const [matched, open] = [await line(one.reference), await line(two.reference)]
  const refusals = {
    'matched, with another payment': confirm(matched.id, spare.id),
    'of no payment': confirm(open.id, 2_000_000_000),
    'of no line': confirm(2_000_000_000, spare.id),
    'twice in one call': admin.post('/bank-matches', {
      pairs: [
        { lineId: open.id, paymentId: spare.id },
        { lineId: open.id, paymentId: id },
      ],
    }),
    'open, taken back': admin.delete(`/bank-match/${open.id}`),
    'matched, set aside': admin.post(`/bank-line/${matched.id}/aside`, { remarks: 'Interest' }),
    'matched, with a payment of its own': admin.post(`/bank-line/${matched.id}/payment`, {
      tenantId: resident.id,
    }),
  }
  const answers: Record<string, unknown> = {}
  for (const [what, call] of Object.entries(refusals)) {
    const { status, body } = (await call) as { status: number; body: { code?: string } }
    answers[what] = [status, body.code]
  }
  expect(answers).toEqual({
    'matched, with another payment': [409, 'bankMatchChanged'],
    'of no payment': [404, 'notFound'],
    'of no line': [404, 'notFound'],
    'twice in one call': [409, 'bankMatchChanged'],
    'open, taken back': [409, 'alreadyDone'],
    'matched, set aside': [409, 'bankMatchChanged'],
    'matched, with a payment of its own': [409, 'bankMatchChanged'],
  })
  expect(await line(one.reference)).toMatchObject({ status: 3, payment: { id } })
  expect(await line(two.reference)).toMatchObject({ status: 2, payment: null })
  expect((await read(spare.id)).status).toBe(2)
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
  expect(before).toHaveLength(1)
  const saves = await Promise.all(
    ['A', 'B'].map((name) => admin.put(path, { name: `Security ${name}`, updated_at })),
  )
  expect(saves.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await admin.put(path, { creditColumn: '' })).status).toBe(400)
  expect([(await admin.delete(path)).status, (await admin.delete(path)).status]).toEqual([200, 404])
  expect(await others()).toEqual(before)
})
