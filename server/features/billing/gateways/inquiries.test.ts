import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LoggedIn } from '../../../testing/callers.ts'
import { setPayment } from '../payments/testing.ts'
import { inquireDuePayments } from './inquiries.ts'
import { removeOldMessages, storeMessage } from './messages.ts'
import { begin, createPayingPortal, postback, stateOf, type PayingPortal } from './testing/paying.ts'
import { withdrawPayment } from './withdraw.ts'

let paying: PayingPortal
let ana: LoggedIn
beforeEach(async () => {
  paying = await createPayingPortal()
  ana = await paying.portal.as('client')
})
afterEach(() => paying.close())

const state = (id: number) => stateOf(paying.portal, id)
const run = () => inquireDuePayments(paying.portal.services)
const change = (id: number, columns: Parameters<typeof setPayment>[2]) =>
  setPayment(paying.portal, id, columns)
const ago = (ms: number) => new Date(Date.now() - ms)
const DAY = 86_400_000
const makeDue = (id: number) => change(id, { next_inquiry_at: ago(1000) })
const minutesUntilNext = async (id: number) =>
  Math.round(((await state(id)).next_inquiry_at!.getTime() - Date.now()) / 60_000)

test('the first question comes after a minute, then after 5, 15, 60 and 360, and every 6 hours', async () => {
  const { id } = await begin(ana, 'dragonpay')
  expect(await minutesUntilNext(id)).toBe(1)
  const waits = []
  for (let n = 0; n < 6; n += 1) {
    await makeDue(id)
    expect(await run()).toBe(1)
    waits.push(await minutesUntilNext(id))
  }
  expect(waits).toEqual([5, 15, 60, 360, 360, 360])
  expect((await state(id)).inquiries).toBe(6)
})

test('nothing that is not due is asked about', async () => {
  await begin(ana, 'dragonpay')
  expect(await run()).toBe(0)
})

test('a question that was put off while the clock was ahead is asked, not waited for', async () => {
  const { id } = await begin(ana, 'dragonpay')
  await change(id, { next_inquiry_at: ago(-2 * DAY) })
  expect(await run()).toBe(1)
  expect(await minutesUntilNext(id)).toBe(5)
})

test('a success that no message told of is found, and nothing is asked after it', async () => {
  const paid = await begin(ana, 'dragonpay')
  Object.assign(paying.dragonpay.transactions.get(paid.txnId)!, { Status: 'S' })
  const card = await begin(ana, 'aqwire')
  paying.aqwire.pay(card.txnId)
  await makeDue(paid.id)
  await makeDue(card.id)
  await run()
  for (const { id } of [paid, card])
    expect(await state(id)).toMatchObject({
      status: 2,
      outsource_status: 'S',
      gateway_amount: 1500,
      next_inquiry_at: null,
    })
})

test('a page that nobody has paid at yet is no news for the office', async () => {
  const card = await begin(ana, 'aqwire')
  await makeDue(card.id)
  await run()
  expect(await state(card.id)).toMatchObject({
    status: 1,
    outsource_status: null,
    notices: [],
    verdicts: ['create accepted', 'inquiry untouched'],
  })
})

test('a gateway that is down costs a failed message and the next try, not the payment', async () => {
  const { id, txnId } = await begin(ana, 'dragonpay')
  Object.assign(paying.dragonpay.transactions.get(txnId)!, { Status: 'S' })
  await makeDue(id)
  paying.dragonpay.misbehave('/', 'error', 'error')
  await run()
  expect(await state(id)).toMatchObject({ status: 1, verdicts: ['create accepted', 'inquiry failed'] })
  await makeDue(id)
  await run()
  expect(await state(id)).toMatchObject({ status: 2, outsource_status: 'S' })
})

test('after seven days nobody is asked any more', async () => {
  const { id } = await begin(ana, 'dragonpay')
  await change(id, { created_at: ago(8 * DAY), next_inquiry_at: ago(1000) })
  await run()
  expect((await state(id)).next_inquiry_at).toBeNull()
})

