import { describe, expect, test } from 'vitest'
import { createLedgerCalls, getDayFromNow } from '#features/ledger/testing.ts'
import { requestReversal } from '#features/posting/testing.ts'
import { toRefusal, awaitStatuses } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { BankLine, BankPayment } from '@tahanan/contract/billing/bank-answers.ts'
import { createBankCalls, setTodaysDate } from './testing.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin')
const { importRows, findLine, createTransfer, pay, payWithReference, loadPayment, confirm } =
  await createBankCalls(portal, admin)
const { loadBalances } = createLedgerCalls(portal, admin)
const undoMatch = (lineId: number, seen?: { paymentId: number | null }) =>
  admin.delete(`/bank-match/${lineId}`, seen)

describe('a line by hand', () => {
  test('accepts only a payment of its amount, and each once under simultaneous calls', async () => {
    const [firstTransfer, secondTransfer] = [createTransfer(), createTransfer()]
    const resident = await portal.as('client')
    const { id } = await pay(resident, firstTransfer.amount, {
      transactionDate: `${getDayFromNow(-40)} 00:00:00`,
    })
    await importRows(
      [firstTransfer, { ...firstTransfer, reference: `${firstTransfer.reference}B` }, secondTransfer].map(
        setTodaysDate,
      ),
    )
    const [first, second] = [
      await findLine(firstTransfer.reference),
      await findLine(`${firstTransfer.reference}B`),
    ]
    const mismatchResponse = await confirm((await findLine(secondTransfer.reference)).id, id)
    expect(mismatchResponse).toMatchObject(toRefusal(409, 'bankAmountsDiffer'))
    const confirmRequests = [confirm(first.id, id), confirm(second.id, id)]
    await admin.put(`/payment/${id}`, { status: 3 })
    expect(await awaitStatuses(confirmRequests)).toEqual([200, 409])
    const { history, status } = await loadPayment(id)
    expect([status, history.filter(({ toStatus }) => toStatus === 3).length]).toEqual([3, 1])
  })

  test('is offered payments of its amount that can be matched, the nearest days first', async () => {
    const transfer = createTransfer()
    const resident = await portal.as('client')
    const payOnDay = async (days: number) =>
      (await pay(resident, transfer.amount, { transactionDate: `${getDayFromNow(days)} 00:00:00` })).id
    const [farPaymentId, nearPaymentId, rejectedPaymentId] = [
      await payOnDay(-50),
      await payOnDay(-20),
      await payOnDay(-30),
    ]
    await pay(resident, transfer.amount + 0.01)
    await admin.put(`/payment/${rejectedPaymentId}`, { status: 5 })
    const { id: otherPaymentId } = await pay(await portal.as('client'), transfer.amount)
    await importRows([setTodaysDate(transfer)])
    const { id } = await findLine(transfer.reference)
    const listOfferedIds = async (searchTerm = '') => {
      const path = `/bank-line/${id}/payments?searchTerm=${searchTerm}`
      return (await admin.get<{ data: BankPayment[] }>(path)).body.data.map((payment) => payment.id)
    }
    expect(await listOfferedIds()).toEqual([otherPaymentId, nearPaymentId, farPaymentId])
    expect(await listOfferedIds(resident.account.clientCode)).toEqual([nearPaymentId, farPaymentId])
  })

  test('can be undone until its payment is posted; the rules then no longer match it', async () => {
    const [transfer, otherTransfer] = [createTransfer(), createTransfer()]
    const resident = await portal.as('client')
    const { id } = await payWithReference(resident, transfer)
    await payWithReference(resident, otherTransfer)
    await importRows([transfer, otherTransfer].map(setTodaysDate))
    const { id: lineId } = await findLine(transfer.reference)
    expect(await undoMatch(lineId)).toMatchObject({ status: 200, body: { status: 2, payment: null } })
    expect((await findLine(otherTransfer.reference)).status).toBe(3)
    expect((await loadPayment(id)).status).toBe(2)
    await admin.post('/bank-matching')
    expect((await findLine(transfer.reference)).status).toBe(2)
    expect((await confirm(lineId, id)).status).toBe(200)
    expect([(await undoMatch(lineId)).status, (await undoMatch(lineId)).status]).toEqual([200, 409])
  })

  test('keeps a posted payment that it verified until that is reversed and posted again', async () => {
    const transfer = createTransfer()
    const { id } = await payWithReference(await portal.as('client'), transfer)
    await importRows([setTodaysDate(transfer)])
    await admin.put(`/payment/${id}`, { status: 4 })
    const { id: lineId } = await findLine(transfer.reference)
    expect(await undoMatch(lineId)).toMatchObject({ body: { code: 'bankMatchPosted' } })
    expect((await requestReversal(admin, id)).status).toBe(201)
    expect((await undoMatch(lineId)).status).toBe(200)
    expect(await confirm(lineId, id)).toMatchObject(toRefusal(409, 'bankMatchChanged'))
    const repeatedPayment = await payWithReference(await portal.as('client'), transfer)
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
    expect((await loadPayment(id)).status).toBe(status)
  })

  test('loses a rejected payment and waits again', async () => {
    const transfer = createTransfer()
    const { id } = await payWithReference(await portal.as('client'), transfer)
    await importRows([setTodaysDate(transfer)])
    expect((await findLine(transfer.reference)).status).toBe(3)
    await admin.put(`/payment/${id}`, { status: 5 })
    expect(await findLine(transfer.reference)).toMatchObject({ status: 2, payment: null })
    const repeatedPayment = await payWithReference(await portal.as('client'), transfer)
    await admin.post('/bank-matching')
    expect(await findLine(transfer.reference)).toMatchObject({
      status: 3,
      payment: { id: repeatedPayment.id },
    })
  })

  test('creates one payment for verification, which is verified and posted like any other', async () => {
    const { reference, amount } = createTransfer()
    const resident = await portal.as('client')
    await importRows([{ date: getDayFromNow(-3), amount, reference, description: 'Walk in' }])
    const { id } = await findLine(reference)
    const createPaymentFromLine = () =>
      admin.post<BankLine>(`/bank-line/${id}/payment`, { tenantId: resident.id })
    expect(await awaitStatuses([createPaymentFromLine(), createPaymentFromLine()])).toEqual([201, 409])
    const createdPayment = (await findLine(reference)).payment
    expect(createdPayment).toMatchObject({
      type: 6,
      status: 2,
      amount,
      date: getDayFromNow(-3),
      tenantId: resident.id,
    })
    for (const status of [3, 4])
      expect((await admin.put(`/payment/${createdPayment?.id}`, { status })).status).toBe(200)
    expect((await loadBalances(resident)).receivedSince).toBe(amount)
    expect((await admin.post(`/bank-line/${id}/payment`, { tenantId: 0 })).status).toBe(400)
  })

  test('is set aside with remarks, and can be restored', async () => {
    const [transfer, otherTransfer] = [createTransfer(), createTransfer()]
    await importRows([setTodaysDate(transfer)])
    await importRows([setTodaysDate(otherTransfer)])
    const { id } = await findLine(transfer.reference)
    const setLineAside = (remarks: string) => admin.post(`/bank-line/${id}/aside`, { remarks })
    expect((await setLineAside(' ')).status).toBe(400)
    expect(await setLineAside('Interest of the bank')).toMatchObject({ status: 200, body: { status: 4 } })
    expect((await findLine(otherTransfer.reference)).status).toBe(2)
    expect(await setLineAside('Refund')).toMatchObject(toRefusal(409, 'bankMatchChanged'))
    expect((await findLine(transfer.reference)).remarks).toBe('Interest of the bank')
    expect((await undoMatch(id, { paymentId: null })).body.status).toBe(2)
  })

  test('keeps a match that was made after the reader saw the line', async () => {
    const transfer = createTransfer()
    await importRows([setTodaysDate(transfer)])
    const { id: lineId } = await findLine(transfer.reference)
    await admin.post(`/bank-line/${lineId}/aside`, { remarks: 'Interest' })
    expect((await undoMatch(lineId)).status).toBe(200)
    const { id } = await pay(await portal.as('client'), transfer.amount)
    expect((await confirm(lineId, id)).status).toBe(200)
    for (const paymentId of [null, id + 1])
      expect(await undoMatch(lineId, { paymentId })).toMatchObject(toRefusal(409, 'bankMatchChanged'))
    expect((await loadPayment(id)).status).toBe(3)
    expect((await undoMatch(lineId, { paymentId: id })).status).toBe(200)
  })
})

