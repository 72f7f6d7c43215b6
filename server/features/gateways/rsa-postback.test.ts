import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { LoggedInCaller } from '#testing/callers.ts'
import type { CallbackFields } from './sandbox/create-dragonpay-server.ts'
import {
  startTestPayment,
  createPayingPortal,
  openPayingPortal,
  sendPostback,
  toReturnBody,
  loadPaymentState,
  type StartedPayment,
} from './testing/paying-portal.ts'

// Portal of all tests except the last. The last test opens another portal, because this one has cached the
// keys.
const payingPortal = await openPayingPortal({ verifier: 'rsa' })
let payingResident: LoggedInCaller
let startedPayment: StartedPayment
beforeEach(async () => {
  payingResident = await payingPortal.portal.as('client')
  startedPayment = await startTestPayment(payingResident, 'dragonpay')
})

function signPaidCallback(transactionFields: object = {}) {
  Object.assign(payingPortal.dragonpay.transactions.get(startedPayment.txnId)!, {
    Status: 'S',
    ...transactionFields,
  })
  return payingPortal.dragonpay.callback(startedPayment.txnId)
}
const sendPaymentPostback = async (fields: CallbackFields) =>
  (await sendPostback(payingPortal.portal, fields)).status
const loadState = () => loadPaymentState(payingPortal.portal, startedPayment.id)

test('RSA covers the amount, so the postback itself sets a different one aside', async () => {
  const signedCallback = signPaidCallback({ Amount: 1499.99 })
  expect(await sendPaymentPostback({ ...signedCallback, amount: '1500.00' })).toBe(400)
  expect(await sendPaymentPostback(signedCallback)).toBe(200)
  const paymentState = await loadState()
  expect(paymentState).toMatchObject({
    status: 2,
    amount_paid: 1500,
    gateway_amount: 1499.99,
    next_inquiry_at: null,
  })
  expect(paymentState.set_aside).toContain('₱1,499.99')
  expect(paymentState.verdicts.at(-1)).toBe('postback amountDiffers')
})

test('the old digest is refused if the merchant chose RSA; the return includes the signature', async () => {
  const signedCallback = signPaidCallback()
  const { signatures, ...old } = signedCallback
  expect(await sendPaymentPostback(old)).toBe(400)
  const path = `/payment-dragonpay/${startedPayment.txnId}`
  expect((await payingResident.put(path, toReturnBody(signedCallback))).status).toBe(400)
  const { param1, param2, amount } = signedCallback
  const returnResponse = await payingResident.put(path, {
    ...toReturnBody(signedCallback),
    signatures,
    param1,
    param2,
    amount,
  })
  expect(returnResponse).toMatchObject({ status: 200, body: { status: 2, outsourceStatus: 'S' } })
})

test('without the keys a postback is neither accepted nor refused, and comes again', async () => {
  const { portal, dragonpay, close } = await createPayingPortal({ verifier: 'rsa' })
  onTestFinished(close)
  const { id, txnId } = await startTestPayment(await portal.as('client'), 'dragonpay')
  dragonpay.planFaults('/keys/', 'error')
  expect((await sendPostback(portal, dragonpay.callback(txnId, { status: 'S' }))).status).toBe(503)
  const paymentState = await loadPaymentState(portal, id)
  expect(paymentState).toMatchObject({ status: 1, outsource_status: null })
  expect(paymentState.verdicts.at(-1)).toBe('postback failed')
})
