import { describe, expect, test } from 'vitest'
import { createLedgerCalls, dayFromNow } from '#features/ledger/testing.ts'
import { requestReversal } from '#features/posting/testing.ts'
import { toRefusal, awaitStatuses } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { BankLine, BankPayment } from '@tahanan/contract/billing/bank-answers.ts'
import { createBankCalls, setTodaysDate } from './testing.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin')
const { importRows, findLine, createTransfer, pay, payNamed, read, confirm } = await createBankCalls(
  portal,
  admin,
)
const { loadBalances } = createLedgerCalls(portal, admin)
const undoMatch = (lineId: number) => admin.delete(`/bank-match/${lineId}`)

describe('a line by hand', () => {
  test('accepts only a payment of its amount, and each once under simultaneous calls', async () => {
    const [one, two] = [createTransfer(), createTransfer()]
    const resident = await portal.as('client')
    const { id } = await pay(resident, one.amount, { transactionDate: `${dayFromNow(-40)} 00:00:00` })
    await importRows([one, { ...one, reference: `${one.reference}B` }, two].map(setTodaysDate))
    const [first, second] = [await findLine(one.reference), await findLine(`${one.reference}B`)]
    const other = await confirm((await findLine(two.reference)).id, id)
    expect(other).toMatchObject(toRefusal(409, 'bankAmountsDiffer'))
    const confirmRequests = [confirm(first.id, id), confirm(second.id, id)]
    await admin.put(`/payment/${id}`, { status: 3 })
    expect(await awaitStatuses(confirmRequests)).toEqual([200, 409])
    const { history, status } = await read(id)
    expect([status, history.filter(({ toStatus }) => toStatus === 3).length]).toEqual([3, 1])
  })

  test('is offered payments of its amount that can be matched, the nearest days first', async () => {
    const transfer = createTransfer()
    const resident = await portal.as('client')
    const payOnDay = async (days: number) =>
      (await pay(resident, transfer.amount, { transactionDate: `${dayFromNow(days)} 00:00:00` })).id
    const [far, near, rejected] = [await payOnDay(-50), await payOnDay(-20), await payOnDay(-30)]
    await pay(resident, transfer.amount + 0.01)
    await admin.put(`/payment/${rejected}`, { status: 5 })
    const { id: other } = await pay(await portal.as('client'), transfer.amount)
    await importRows([setTodaysDate(transfer)])
    const { id } = await findLine(transfer.reference)
    const listOfferedIds = async (searchTerm = '') => {
      const path = `/bank-line/${id}/payments?searchTerm=${searchTerm}`
      return (await admin.get<{ data: BankPayment[] }>(path)).body.data.map((payment) => payment.id)
    }
    expect(await listOfferedIds()).toEqual([other, near, far])
    expect(await listOfferedIds(resident.account.clientCode)).toEqual([near, far])
  })

  test('can be undone until its payment is posted; the rules then no longer match it', async () => {
    const [own, other] = [createTransfer(), createTransfer()]
    const resident = await portal.as('client')
    const { id } = await payNamed(resident, own)
    await payNamed(resident, other)
    await importRows([own, other].map(setTodaysDate))
    const { id: lineId } = await findLine(own.reference)
    expect(await undoMatch(lineId)).toMatchObject({ status: 200, body: { status: 2, payment: null } })
    expect((await findLine(other.reference)).status).toBe(3)
    expect((await read(id)).status).toBe(2)
    await admin.post('/bank-matching')
    expect((await findLine(own.reference)).status).toBe(2)
    expect((await confirm(lineId, id)).status).toBe(200)
    expect([(await undoMatch(lineId)).status, (await undoMatch(lineId)).status]).toEqual([200, 409])
  })

  test('keeps a posted payment that it verified until that is reversed and posted again', async () => {
    const transfer = createTransfer()
    const { id } = await payNamed(await portal.as('client'), transfer)
    await importRows([setTodaysDate(transfer)])
    await admin.put(`/payment/${id}`, { status: 4 })
    const { id: lineId } = await findLine(transfer.reference)
    expect(await undoMatch(lineId)).toMatchObject({ body: { code: 'bankMatchPosted' } })
    expect((await requestReversal(admin, id)).status).toBe(201)
    expect((await undoMatch(lineId)).status).toBe(200)
    expect(await confirm(lineId, id)).toMatchObject(toRefusal(409, 'bankMatchChanged'))
    const repeatedPayment = await payNamed(await portal.as('client'), transfer)
    expect((await confirm(lineId, repeatedPayment.id)).status).toBe(200)
  })

  test.each([3, 4])('can be undone from a payment of status %i before the match', async (status) => {
    const { reference, amount } = createTransfer()
    const { id } = await pay(await portal.as('client'), amount)
    await admin.put(`/payment/${id}`, { status })
    await importRows([setTodaysDate({ amount, reference })])
    const { id: lineId } = await findLine(reference)
    expect((await confirm(lineId, id)).status).toBe(200)
    expect(await undoMatch(lineId)).toMatchObject({ status: 200, body: { payment: null } })
    expect((await read(id)).status).toBe(status)
  })

  test('loses a rejected payment and waits again', async () => {
    const transfer = createTransfer()
    const { id } = await payNamed(await portal.as('client'), transfer)
    await importRows([setTodaysDate(transfer)])
    expect((await findLine(transfer.reference)).status).toBe(3)
    await admin.put(`/payment/${id}`, { status: 5 })
    expect(await findLine(transfer.reference)).toMatchObject({ status: 2, payment: null })
    const repeatedPayment = await payNamed(await portal.as('client'), transfer)
    await admin.post('/bank-matching')
    expect(await findLine(transfer.reference)).toMatchObject({
      status: 3,
      payment: { id: repeatedPayment.id },
    })
  })

  test('creates one payment for verification, which is verified and posted like any other', async () => {
    const { reference, amount } = createTransfer()
    const resident = await portal.as('client')
    await importRows([{ date: dayFromNow(-3), amount, reference, description: 'Walk in' }])
    const { id } = await findLine(reference)
    const createFromLine = () => admin.post<BankLine>(`/bank-line/${id}/payment`, { tenantId: resident.id })
    expect(await awaitStatuses([createFromLine(), createFromLine()])).toEqual([201, 409])
    const createdPayment = (await findLine(reference)).payment
    expect(createdPayment).toMatchObject({
      type: 6,
      status: 2,
      amount,
      date: dayFromNow(-3),
      tenantId: resident.id,
    })
    for (const status of [3, 4])
      expect((await admin.put(`/payment/${createdPayment?.id}`, { status })).status).toBe(200)
    expect((await loadBalances(resident)).receivedSince).toBe(amount)
    expect((await admin.post(`/bank-line/${id}/payment`, { tenantId: 0 })).status).toBe(400)
  })

  test('is set aside with remarks, and can be restored', async () => {
    const [own, other] = [createTransfer(), createTransfer()]
    await importRows([setTodaysDate(own)])
    await importRows([setTodaysDate(other)])
    const { id } = await findLine(own.reference)
    const setLineAside = (remarks: string) => admin.post(`/bank-line/${id}/aside`, { remarks })
    expect((await setLineAside(' ')).status).toBe(400)
    expect(await setLineAside('Interest of the bank')).toMatchObject({ status: 200, body: { status: 4 } })
    expect((await findLine(other.reference)).status).toBe(2)
    expect((await undoMatch(id)).body.status).toBe(2)
  })
})