test('a late decision, or one that names a line twice, is refused and changes nothing', async () => {
  const [firstTransfer, secondTransfer] = [createTransfer(), createTransfer()]
  const resident = await portal.as('client')
  const { id } = await payWithReference(resident, firstTransfer)
  const sparePayment = await pay(resident, firstTransfer.amount)
  await importRows([firstTransfer, secondTransfer].map(setTodaysDate))
  const [matchedLine, openLine] = [
    await findLine(firstTransfer.reference),
    await findLine(secondTransfer.reference),
  ]
  const repeatedLinePairs = [id, sparePayment.id].map((paymentId) => ({ lineId: openLine.id, paymentId }))
  expect(await confirm(matchedLine.id, sparePayment.id)).toMatchObject(toRefusal(409, 'bankMatchChanged'))
  expect(await confirm(openLine.id, 2_000_000_000)).toMatchObject(toRefusal(404, 'notFound'))
  expect(await confirm(2_000_000_000, sparePayment.id)).toMatchObject(toRefusal(404, 'notFound'))
  expect(await admin.post('/bank-matches', { pairs: repeatedLinePairs })).toMatchObject(
    toRefusal(409, 'bankMatchChanged'),
  )
  expect(await undoMatch(openLine.id)).toMatchObject(toRefusal(409, 'alreadyDone'))
  for (const [call, body] of [
    ['aside', { remarks: 'Interest' }],
    ['payment', { tenantId: resident.id }],
  ] as const)
    expect(await admin.post(`/bank-line/${matchedLine.id}/${call}`, body)).toMatchObject(
      toRefusal(409, 'bankMatchChanged'),
    )
  expect(await findLine(firstTransfer.reference)).toMatchObject({ status: 3, payment: { id } })
  expect(await findLine(secondTransfer.reference)).toMatchObject({ status: 2, payment: null })
  expect((await loadPayment(sparePayment.id)).status).toBe(2)
})
