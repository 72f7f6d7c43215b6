import { afterEach, beforeEach, expect, test } from 'vitest'
import { setPayment } from '#features/posting/testing.ts'
import type { LoggedIn } from '#testing/callers.ts'
import { inquireDuePayments } from './inquiries.ts'
import { removeOldMessages, storeMessage } from './messages.ts'
import {
  begin,
  createPayingPortal,
  postback,
  stateOf,
  type StartedPayment,
  type PayingPortal,
} from './testing/paying.ts'
import { withdrawPayment } from './withdraw-payment.ts'

let paying: PayingPortal
let ana: LoggedIn
/** A payment by Dragonpay. */
let begun: StartedPayment
beforeEach(async () => {
  paying = await createPayingPortal()
  ana = await paying.portal.as('client')
  begun = await begin(ana, 'dragonpay')
})
afterEach(() => paying.close())

const state = (id = begun.id) => stateOf(paying.portal, id)
const run = () => inquireDuePayments(paying.portal.services)
const change = (columns: Parameters<typeof setPayment>[2], id = begun.id) =>
  setPayment(paying.portal, id, columns)
const ago = (ms: number) => new Date(Date.now() - ms)
const DAY = 86_400_000
const makeDue = (id?: number) => change({ next_inquiry_at: ago(1000) }, id)
const minutesUntilNext = async () =>
  Math.round(((await state()).next_inquiry_at!.getTime() - Date.now()) / 60_000)
/** Makes Dragonpay report success from now on. */
const payAtGateway = () => Object.assign(paying.dragonpay.transactions.get(begun.txnId)!, { Status: 'S' })

test('the first inquiry is after a minute, then after 5, 15, 60 and 360, and every 6 hours', async () => {
  expect(await minutesUntilNext()).toBe(1)
  const waits = []
  for (let n = 0; n < 6; n += 1) {
    await makeDue()
    expect(await run()).toBe(1)
    waits.push(await minutesUntilNext())
  }
  expect(waits).toEqual([5, 15, 60, 360, 360, 360])
  expect((await state()).inquiries).toBe(6)
})

test('only due payments are inquired about', async () => {
  expect(await run()).toBe(0)
})

test('an inquiry scheduled while the clock was ahead is made at once', async () => {
  await change({ next_inquiry_at: ago(-2 * DAY) })
  expect(await run()).toBe(1)
  expect(await minutesUntilNext()).toBe(5)
})

test('a success without a message is found, and inquiries stop', async () => {
  payAtGateway()
  const card = await begin(ana, 'aqwire')
  paying.aqwire.pay(card.txnId)
  for (const { id } of [begun, card]) await makeDue(id)
  await run()
  for (const { id } of [begun, card])
    expect(await state(id)).toMatchObject({
      status: 2,
      outsource_status: 'S',
      gateway_amount: 1500,
      next_inquiry_at: null,
    })
})

test('an unpaid payment page causes no notice to the office', async () => {
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

test('an unreachable gateway causes a failed message and a retry, and the payment stays', async () => {
  payAtGateway()
  await makeDue()
  paying.dragonpay.misbehave('/', 'error', 'error')
  await run()
  expect(await state()).toMatchObject({ status: 1, verdicts: ['create accepted', 'inquiry failed'] })
  await makeDue()
  await run()
  expect(await state()).toMatchObject({ status: 2, outsource_status: 'S' })
})

test('inquiries stop after seven days', async () => {
  await change({ created_at: ago(8 * DAY), next_inquiry_at: ago(1000) })
  await run()
  expect((await state()).next_inquiry_at).toBeNull()
})

test('simultaneous processes inquire about each payment once', async () => {
  const all = [begun]
  for (let n = 1; n < 12; n += 1) all.push(await begin(ana, 'dragonpay'))
  for (const { id } of all) await makeDue(id)
  const before = paying.dragonpay.calls.length
  const asked = await Promise.all([run(), run(), run(), run()])
  expect(asked.reduce((sum, n) => sum + n, 0)).toBe(12)
  expect(paying.dragonpay.calls.length - before).toBe(12)
})

test('a simultaneous inquiry and postback cause one transition', async () => {
  payAtGateway()
  await makeDue()
  const signed = paying.dragonpay.callback(begun.txnId)
  await Promise.all([run(), ...Array.from({ length: 10 }, () => postback(paying.portal, signed))])
  expect(await state()).toMatchObject({ steps: ['>1', '1>2 S'], notices: ['admin: New payment'] })
  await run()
  expect(await state()).toMatchObject({ gateway_amount: 1500, next_inquiry_at: null })
})

test('an unanswered create is withdrawn if the gateway does not know it; an offered page is not', async () => {
  paying.dragonpay.misbehave('/', 'error', 'error', 'error')
  const asked = { email: 'ana@condo.ph', amountPaid: 100 }
  expect((await ana.post('/payment-dragonpay', asked)).status).toBe(502)
  const lost = begun.id + 1
  const watched = await state(lost)
  expect(watched).toMatchObject({ status: 1, amount_paid: 100, return_url: null })
  expect(watched.next_inquiry_at).not.toBeNull()
  paying.dragonpay.transactions.clear()
  for (const id of [lost, begun.id]) await makeDue(id)
  await run()
  expect([(await state(lost)).status, (await state()).status]).toEqual([0, 1])
})

test.each([{ status: 2 }, { outsource_status: 'P' }])(
  'a payment that moved to %o while its gateway was asked is not taken back',
  async (moved) => {
    await change(moved)
    const before = await state()
    await withdrawPayment(paying.portal.services, begun.id, 'The gateway does not know it.')
    expect(await state()).toEqual(before)
  },
)

test('a sandbox payment is not sent to the real gateway', async () => {
  await change({ sandbox: true })
  await makeDue()
  const before = paying.dragonpay.calls.length
  await run()
  expect(paying.dragonpay.calls).toHaveLength(before)
})

test("inquiries do not change the payment's version", async () => {
  const { updated_at: seen, version } = await state()
  await makeDue()
  paying.dragonpay.transactions.clear()
  await run()
  expect(await state()).toMatchObject({ updated_at: seen, version })
})

test("old messages without effect are deleted, those in a payment's history stay", async () => {
  const { db } = paying.portal
  await postback(paying.portal, paying.dragonpay.callback(begun.txnId, { status: 'S' }))
  await postback(paying.portal, 'txnid=X&refno=1&status=S&message=&digest=0')
  const aqwire = { name: 'aqwire', sandbox: false } as const
  await storeMessage(db, aqwire, { kind: 'webhook', txnId: null, paymentId: null, raw: {} })
  await db
    .updateTable('gateway_messages')
    .set({ at: ago(100 * DAY) })
    .execute()
  await removeOldMessages(db)
  expect((await state()).verdicts).toEqual(['create accepted', 'postback accepted'])
  const left = await db.selectFrom('gateway_messages').select('kind').execute()
  expect(left).toHaveLength(2)
})
