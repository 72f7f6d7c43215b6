import { beforeEach, expect, test } from 'vitest'
import { updatePaymentRow } from '#features/posting/testing.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import { inquireDuePayments } from './inquire-due-payments.ts'
import { findPaymentByReference, scheduleInquirySoon, savePaymentPage } from './repository.ts'
import { removeOldMessages, storeMessage } from './store-message.ts'
import {
  startTestPayment,
  openPayingPortal,
  sendPostback,
  loadPaymentState,
  type StartedPayment,
} from './testing/paying-portal.ts'
import { withdrawPayment } from './withdraw-payment.ts'

const payingPortal = await openPayingPortal()
let payingResident: LoggedInCaller
let startedPayment: StartedPayment
beforeEach(async () => {
  // Stops inquiries about payments of earlier tests.
  await payingPortal.portal.db.updateTable('payments').set({ next_inquiry_at: null }).execute()
  payingResident = await payingPortal.portal.as('client')
  startedPayment = await startTestPayment(payingResident, 'dragonpay')
})

const loadState = (id = startedPayment.id) => loadPaymentState(payingPortal.portal, id)
const runDueInquiries = () => inquireDuePayments(payingPortal.portal.services)
const setPaymentColumns = (columns: Parameters<typeof updatePaymentRow>[2], id = startedPayment.id) =>
  updatePaymentRow(payingPortal.portal, id, columns)
const getTimeAgo = (ms: number) => new Date(Date.now() - ms)
const DAY_MS = 86_400_000
const makeInquiryDue = (id?: number) => setPaymentColumns({ next_inquiry_at: getTimeAgo(1000) }, id)
// Returns the minutes from `from` to the next inquiry. Rounds down, because the schedule begins some seconds
// after `from`.
const findMinutesUntilInquiry = async (from: number) =>
  Math.floor(((await loadState()).next_inquiry_at!.getTime() - from) / 60_000)
const payAtGateway = () =>
  Object.assign(payingPortal.dragonpay.transactions.get(startedPayment.txnId)!, { Status: 'S' })

test('the first inquiry is after a minute, then after 5, 15, 60 and 360, and every 6 hours', async () => {
  expect(await findMinutesUntilInquiry((await loadState()).created_at.getTime())).toBe(1)
  const minutesUntilInquiry = []
  for (let n = 0; n < 6; n += 1) {
    await makeInquiryDue()
    const startedAt = Date.now()
    expect(await runDueInquiries()).toBe(1)
    minutesUntilInquiry.push(await findMinutesUntilInquiry(startedAt))
  }
  expect(minutesUntilInquiry).toEqual([5, 15, 60, 360, 360, 360])
  expect((await loadState()).inquiries).toBe(6)
})

test('only due payments are inquired about', async () => {
  expect(await runDueInquiries()).toBe(0)
})

test('an inquiry scheduled while the clock was ahead is made at once', async () => {
  await setPaymentColumns({ next_inquiry_at: getTimeAgo(-2 * DAY_MS) })
  const startedAt = Date.now()
  expect(await runDueInquiries()).toBe(1)
  expect(await findMinutesUntilInquiry(startedAt)).toBe(5)
})

test('a success without a message is found, and inquiries stop', async () => {
  payAtGateway()
  const cardPayment = await startTestPayment(payingResident, 'aqwire')
  payingPortal.aqwire.pay(cardPayment.txnId)
  for (const { id } of [startedPayment, cardPayment]) await makeInquiryDue(id)
  await runDueInquiries()
  for (const { id } of [startedPayment, cardPayment])
    expect(await loadState(id)).toMatchObject({
      status: 2,
      outsource_status: 'S',
      gateway_amount: 1500,
      next_inquiry_at: null,
    })
})

test('an unpaid payment page causes no notice to the office', async () => {
  const cardPayment = await startTestPayment(payingResident, 'aqwire')
  await makeInquiryDue(cardPayment.id)
  await runDueInquiries()
  expect(await loadState(cardPayment.id)).toMatchObject({
    status: 1,
    outsource_status: null,
    notices: [],
    verdicts: ['create accepted', 'inquiry untouched'],
  })
})

