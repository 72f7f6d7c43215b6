import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  begin,
  createPayingPortal,
  postback,
  returnBody,
  stateOf,
  type PayingPortal,
} from './testing/paying.ts'

let paying: PayingPortal
beforeEach(async () => {
  paying = await createPayingPortal({ verifier: 'rsa' })
})
afterEach(() => paying.close())

test('with RSA the amount is covered: what differs is set aside by the postback itself', async () => {
  const ana = await paying.portal.as('client')
  const { id, txnId } = await begin(ana, 'dragonpay')
  Object.assign(paying.dragonpay.transactions.get(txnId)!, { Status: 'S', Amount: 1499.99 })
  const signed = paying.dragonpay.callback(txnId)
  expect((await postback(paying.portal, { ...signed, amount: '1500.00' })).status).toBe(400)
  expect((await postback(paying.portal, signed)).status).toBe(200)
  const found = await stateOf(paying.portal, id)
  expect(found).toMatchObject({
    status: 2,
    amount_paid: 1500,
    gateway_amount: 1499.99,
    next_inquiry_at: null,
  })
  expect(found.set_aside).toContain('₱1,499.99')
  expect(found.verdicts.at(-1)).toBe('postback amountDiffers')
})

test('the old digest is not enough where the merchant has chosen RSA; the return hands the signature over', async () => {
  const ana = await paying.portal.as('client')
  const { txnId } = await begin(ana, 'dragonpay')
  Object.assign(paying.dragonpay.transactions.get(txnId)!, { Status: 'S' })
  const signed = paying.dragonpay.callback(txnId)
  const { signatures: _left, ...old } = signed
  expect((await postback(paying.portal, old)).status).toBe(400)
  const path = `/payment-dragonpay/${txnId}`
  expect((await ana.put(path, returnBody(signed))).status).toBe(400)
  const { signatures, param1, param2, amount } = signed
  const { status, body } = await ana.put(path, { ...returnBody(signed), signatures, param1, param2, amount })
  expect(status).toBe(200)
  expect(body).toMatchObject({ status: 2, outsourceStatus: 'S' })
})

test('while the keys cannot be had, the postback is neither believed nor refused: it comes again', async () => {
  const ana = await paying.portal.as('client')
  const { id, txnId } = await begin(ana, 'dragonpay')
  const signed = paying.dragonpay.callback(txnId, { status: 'S' })
  paying.dragonpay.misbehave('/keys/', 'error')
  expect((await postback(paying.portal, signed)).status).toBe(503)
  const found = await stateOf(paying.portal, id)
  expect(found).toMatchObject({ status: 1, outsource_status: null })
  expect(found.verdicts.at(-1)).toBe('postback failed')
})
