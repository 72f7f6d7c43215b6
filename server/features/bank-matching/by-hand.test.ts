import { describe, expect, test } from 'vitest'
import { createBooks, dayFromNow } from '#features/ledger/testing.ts'
import { reverse } from '#features/posting/testing.ts'
import { toRefusal, awaitStatuses } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { BankLine, BankPayment } from '@tahanan/contract/billing/bank-answers.ts'
import { openBank, dateToday } from './testing.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin')
const { importRows, line, fresh, pay, payNamed, read, confirm } = await openBank(portal, admin)
const { owed } = createBooks(portal, admin)
const undo = (lineId: number) => admin.delete(`/bank-match/${lineId}`)

describe('a line by hand', () => {
  test('accepts only a payment of its amount, and each once under simultaneous calls', async () => {
    const [one, two] = [fresh(), fresh()]
    const resident = await portal.as('client')
    const { id } = await pay(resident, one.amount, { transactionDate: `${dayFromNow(-40)} 00:00:00` })
    await importRows([one, { ...one, reference: `${one.reference}B` }, two].map(dateToday))
    const [first, second] = [await line(one.reference), await line(`${one.reference}B`)]
    const other = await confirm((await line(two.reference)).id, id)
    expect(other).toMatchObject(toRefusal(409, 'bankAmountsDiffer'))
    const both = [confirm(first.id, id), confirm(second.id, id)]
    await admin.put(`/payment/${id}`, { status: 3 })
    expect(await awaitStatuses(both)).toEqual([200, 409])
    const { history, status } = await read(id)
    expect([status, history.filter(({ toStatus }) => toStatus === 3).length]).toEqual([3, 1])
  })

  test('is offered payments of its amount that can be matched, the nearest days first', async () => {
    const own = fresh()
    const resident = await portal.as('client')
    const payOn = async (days: number) =>
      (await pay(resident, own.amount, { transactionDate: `${dayFromNow(days)} 00:00:00` })).id
    const [far, near, rejected] = [await payOn(-50), await payOn(-20), await payOn(-30)]
    await pay(resident, own.amount + 0.01)
    await admin.put(`/payment/${rejected}`, { status: 5 })
    const { id: other } = await pay(await portal.as('client'), own.amount)
    await importRows([dateToday(own)])
    const { id } = await line(own.reference)
    const offered = async (searchTerm = '') => {
      const path = `/bank-line/${id}/payments?searchTerm=${searchTerm}`
      return (await admin.get<{ data: BankPayment[] }>(path)).body.data.map((payment) => payment.id)
    }
    expect(await offered()).toEqual([other, near, far])
    expect(await offered(resident.account.clientCode)).toEqual([near, far])
  })

  test('can be undone until its payment is posted; the rules then no longer match it', async () => {
    const [own, other] = [fresh(), fresh()]
    const resident = await portal.as('client')
    const { id } = await payNamed(resident, own)
    await payNamed(resident, other)
    await importRows([own, other].map(dateToday))
    const { id: lineId } = await line(own.reference)
    expect(await undo(lineId)).toMatchObject({ status: 200, body: { status: 2, payment: null } })
    expect((await line(other.reference)).status).toBe(3)
    expect((await read(id)).status).toBe(2)
    await admin.post('/bank-matching')
    expect((await line(own.reference)).status).toBe(2)
    expect((await confirm(lineId, id)).status).toBe(200)
    expect([(await undo(lineId)).status, (await undo(lineId)).status]).toEqual([200, 409])
  })

  test('keeps a posted payment that it verified until that is reversed and posted again', async () => {
    const own = fresh()
    const { id } = await payNamed(await portal.as('client'), own)
    await importRows([dateToday(own)])
    await admin.put(`/payment/${id}`, { status: 4 })
    const { id: lineId } = await line(own.reference)
    expect(await undo(lineId)).toMatchObject({ body: { code: 'bankMatchPosted' } })
    expect((await reverse(admin, id)).status).toBe(201)
    expect((await undo(lineId)).status).toBe(200)
    expect(await confirm(lineId, id)).toMatchObject(toRefusal(409, 'bankMatchChanged'))
    const again = await payNamed(await portal.as('client'), own)
    expect((await confirm(lineId, again.id)).status).toBe(200)
  })

  test.each([3, 4])('can be undone from a payment of status %i before the match', async (status) => {
    const { reference, amount } = fresh()
    const { id } = await pay(await portal.as('client'), amount)
    await admin.put(`/payment/${id}`, { status })
    await importRows([dateToday({ amount, reference })])
    const { id: lineId } = await line(reference)
    expect((await confirm(lineId, id)).status).toBe(200)
    expect(await undo(lineId)).toMatchObject({ status: 200, body: { payment: null } })
    expect((await read(id)).status).toBe(status)
  })

  test('loses a rejected payment and waits again', async () => {
    const own = fresh()
    const { id } = await payNamed(await portal.as('client'), own)
    await importRows([dateToday(own)])
    expect((await line(own.reference)).status).toBe(3)
    await admin.put(`/payment/${id}`, { status: 5 })
    expect(await line(own.reference)).toMatchObject({ status: 2, payment: null })
    const again = await payNamed(await portal.as('client'), own)
    await admin.post('/bank-matching')
    expect(await line(own.reference)).toMatchObject({ status: 3, payment: { id: again.id } })
  })

  test('creates one payment for verification, which is verified and posted like any other', async () => {
    const { reference, amount } = fresh()
    const resident = await portal.as('client')
    await importRows([{ date: dayFromNow(-3), amount, reference, description: 'Walk in' }])
    const { id } = await line(reference)
    const create = () => admin.post<BankLine>(`/bank-line/${id}/payment`, { tenantId: resident.id })
    expect(await awaitStatuses([create(), create()])).toEqual([201, 409])
    const made = (await line(reference)).payment
    expect(made).toMatchObject({ type: 6, status: 2, amount, date: dayFromNow(-3), tenantId: resident.id })
    for (const status of [3, 4])
      expect((await admin.put(`/payment/${made?.id}`, { status })).status).toBe(200)
    expect((await owed(resident)).receivedSince).toBe(amount)
    expect((await admin.post(`/bank-line/${id}/payment`, { tenantId: 0 })).status).toBe(400)
  })

  test('is set aside with remarks, and can be restored', async () => {
    const [own, other] = [fresh(), fresh()]
    await importRows([dateToday(own)])
    await importRows([dateToday(other)])
    const { id } = await line(own.reference)
    const setAside = (remarks: string) => admin.post(`/bank-line/${id}/aside`, { remarks })
    expect((await setAside(' ')).status).toBe(400)
    expect(await setAside('Interest of the bank')).toMatchObject({ status: 200, body: { status: 4 } })
    expect((await line(other.reference)).status).toBe(2)
    expect((await undo(id)).body.status).toBe(2)
  })
})