test('a late decision, or one that names a line twice, is refused and changes nothing', async () => {
  const [one, two] = [createTransfer(), createTransfer()]
  const resident = await portal.as('client')
  const { id } = await payNamed(resident, one)
  const spare = await pay(resident, one.amount)
  await importRows([one, two].map(setTodaysDate))
  const [matched, open] = [await findLine(one.reference), await findLine(two.reference)]
  const twice = [id, spare.id].map((paymentId) => ({ lineId: open.id, paymentId }))
  expect(await confirm(matched.id, spare.id)).toMatchObject(toRefusal(409, 'bankMatchChanged'))
  expect(await confirm(open.id, 2_000_000_000)).toMatchObject(toRefusal(404, 'notFound'))
  expect(await confirm(2_000_000_000, spare.id)).toMatchObject(toRefusal(404, 'notFound'))
  expect(await admin.post('/bank-matches', { pairs: twice })).toMatchObject(
    toRefusal(409, 'bankMatchChanged'),
  )
  expect(await undoMatch(open.id)).toMatchObject(toRefusal(409, 'alreadyDone'))
  for (const [call, body] of [
    ['aside', { remarks: 'Interest' }],
    ['payment', { tenantId: resident.id }],
  ] as const)
    expect(await admin.post(`/bank-line/${matched.id}/${call}`, body)).toMatchObject(
      toRefusal(409, 'bankMatchChanged'),
    )
  expect(await findLine(one.reference)).toMatchObject({ status: 3, payment: { id } })
  expect(await findLine(two.reference)).toMatchObject({ status: 2, payment: null })
  expect((await read(spare.id)).status).toBe(2)
})
