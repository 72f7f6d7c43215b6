import { beforeEach, expect, test } from 'vitest'
import { updatePaymentRow } from '#features/posting/testing.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import { inquireDuePayments } from './inquire-due-payments.ts'
import {
  startTestPayment,
  openPayingPortal,
  sendPostback,
  loadPaymentState,
} from './testing/paying-portal.ts'

const payingPortal = await openPayingPortal()
let payingResident: LoggedInCaller
beforeEach(async () => {
  payingResident = await payingPortal.portal.as('client')
})

const LABELS = { dragonpay: 'Dragon Pay', aqwire: 'AQWire' } as const
type Gateway = keyof typeof LABELS

async function beginWithStatus(gateway: Gateway, gatewayStatus: string, message = ''): Promise<number> {
  const { id, txnId } = await startTestPayment(payingResident, gateway)
  await reportStatus(gateway, { id, txnId }, gatewayStatus, message)
  return id
}

async function reportStatus(
  gateway: Gateway,
  { id, txnId }: { id: number; txnId: string },
  gatewayStatus: string,
  message = '',
) {
  if (gateway === 'dragonpay') {
    const fields = payingPortal.dragonpay.callback(txnId, { status: gatewayStatus, message })
    expect((await sendPostback(payingPortal.portal, fields)).status).toBe(200)
  } else {
    payingPortal.aqwire.pay(txnId, {
      status: gatewayStatus,
      ...(gatewayStatus !== 'SUCCESS' && { paidAt: null }),
    })
    expect((await payingResident.put(`/payment-aqwire/${id}`, {})).status).toBe(200)
  }
}

// Loads the texts about a payment. Replaces the gateway's name, so that the texts of both gateways can be
// compared.
async function loadTexts(id: number, gateway: Gateway) {
  const {
    status,
    outsource_status: statusCode,
    reference_number: number,
  } = await loadPaymentState(payingPortal.portal, id)
  const notificationRows = await payingPortal.portal.db
    .selectFrom('notifications')
    .select(['area', 'title', 'message'])
    .where('message', 'like', `%${number}%`)
    .orderBy('id')
    .execute()
  const maskGatewayNames = (text: string) =>
    text.replaceAll(LABELS[gateway], 'GATEWAY').replaceAll(number, 'PY')
  return {
    status,
    letter: statusCode,
    notices: notificationRows.map((row) => `${row.area}: ${row.title}. ${maskGatewayNames(row.message)}`),
  }
}

test.each([
  ['waiting', 'P', 'PENDING', 2, 'P'],
  ['paid', 'S', 'SUCCESS', 2, 'S'],
  ['failed', 'F', 'FAILED', 5, 'F'],
  ['cancelled', 'V', 'CANCELLED', 5, 'V'],
  ['refunded', 'R', 'REFUNDED', 1, 'R'],
])(
  '%s: Dragonpay’s %s and AQWire’s %s have one status, one letter and the same words',
  async (_word, dragonpayStatus, name, status, expected) => {
    const [dragonpayId, aqwireId] = [
      await beginWithStatus('dragonpay', dragonpayStatus),
      await beginWithStatus('aqwire', name),
    ]
    const [dragonpay, aqwire] = [
      await loadTexts(dragonpayId, 'dragonpay'),
      await loadTexts(aqwireId, 'aqwire'),
    ]
    expect(dragonpay).toMatchObject({ status, letter: expected })
    expect(aqwire).toEqual(dragonpay)
  },
)

