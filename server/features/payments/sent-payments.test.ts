import { beforeEach, expect, test } from 'vitest'
import { getDayFromNow } from '#features/ledger/testing.ts'
import {
  createStoredRowQueries,
  insertReservationPayment,
  payByDeposit,
  payOnline,
  reportOutcome,
  updatePaymentRow,
} from '#features/posting/testing.ts'
import type { TestTenant } from '#testing/accounts.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { Payment, PaymentList } from '@tahanan/contract/billing/answers.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin')
const { listStoredNotices } = createStoredRowQueries(portal)
let tenant: LoggedInCaller<TestTenant>
beforeEach(async () => {
  tenant = await portal.as('client')
})

const loadPaymentList = async (query = '', caller: LoggedInCaller = tenant) =>
  (await caller.get<PaymentList>(`/payments${query}`)).body
const loadSentPayments = async () => (await loadPaymentList()).sent
const payOnlineWith = async (amountPaid: number, ...statusCodes: string[]) => {
  const { paymentId } = await payOnline(portal, tenant, { amountPaid })
  for (const statusCode of statusCodes) await reportOutcome(portal, paymentId, statusCode)
  return paymentId
}

const payByCheque = (chequeDate: string) =>
  admin.post('/counter-payment', {
    tenantId: tenant.id,
    type: 5,
    amountPaid: 60,
    bank: 'BDO',
    bankReference: chequeDate,
    chequeDate,
  })

test('sent payments that are not posted are summed over all pages (rules 15.24)', async () => {
  expect(await loadSentPayments()).toEqual({ count: 0, amount: 0, latest: null })
  for (const amountPaid of [5000, 5000]) await payByDeposit(portal, tenant, { amountPaid })
  for (let startedCount = 0; startedCount < 11; startedCount++) await payOnlineWith(10)
  await payOnlineWith(300.25, 'S')
  const lastPayment = await payByDeposit(portal, tenant, { amountPaid: 7.75 })
  const paymentList = await loadPaymentList()
  expect(paymentList.data).toHaveLength(10)
  expect(paymentList.sent).toEqual({
    count: 4,
    amount: 10_308,
    latest: { id: lastPayment.id, type: 1, status: 2, created_at: lastPayment.created_at },
  })
  expect((await loadPaymentList('?page=2')).sent).toEqual(paymentList.sent)
  expect((await loadPaymentList('?sort=status')).sent).toEqual(paymentList.sent)
})

test('the sum includes verified payments, and none failed, refunded, posted, rejected or reserved', async () => {
  for (const statusCodes of [[], ['P'], ['F'], ['V'], ['S', 'R'], ['S', 'K']])
    await payOnlineWith(100, ...statusCodes)
  const refundedPayment = await payOnlineWith(100, 'S')
  await admin.put(`/payment/${refundedPayment}`, { status: 3 })
  await reportOutcome(portal, refundedPayment, 'R')
  for (const status of [4, 5]) {
    const { id } = await payByDeposit(portal, tenant)
    await admin.put(`/payment/${id}`, { status })
  }
  const reservationPaymentId = await insertReservationPayment(portal, tenant)
  expect(await loadSentPayments()).toEqual({ count: 0, amount: 0, latest: null })
  // Retention and resets do this when they delete a reservation (rules 12.3).
  await updatePaymentRow(portal, reservationPaymentId, { reservation_id: null })
  expect(await loadSentPayments()).toEqual({ count: 0, amount: 0, latest: null })
  expect((await admin.get<Payment>(`/payment/${reservationPaymentId}`)).body).toMatchObject({
    reservation: null,
    paysDues: false,
  })
  const { id } = await payByDeposit(portal, tenant, { amountPaid: 40 })
  await admin.put(`/payment/${id}`, { status: 3 })
  expect(await loadSentPayments()).toMatchObject({ count: 1, amount: 40, latest: { id, status: 3 } })
})

test('a payment that was paid after its gateway reported a failure is summed, unless the office rejected it', async () => {
  const paidPaymentId = await payOnlineWith(250, 'F', 'S')
  expect(await loadSentPayments()).toMatchObject({ count: 1, amount: 250, latest: { id: paidPaymentId } })
  await admin.put(`/payment/${paidPaymentId}`, { status: 2 })
  await admin.put(`/payment/${paidPaymentId}`, { status: 5 })
  expect(await loadSentPayments()).toMatchObject({ count: 0 })
})

test('the office rejects a payment that was paid after a failure by one reason, and the resident is notified', async () => {
  const paymentId = await payOnlineWith(250, 'F')
  await admin.put(`/payment/${paymentId}`, { status: 5, remarks: 'No money came' })
  await reportOutcome(portal, paymentId, 'S')
  // A later report of another amount is no decision of the office.
  await reportOutcome(portal, paymentId, 'S', { amount: 200 })
  expect(await loadSentPayments()).toMatchObject({ count: 1, latest: { id: paymentId } })
  expect((await admin.put(`/payment/${paymentId}`, { status: 5, remarks: 'Sent back' })).status).toBe(200)
  expect(await loadSentPayments()).toMatchObject({ count: 0 })
  const [rejection] = await listStoredNotices(tenant.id)
  expect(rejection).toMatchObject({
    title: 'Payment rejected',
    message: expect.stringContaining('Reason: Sent back'),
  })
  await admin.put(`/payment/${paymentId}`, { status: 5, remarks: 'Sent back on Monday' })
  expect((await listStoredNotices(tenant.id))[0]?.title).toBe('New remark on your payment')
})

test('a resident reads no Paid of a payment that the office rejected before', async () => {
  const paymentId = await payOnlineWith(250, 'P')
  await admin.put(`/payment/${paymentId}`, { status: 5, remarks: 'Paid twice' })
  const noticesBefore = await listStoredNotices(tenant.id)
  for (const statusCode of ['F', 'S']) await reportOutcome(portal, paymentId, statusCode)
  expect(await listStoredNotices(tenant.id)).toEqual(noticesBefore)
})

test('a cheque taken at the counter counts once it is due', async () => {
  expect((await payByCheque(getDayFromNow(30))).status).toBe(201)
  expect(await loadSentPayments()).toMatchObject({ count: 0 })
  expect((await payByCheque(getDayFromNow(0))).status).toBe(201)
  expect(await loadSentPayments()).toMatchObject({ count: 1, amount: 60 })
})

test('the office’s list has no such sum', async () => {
  expect((await loadPaymentList('', admin)).sent).toBeUndefined()
})
