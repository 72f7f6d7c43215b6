import type { BankLine } from '@tahanan/contract/billing/bank-answers.ts'
import { describe, expect, test } from 'vitest'
import { TEST_PASSWORD } from '../../../testing/accounts.ts'
import { openTestPortal } from '../../../testing/portal.ts'
import { booksOf, dayFromNow } from '../ledger/testing.ts'
import { bankOf } from './testing.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin')
const { importRows, line, fresh, pay, read, confirm } = await bankOf(portal, admin)
const { owed } = booksOf(portal, admin)
const today = dayFromNow(0)

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
