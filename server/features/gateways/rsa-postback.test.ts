import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { LoggedIn } from '#testing/callers.ts'
import type { CallbackFields } from './sandbox/create-dragonpay-server.ts'
import {
  begin,
  createPayingPortal,
  openPayingPortal,
  sendPostback,
  toReturnBody,
  loadPaymentState,
  type StartedPayment,
} from './testing/paying.ts'

// Shared by all tests except the last, which opens its own portal because this one has cached the keys.
const paying = await openPayingPortal({ verifier: 'rsa' })
let ana: LoggedIn
let begun: StartedPayment
beforeEach(async () => {
  ana = await paying.portal.as('client')
  begun = await begin(ana, 'dragonpay')
})

function signPaid(known: object = {}) {
  Object.assign(paying.dragonpay.transactions.get(begun.txnId)!, { Status: 'S', ...known })
  return paying.dragonpay.callback(begun.txnId)
}
const send = async (fields: CallbackFields) => (await sendPostback(paying.portal, fields)).status
const loadState = () => loadPaymentState(paying.portal, begun.id)

test('RSA covers the amount, so the postback itself sets a different one aside', async () => {
  const signed = signPaid({ Amount: 1499.99 })
  expect(await send({ ...signed, amount: '1500.00' })).toBe(400)
  expect(await send(signed)).toBe(200)
  const found = await loadState()
  expect(found).toMatchObject({
    status: 2,
    amount_paid: 1500,
    gateway_amount: 1499.99,
    next_inquiry_at: null,
  })
  expect(found.set_aside).toContain('₱1,499.99')
  expect(found.verdicts.at(-1)).toBe('postback amountDiffers')
})

test('the old digest is refused if the merchant chose RSA; the return includes the signature', async () => {
  const signed = signPaid()
  const { signatures, ...old } = signed
  expect(await send(old)).toBe(400)
  const path = `/payment-dragonpay/${begun.txnId}`
  expect((await ana.put(path, toReturnBody(signed))).status).toBe(400)
  const { param1, param2, amount } = signed
  const answer = await ana.put(path, { ...toReturnBody(signed), signatures, param1, param2, amount })
  expect(answer).toMatchObject({ status: 200, body: { status: 2, outsourceStatus: 'S' } })
})

test('without the keys a postback is neither accepted nor refused, and comes again', async () => {
  const { portal, dragonpay, close } = await createPayingPortal({ verifier: 'rsa' })
  onTestFinished(close)
  const { id, txnId } = await begin(await portal.as('client'), 'dragonpay')
  dragonpay.misbehave('/keys/', 'error')
  expect((await sendPostback(portal, dragonpay.callback(txnId, { status: 'S' }))).status).toBe(503)
  const found = await loadPaymentState(portal, id)
  expect(found).toMatchObject({ status: 1, outsource_status: null })
  expect(found.verdicts.at(-1)).toBe('postback failed')
})