test('an unreachable gateway causes a failed message and a retry, and the payment stays', async () => {
  payAtGateway()
  await makeInquiryDue()
  payingPortal.dragonpay.planFaults('/', 'error', 'error')
  await runDueInquiries()
  expect(await loadState()).toMatchObject({ status: 1, verdicts: ['create accepted', 'inquiry failed'] })
  await makeInquiryDue()
  await runDueInquiries()
  expect(await loadState()).toMatchObject({ status: 2, outsource_status: 'S' })
})

test('inquiries stop after seven days', async () => {
  await setPaymentColumns({ created_at: getTimeAgo(8 * DAY_MS), next_inquiry_at: getTimeAgo(1000) })
  await runDueInquiries()
  expect((await loadState()).next_inquiry_at).toBeNull()
})

test('a success reported after seven days is inquired about until its amount is known, at most seven days', async () => {
  await setPaymentColumns({ created_at: getTimeAgo(8 * DAY_MS) })
  await sendPostback(
    payingPortal.portal,
    payingPortal.dragonpay.callback(startedPayment.txnId, { status: 'S' }),
  )
  await makeInquiryDue()
  payingPortal.dragonpay.planFaults('/', 'error', 'error')
  await runDueInquiries()
  expect((await loadState()).next_inquiry_at).not.toBeNull()
  Object.assign(payingPortal.dragonpay.transactions.get(startedPayment.txnId)!, { Status: 'S', Amount: 15 })
  await makeInquiryDue()
  await runDueInquiries()
  const { set_aside: setAside, next_inquiry_at: nextInquiryAt } = await loadState()
  expect([setAside, nextInquiryAt]).toEqual([expect.stringContaining('₱15.00'), null])
})

test('inquiries about the amount of a success stop seven days after its report', async () => {
  await setPaymentColumns({
    outsource_status: 'S',
    created_at: getTimeAgo(20 * DAY_MS),
    next_inquiry_at: getTimeAgo(1000),
  })
  await payingPortal.portal.db
    .insertInto('payment_events')
    .values({
      payment_id: startedPayment.id,
      at: getTimeAgo(8 * DAY_MS),
      from_status: 1,
      to_status: 2,
      to_outsource: 'S',
      actor_area: 'gateway',
      actor_name: 'Dragon Pay',
    })
    .execute()
  payingPortal.dragonpay.planFaults('/', 'error', 'error')
  await runDueInquiries()
  expect((await loadState()).next_inquiry_at).toBeNull()
})

test('simultaneous processes inquire about each payment once', async () => {
  const startedPayments = [startedPayment]
  for (let n = 1; n < 6; n += 1) startedPayments.push(await startTestPayment(payingResident, 'dragonpay'))
  for (const { id } of startedPayments) await makeInquiryDue(id)
  const callCountBefore = payingPortal.dragonpay.calls.length
  const inquiryCounts = await Promise.all([
    runDueInquiries(),
    runDueInquiries(),
    runDueInquiries(),
    runDueInquiries(),
  ])
  expect(inquiryCounts.reduce((sum, n) => sum + n, 0)).toBe(6)
  expect(payingPortal.dragonpay.calls.length - callCountBefore).toBe(6)
})

test('an unanswered create is withdrawn if the gateway does not know it; an offered page is not', async () => {
  payingPortal.dragonpay.planFaults('/', 'error', 'error', 'error')
  const requestBody = { email: 'ana@condo.ph', amountPaid: 100 }
  expect((await payingResident.post('/payment-dragonpay', requestBody)).status).toBe(502)
  const { id: lostPaymentId } = await payingPortal.portal.db
    .selectFrom('payments')
    .select('id')
    .where('tenant_id', '=', payingResident.id)
    .where('id', '<>', startedPayment.id)
    .executeTakeFirstOrThrow()
  const lostPaymentState = await loadState(lostPaymentId)
  expect(lostPaymentState).toMatchObject({ status: 1, amount_paid: 100, return_url: null })
  expect(lostPaymentState.next_inquiry_at).not.toBeNull()
  payingPortal.dragonpay.transactions.clear()
  for (const id of [lostPaymentId, startedPayment.id]) await makeInquiryDue(id)
  await runDueInquiries()
  expect([(await loadState(lostPaymentId)).status, (await loadState()).status]).toEqual([0, 1])
})

