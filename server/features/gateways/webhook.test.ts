import { beforeEach, expect, test } from 'vitest'
import { updatePaymentRow } from '#features/posting/testing.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import {
  startTestPayment,
  openPayingPortal,
  loadPaymentState,
  sendWebhook,
  type StartedPayment,
} from './testing/paying-portal.ts'

let payingResident: LoggedInCaller
let startedPayment: StartedPayment
const payingPortal = await openPayingPortal()
beforeEach(async () => {
  payingResident = await payingPortal.portal.as('client')
  startedPayment = await startTestPayment(payingResident, 'aqwire', 2500)
})

const loadState = (id = startedPayment.id) => loadPaymentState(payingPortal.portal, id)
const getTransactionId = () => payingPortal.aqwire.find(startedPayment.txnId).transactionId
const createWebhook = () =>
  payingPortal.aqwire.webhook({ status: 'SUCCESS', data: { transactionId: getTransactionId() } })
const sendPaymentWebhook = (message: ReturnType<typeof createWebhook>) =>
  sendWebhook(payingPortal.portal, message)
const returnFromGateway = (
  name: string | number,
  body: Record<string, unknown> = {},
  caller = payingResident,
) => caller.put(`/payment-aqwire/${name}`, { paymentId: name, status: 2, outsourceStatus: 'S', ...body })