test('several processes at once ask about each payment once', async () => {
  const begun = []
  for (let n = 0; n < 12; n += 1) begun.push(await begin(ana, 'dragonpay'))
  for (const { id } of begun) await makeDue(id)
  const before = paying.dragonpay.calls.length
  const asked = await Promise.all([run(), run(), run(), run()])
  expect(asked.reduce((sum, n) => sum + n, 0)).toBe(12)
  expect(paying.dragonpay.calls.length - before).toBe(12)
})

test('the inquiry and the postback at the same moment are one transition', async () => {
  const { id, txnId } = await begin(ana, 'dragonpay')
  Object.assign(paying.dragonpay.transactions.get(txnId)!, { Status: 'S' })
  await makeDue(id)
  const signed = paying.dragonpay.callback(txnId)
  await Promise.all([run(), ...Array.from({ length: 10 }, () => postback(paying.portal, signed))])
  const found = await state(id)
  expect(found.steps).toEqual(['>1', '1>2 S'])
  expect(found.notices).toEqual(['admin: New payment'])
  await run()
  expect(await state(id)).toMatchObject({ gateway_amount: 1500, next_inquiry_at: null })
})

test('a payment that its gateway never heard of is taken back, one that was offered stays', async () => {
  paying.dragonpay.misbehave('/', 'error', 'error', 'error')
  await ana.post('/payment-dragonpay', { email: 'ana@condo.ph', amountPaid: 100 })
  const lost = await paying.portal.db.selectFrom('payments').select('id').executeTakeFirstOrThrow()
  const offered = await begin(ana, 'dragonpay')
  paying.dragonpay.transactions.clear()
  await makeDue(lost.id)
  await makeDue(offered.id)
  await run()
  expect((await state(lost.id)).status).toBe(0)
  expect(await state(offered.id)).toMatchObject({ status: 1 })
})

test.each([{ status: 2 }, { outsource_status: 'P' }])(
  'a payment that moved to %o while its gateway was asked is not taken back',
  async (moved) => {
    const { id } = await begin(ana, 'dragonpay')
    await change(id, moved)
    const before = await state(id)
    await withdrawPayment(paying.portal.services, id, 'The gateway does not know it.')
    expect(await state(id)).toEqual(before)
  },
)

test('a payment of the sandbox means nothing to the real gateway', async () => {
  const { id } = await begin(ana, 'dragonpay')
  await change(id, { sandbox: true })
  await makeDue(id)
  const before = paying.dragonpay.calls.length
  await run()
  expect(paying.dragonpay.calls).toHaveLength(before)
})

test('questions do not make the record newer than the office has seen it', async () => {
  const { id } = await begin(ana, 'dragonpay')
  const { updated_at: seen, version } = await state(id)
  await makeDue(id)
  paying.dragonpay.transactions.clear()
  await run()
  expect(await state(id)).toMatchObject({ updated_at: seen, version })
})

test("old messages that led nowhere go, those of a payment's history stay", async () => {
  const { db } = paying.portal
  const { id, txnId } = await begin(ana, 'dragonpay')
  await postback(paying.portal, paying.dragonpay.callback(txnId, { status: 'S' }))
  await postback(paying.portal, 'txnid=X&refno=1&status=S&message=&digest=0')
  const aqwire = { name: 'aqwire', sandbox: false } as const
  await storeMessage(db, aqwire, { kind: 'webhook', txnId: null, paymentId: null, raw: {} })
  await db
    .updateTable('gateway_messages')
    .set({ at: ago(100 * DAY) })
    .execute()
  await removeOldMessages(db)
  expect((await state(id)).verdicts).toEqual(['create accepted', 'postback accepted'])
  const left = await db.selectFrom('gateway_messages').select('kind').execute()
  expect(left).toHaveLength(2)
})