test.each([{ status: 2 }, { outsource_status: 'P' }])(
  'a payment that moved to %o while its gateway was asked is not taken back',
  async (changedColumns) => {
    await setPaymentColumns(changedColumns)
    const stateBefore = await loadState()
    await withdrawPayment(payingPortal.portal.services, startedPayment.id, 'The gateway does not know it.')
    expect(await loadState()).toEqual(stateBefore)
  },
)

test('a sandbox payment is not sent to the real gateway', async () => {
  await setPaymentColumns({ sandbox: true })
  await makeInquiryDue()
  const callCountBefore = payingPortal.dragonpay.calls.length
  await runDueInquiries()
  expect(payingPortal.dragonpay.calls).toHaveLength(callCountBefore)
})

test("inquiries do not change the payment's version", async () => {
  const { updated_at: updatedAt, version } = await loadState()
  await makeInquiryDue()
  payingPortal.dragonpay.transactions.clear()
  await runDueInquiries()
  expect(await loadState()).toMatchObject({ updated_at: updatedAt, version })
})

test("old messages without effect are deleted, those in a payment's history stay", async () => {
  const { db } = payingPortal.portal
  await sendPostback(
    payingPortal.portal,
    payingPortal.dragonpay.callback(startedPayment.txnId, { status: 'S' }),
  )
  await sendPostback(payingPortal.portal, 'txnid=X&refno=1&status=S&message=&digest=0')
  const aqwire = { name: 'aqwire', sandbox: false } as const
  await storeMessage(db, aqwire, { kind: 'webhook', txnId: null, paymentId: null, raw: {} })
  const messageQuery = db.selectFrom('gateway_messages').select('kind').where('payment_id', 'is', null)
  expect(await messageQuery.orderBy('id').execute()).toEqual([{ kind: 'postback' }, { kind: 'webhook' }])
  await db
    .updateTable('gateway_messages')
    .set({ at: getTimeAgo(100 * DAY_MS) })
    .execute()
  await removeOldMessages(db)
  expect((await loadState()).verdicts).toEqual(['create accepted', 'postback accepted'])
  expect(await messageQuery.execute()).toEqual([])
})

test('an inquiry is hastened unless the payment is deleted or its outcome final', async () => {
  const { db } = payingPortal.portal
  const loadHastenedInquiry = async (columns: Parameters<typeof updatePaymentRow>[2]) => {
    await setPaymentColumns({
      status: 1,
      outsource_status: null,
      next_inquiry_at: getTimeAgo(-60 * 60_000),
      ...columns,
    })
    await scheduleInquirySoon(db, startedPayment.id)
    return (await findMinutesUntilInquiry(Date.now())) < 2
  }
  expect(await loadHastenedInquiry({})).toBe(true)
  expect(await loadHastenedInquiry({ outsource_status: 'P' })).toBe(true)
  expect(await loadHastenedInquiry({ outsource_status: 'S' })).toBe(false)
  expect(await loadHastenedInquiry({ status: 0 })).toBe(false)
  const dueSoon = getTimeAgo(-10_000)
  await setPaymentColumns({ status: 1, outsource_status: null, next_inquiry_at: dueSoon })
  await scheduleInquirySoon(db, startedPayment.id)
  expect((await loadState()).next_inquiry_at).toEqual(dueSoon)
})

test('the gateway’s number that came first stays, and the newest payment has a number', async () => {
  const { db } = payingPortal.portal
  const otherPayment = await startTestPayment(payingResident, 'dragonpay')
  const saveReference = (id: number, reference: string | null) =>
    db.transaction().execute((tx) => savePaymentPage(tx, id, { url: 'https://pay.example.test', reference }))
  await setPaymentColumns({ gateway_reference: null })
  await saveReference(startedPayment.id, 'FIRST')
  await saveReference(startedPayment.id, 'SECOND')
  await setPaymentColumns({ gateway_reference: 'FIRST' }, otherPayment.id)
  expect(await loadState()).toMatchObject({
    gateway_reference: 'FIRST',
    return_url: 'https://pay.example.test',
  })
  expect((await findPaymentByReference(db, 'dragonpay', 'FIRST'))?.id).toBe(otherPayment.id)
  expect(await findPaymentByReference(db, 'aqwire', 'FIRST')).toBeUndefined()
})