test('a late decision, or one that names a line twice, is refused and changes nothing', async () => {
  const [one, two] = [fresh(), fresh()]
  const resident = await portal.as('client')
  const { id } = await payNamed(resident, one)
  const spare = await pay(resident, one.amount)
  await importRows([one, two].map(dateToday))
  const [matched, open] = [await line(one.reference), await line(two.reference)]
  const twice = [id, spare.id].map((paymentId) => ({ lineId: open.id, paymentId }))
  // Three refused matches: a line that is already matched, an unknown payment, an unknown line.
  expect(await confirm(matched.id, spare.id)).toMatchObject(toRefusal(409, 'bankMatchChanged'))
  expect(await confirm(open.id, 2_000_000_000)).toMatchObject(toRefusal(404, 'notFound'))
  expect(await confirm(2_000_000_000, spare.id)).toMatchObject(toRefusal(404, 'notFound'))
  expect(await admin.post('/bank-matches', { pairs: twice })).toMatchObject(
    toRefusal(409, 'bankMatchChanged'),
  )
  expect(await undo(open.id)).toMatchObject(toRefusal(409, 'alreadyDone'))
  for (const [call, body] of [
    ['aside', { remarks: 'Interest' }],
    ['payment', { tenantId: resident.id }],
  ] as const)
    expect(await admin.post(`/bank-line/${matched.id}/${call}`, body)).toMatchObject(
      toRefusal(409, 'bankMatchChanged'),
    )
  expect(await line(one.reference)).toMatchObject({ status: 3, payment: { id } })
  expect(await line(two.reference)).toMatchObject({ status: 2, payment: null })
  expect((await read(spare.id)).status).toBe(2)
})