test('a success invented by the browser has no effect', async () => {
  const { status, body } = await returnFromGateway(getTransactionId(), {
    status: 4,
    message: 'SUCCESS',
    digest: 'x',
    amountPaid: 1,
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({ id: startedPayment.id, status: 1, outsourceStatus: null, amountPaid: 2500 })
  expect(await loadState()).toMatchObject({ status: 1, notices: [], steps: ['>1'] })
})

test('the browser can use any number of the payment, and the check decides', async () => {
  for (const name of [getTransactionId(), startedPayment.txnId, startedPayment.id])
    expect((await returnFromGateway(name)).body).toMatchObject({ id: startedPayment.id, status: 1 })
  payingPortal.aqwire.pay(startedPayment.txnId, { fee: 75 })
  expect((await returnFromGateway(startedPayment.id)).body).toMatchObject({
    status: 2,
    outsourceStatus: 'S',
    gatewayAmount: 2575,
    gatewayMethod: 'card',
  })
  expect(await loadState()).toMatchObject({ set_aside: null, gateway_fee: 75, next_inquiry_at: null })
})

test("another tenant's payment answers 404 by all its numbers, without an inquiry", async () => {
  const ben = await payingPortal.portal.as('client')
  payingPortal.aqwire.pay(startedPayment.txnId)
  const callCount = payingPortal.aqwire.calls.length
  for (const name of [getTransactionId(), startedPayment.txnId, startedPayment.id, 'nothing', 999_999])
    expect((await returnFromGateway(name, {}, ben)).status).toBe(404)
  const { id } = await startTestPayment(ben, 'dragonpay')
  expect((await returnFromGateway(id, {}, ben)).status).toBe(404)
  expect(payingPortal.aqwire.calls).toHaveLength(callCount)
  const paymentState = await loadState()
  expect(paymentState).toMatchObject({ status: 1, outsource_status: null })
  expect(paymentState.verdicts.filter((verdict) => verdict === 'return notOwn')).toHaveLength(3)
})

test('the browser finds no deleted payment', async () => {
  await updatePaymentRow(payingPortal.portal, startedPayment.id, { status: 0 })
  for (const name of [getTransactionId(), startedPayment.txnId, startedPayment.id])
    expect((await returnFromGateway(name)).status).toBe(404)
  expect((await loadState()).verdicts).toContain('return unknown')
})

test('a webhook is a hint: the check decides, and repeated ones cause one transition', async () => {
  expect(await sendPaymentWebhook(createWebhook())).toBe(200)
  expect(await loadState()).toMatchObject({ status: 1, outsource_status: null })

  payingPortal.aqwire.pay(startedPayment.txnId)
  for (const _ of [1, 2]) expect(await sendPaymentWebhook(createWebhook())).toBe(200)
  const paymentState = await loadState()
  expect(paymentState.steps).toEqual(['>1', '1>2 S'])
  expect(paymentState.notices).toEqual(['admin: New payment'])
})

test.each([
  ['our own number', (txnId: string) => ({ uniqueId: txnId })],
  ['our own number within', (txnId: string) => ({ data: { uniqueId: txnId } })],
])('a webhook may name the transaction by %s', async (_name, toBody) => {
  payingPortal.aqwire.pay(startedPayment.txnId)
  expect(await sendPaymentWebhook(payingPortal.aqwire.webhook(toBody(startedPayment.txnId)))).toBe(200)
  expect(await loadState()).toMatchObject({ outsource_status: 'S' })
})

test('a webhook with a wrong or missing signature, or altered, is refused', async () => {
  payingPortal.aqwire.pay(startedPayment.txnId)
  const genuineWebhook = createWebhook()
  for (const forgedWebhook of [
    { ...genuineWebhook, sign: '' },
    { ...genuineWebhook, sign: 'A'.repeat(44) },
    { ...genuineWebhook, body: `${genuineWebhook.body} ` },
    { ...genuineWebhook, body: '' },
    { ...genuineWebhook, sign: payingPortal.aqwire.webhook({ other: true }).sign },
  ])
    expect(await sendPaymentWebhook(forgedWebhook)).toBe(400)
  const paymentState = await loadState()
  expect(paymentState).toMatchObject({ status: 1, outsource_status: null })
  expect(paymentState.verdicts).toContain('webhook badDigest')
})

test('signed bodies in unknown forms answer 404', async () => {
  for (const invalidBody of [
    [],
    'text',
    7,
    null,
    { data: 'text' },
    { id: startedPayment.id },
    { data: { transactionId: {} } },
  ])
    expect(await sendPaymentWebhook(payingPortal.aqwire.webhook(invalidBody))).toBe(404)
  expect((await loadState()).verdicts).toEqual(['create accepted'])
})

test("strangers' calls block neither the webhook nor the return of a payment, and reveal no payment", async () => {
  const ben = await payingPortal.portal.as('client')
  const returnAsBen = async (...names: (string | number)[]) => {
    const returnResults = []
    for (const name of names) {
      const { status, body } = await returnFromGateway(name, {}, ben)
      returnResults.push(`${status} ${body.code}`)
    }
    return returnResults
  }
  const numbersOfAna = [getTransactionId(), startedPayment.txnId, startedPayment.id]
  expect(await returnAsBen(...numbersOfAna)).toEqual(await returnAsBen('nothing', 'AQ-0', 999_999))
  for (let n = 0; n < 31; n++) {
    await returnAsBen(startedPayment.id)
    expect(await sendPaymentWebhook({ ...createWebhook(), sign: 'A'.repeat(44) })).toBe(400)
  }
  expect(await sendPaymentWebhook(createWebhook())).toBe(200)
  expect((await returnFromGateway(startedPayment.id)).status).toBe(200)
})

test('repeated signed webhooks are refused after thirty in a minute', async () => {
  const webhookStatuses = []
  for (let n = 0; n < 32; n++) webhookStatuses.push(await sendPaymentWebhook(createWebhook()))
  expect(webhookStatuses).toEqual([...Array<number>(30).fill(200), 429, 429])
  expect((await returnFromGateway(startedPayment.id)).status).toBe(429)
  const messageTime = new Date(Date.now() - 61_000)
  await payingPortal.portal.db.updateTable('gateway_messages').set({ at: messageTime }).execute()
  expect(await sendPaymentWebhook(createWebhook())).toBe(200)
})

test('if AQWire does not answer, the next inquiry is within a minute', async () => {
  const otherPayment = await startTestPayment(payingResident, 'aqwire', 2600)
  const laterInquiry = new Date(Date.now() + 6 * 3_600_000)
  for (const { id } of [startedPayment, otherPayment])
    await updatePaymentRow(payingPortal.portal, id, { next_inquiry_at: laterInquiry })
  payingPortal.aqwire.planFaults('/check/', 'error')
  expect(await sendPaymentWebhook(createWebhook())).toBe(200)
  const paymentState = await loadState()
  expect(paymentState.verdicts).toEqual(['create accepted', 'webhook failed', 'inquiry failed'])
  expect(paymentState.next_inquiry_at?.getTime()).toBeLessThan(Date.now() + 61_000)
  expect((await loadState(otherPayment.id)).next_inquiry_at).toEqual(laterInquiry)
  const dueTime = new Date(Date.now() - 1000)
  await updatePaymentRow(payingPortal.portal, startedPayment.id, { next_inquiry_at: dueTime })
  payingPortal.aqwire.planFaults('/check/', 'error')
  expect(await sendPaymentWebhook(createWebhook())).toBe(200)
  expect((await loadState()).next_inquiry_at).toEqual(dueTime)
})

test('an unknown status counts as pending, and the office reads it on the payment', async () => {
  payingPortal.aqwire.pay(startedPayment.txnId, { status: 'ON_HOLD' })
  await returnFromGateway(startedPayment.id)
  const paymentState = await loadState()
  expect(paymentState).toMatchObject({ status: 2, outsource_status: 'U' })
  expect(paymentState.message).toContain('AQWire says ON_HOLD.')
  expect(paymentState.notices).toEqual(['admin: New payment'])
})