test('notifications use the pages’ words, without codes and references', async () => {
  const failedPaymentId = await beginWithStatus(
    'dragonpay',
    'F',
    '[108] Insufficient funds, reference no X1Y2',
  )
  expect((await loadTexts(failedPaymentId, 'dragonpay')).notices).toEqual([
    'client: Payment failed. Your payment of ₱1,500.00 by GATEWAY (PY): Failed. Nothing was paid. ' +
      'GATEWAY says: Insufficient funds',
  ])
  const cancelledPaymentId = await beginWithStatus('aqwire', 'CANCELLED')
  expect((await loadTexts(cancelledPaymentId, 'aqwire')).notices).toEqual([
    'client: Payment cancelled. Your payment of ₱1,500.00 by GATEWAY (PY): Cancelled. Nothing was paid.',
  ])
  const { id, txnId } = await startTestPayment(payingResident, 'aqwire')
  await reportStatus('aqwire', { id, txnId }, 'PENDING')
  await reportStatus('aqwire', { id, txnId }, 'SUCCESS')
  const notificationTexts = (await loadTexts(id, 'aqwire')).notices.map((text) =>
    text.replace(/Tenant .*?\)/, 'PAYER'),
  )
  expect(notificationTexts).toEqual([
    'admin: New payment. PAYER, ₱1,500.00 by GATEWAY (PY): Waiting.',
    'admin: Payment paid. PAYER, ₱1,500.00 by GATEWAY (PY): Paid.',
    'client: Payment paid. Your payment of ₱1,500.00 by GATEWAY (PY): Paid. The office checks your payment next.',
  ])
})

test('a pending payment that is paid with another amount: the resident reads no amount, the office why it is set aside', async () => {
  const { id, txnId } = await startTestPayment(payingResident, 'aqwire')
  await reportStatus('aqwire', { id, txnId }, 'PENDING')
  payingPortal.aqwire.pay(txnId, { amount: 15 })
  expect((await payingResident.put(`/payment-aqwire/${id}`, {})).status).toBe(200)
  const { notices } = await loadTexts(id, 'aqwire')
  expect(notices.slice(1).map((text) => text.replace(/Tenant .*?\)/, 'PAYER'))).toEqual([
    'admin: Payment set aside. PAYER, ₱1,500.00 by GATEWAY (PY): ' +
      'The gateway says ₱15.00 where the payment says ₱1,500.00.',
    'client: Payment paid. The office checks your payment (PY) next.',
  ])
})

test('a resident’s cancellation at Dragonpay, code 107, is shown as cancelled, not failed', async () => {
  const id = await beginWithStatus('dragonpay', 'F', '[107] Transaction cancelled, reference no X1')
  expect(await loadTexts(id, 'dragonpay')).toEqual({
    status: 5,
    letter: 'V',
    notices: [
      'client: Payment cancelled. Your payment of ₱1,500.00 by GATEWAY (PY): Cancelled. Nothing was paid.',
    ],
  })
  expect(await loadTexts(await beginWithStatus('dragonpay', 'F', '108'), 'dragonpay')).toMatchObject({
    letter: 'F',
  })
})

test('a failure revised by AQWire is noticed by further inquiries; Dragonpay’s is final', async () => {
  const { id, txnId } = await startTestPayment(payingResident, 'aqwire')
  await reportStatus('aqwire', { id, txnId }, 'FAILED')
  expect((await loadPaymentState(payingPortal.portal, id)).next_inquiry_at).not.toBeNull()
  payingPortal.aqwire.pay(txnId)
  await updatePaymentRow(payingPortal.portal, id, { next_inquiry_at: new Date(0) })
  await inquireDuePayments(payingPortal.portal.services)
  expect(await loadPaymentState(payingPortal.portal, id)).toMatchObject({
    status: 5,
    outsource_status: 'S',
    set_aside: "The gateway says 'Paid' after it said 'Failed'.",
    next_inquiry_at: null,
  })
  expect((await loadTexts(id, 'aqwire')).notices.slice(1).map((text) => text.split(/[.(]/)[0])).toEqual([
    'admin: Payment set aside',
    'client: Payment paid',
  ])
  const failedPaymentId = await beginWithStatus('dragonpay', 'F')
  expect((await loadPaymentState(payingPortal.portal, failedPaymentId)).next_inquiry_at).toBeNull()
})
