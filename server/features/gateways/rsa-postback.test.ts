import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LoggedIn } from '#testing/callers.ts'
import type { CallbackFields } from './sandbox/dragonpay-server.ts'
import {
  begin,
  createPayingPortal,
  postback,
  returnBody,
  stateOf,
  type StartedPayment,
  type PayingPortal,
} from './testing/paying.ts'

let paying: PayingPortal
let ana: LoggedIn
let begun: StartedPayment
beforeEach(async () => {
  paying = await createPayingPortal({ verifier: 'rsa' })
  ana = await paying.portal.as('client')
  begun = await begin(ana, 'dragonpay')
})
afterEach(() => paying.close())

/** Signs Dragonpay's message of success with the known fields of the payment. */
function signPaid(known: object = {}) {
  Object.assign(paying.dragonpay.transactions.get(begun.txnId)!, { Status: 'S', ...known })
  return paying.dragonpay.callback(begun.txnId)
}
const send = async (fields: CallbackFields) => (await postback(paying.portal, fields)).status
const state = () => stateOf(paying.portal, begun.id)

test('RSA covers the amount, so the postback itself sets a different one aside', async () => {
  const signed = signPaid({ Amount: 1499.99 })
  expect(await send({ ...signed, amount: '1500.00' })).toBe(400)
  expect(await send(signed)).toBe(200)
  const found = await state()
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
  expect((await ana.put(path, returnBody(signed))).status).toBe(400)
  const { param1, param2, amount } = signed
  const answer = await ana.put(path, { ...returnBody(signed), signatures, param1, param2, amount })
  expect(answer).toMatchObject({ status: 200, body: { status: 2, outsourceStatus: 'S' } })
})

test('without the keys a postback is neither accepted nor refused, and comes again', async () => {
  const signed = signPaid()
  paying.dragonpay.misbehave('/keys/', 'error')
  expect(await send(signed)).toBe(503)
  const found = await state()
  expect(found).toMatchObject({ status: 1, outsource_status: null })
  expect(found.verdicts.at(-1)).toBe('postback failed')
})
