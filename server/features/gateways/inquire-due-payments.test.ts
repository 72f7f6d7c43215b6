import { beforeEach, expect, test } from 'vitest'
import { setPayment } from '#features/posting/testing.ts'
import type { LoggedIn } from '#testing/callers.ts'
import { inquireDuePayments } from './inquire-due-payments.ts'
import { findByReference, hastenInquiry, saveCreated } from './repository.ts'
import { removeOldMessages, storeMessage } from './store-message.ts'
import {
  begin,
  openPayingPortal,
  sendPostback,
  loadPaymentState,
  type StartedPayment,
} from './testing/paying.ts'
import { withdrawPayment } from './withdraw-payment.ts'

const paying = await openPayingPortal()
let ana: LoggedIn
let begun: StartedPayment
beforeEach(async () => {
  // Stops inquiries about payments of earlier tests.
  await paying.portal.db.updateTable('payments').set({ next_inquiry_at: null }).execute()
  ana = await paying.portal.as('client')
  begun = await begin(ana, 'dragonpay')
})

const loadState = (id = begun.id) => loadPaymentState(paying.portal, id)
const run = () => inquireDuePayments(paying.portal.services)
const change = (columns: Parameters<typeof setPayment>[2], id = begun.id) =>
  setPayment(paying.portal, id, columns)
const getTimeAgo = (ms: number) => new Date(Date.now() - ms)
const DAY = 86_400_000
const makeDue = (id?: number) => change({ next_inquiry_at: getTimeAgo(1000) }, id)
// Returns the minutes from `from` to the next inquiry, rounded down: the schedule begins less than a minute
// after `from`.
const findMinutesUntilNext = async (from: number) =>
  Math.floor(((await loadState()).next_inquiry_at!.getTime() - from) / 60_000)
const payAtGateway = () => Object.assign(paying.dragonpay.transactions.get(begun.txnId)!, { Status: 'S' })

test('the first inquiry is after a minute, then after 5, 15, 60 and 360, and every 6 hours', async () => {
  expect(await findMinutesUntilNext((await loadState()).created_at.getTime())).toBe(1)
  const waits = []
  for (let n = 0; n < 6; n += 1) {
    await makeDue()
    const before = Date.now()
    expect(await run()).toBe(1)
    waits.push(await findMinutesUntilNext(before))
  }
  expect(waits).toEqual([5, 15, 60, 360, 360, 360])
  expect((await loadState()).inquiries).toBe(6)
})

test('only due payments are inquired about', async () => {
  expect(await run()).toBe(0)
})

test('an inquiry scheduled while the clock was ahead is made at once', async () => {
  await change({ next_inquiry_at: getTimeAgo(-2 * DAY) })
  const before = Date.now()
  expect(await run()).toBe(1)
  expect(await findMinutesUntilNext(before)).toBe(5)
})

test('a success without a message is found, and inquiries stop', async () => {
  payAtGateway()
  const card = await begin(ana, 'aqwire')
  paying.aqwire.pay(card.txnId)
  for (const { id } of [begun, card]) await makeDue(id)
  await run()
  for (const { id } of [begun, card])
    expect(await loadState(id)).toMatchObject({
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
  expect(await loadState(card.id)).toMatchObject({
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
  expect(await loadState()).toMatchObject({ status: 1, verdicts: ['create accepted', 'inquiry failed'] })
  await makeDue()
  await run()
  expect(await loadState()).toMatchObject({ status: 2, outsource_status: 'S' })
})

test('inquiries stop after seven days', async () => {
  await change({ created_at: getTimeAgo(8 * DAY), next_inquiry_at: getTimeAgo(1000) })
  await run()
  expect((await loadState()).next_inquiry_at).toBeNull()
})

test('simultaneous processes inquire about each payment once', async () => {
  const all = [begun]
  for (let n = 1; n < 6; n += 1) all.push(await begin(ana, 'dragonpay'))
  for (const { id } of all) await makeDue(id)
  const before = paying.dragonpay.calls.length
  const asked = await Promise.all([run(), run(), run(), run()])
  expect(asked.reduce((sum, n) => sum + n, 0)).toBe(6)
  expect(paying.dragonpay.calls.length - before).toBe(6)
})

test('an unanswered create is withdrawn if the gateway does not know it; an offered page is not', async () => {
  paying.dragonpay.misbehave('/', 'error', 'error', 'error')
  const asked = { email: 'ana@condo.ph', amountPaid: 100 }
  expect((await ana.post('/payment-dragonpay', asked)).status).toBe(502)
  const { id: lost } = await paying.portal.db
    .selectFrom('payments')
    .select('id')
    .where('tenant_id', '=', ana.id)
    .where('id', '<>', begun.id)
    .executeTakeFirstOrThrow()
  const watched = await loadState(lost)
  expect(watched).toMatchObject({ status: 1, amount_paid: 100, return_url: null })
  expect(watched.next_inquiry_at).not.toBeNull()
  paying.dragonpay.transactions.clear()
  for (const id of [lost, begun.id]) await makeDue(id)
  await run()
  expect([(await loadState(lost)).status, (await loadState()).status]).toEqual([0, 1])
})

test.each([{ status: 2 }, { outsource_status: 'P' }])(
  'a payment that moved to %o while its gateway was asked is not taken back',
  async (moved) => {
    await change(moved)
    const before = await loadState()
    await withdrawPayment(paying.portal.services, begun.id, 'The gateway does not know it.')
    expect(await loadState()).toEqual(before)
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
  const { updated_at: seen, version } = await loadState()
  await makeDue()
  paying.dragonpay.transactions.clear()
  await run()
  expect(await loadState()).toMatchObject({ updated_at: seen, version })
})

test("old messages without effect are deleted, those in a payment's history stay", async () => {
  const { db } = paying.portal
  await sendPostback(paying.portal, paying.dragonpay.callback(begun.txnId, { status: 'S' }))
  await sendPostback(paying.portal, 'txnid=X&refno=1&status=S&message=&digest=0')
  const aqwire = { name: 'aqwire', sandbox: false } as const
  await storeMessage(db, aqwire, { kind: 'webhook', txnId: null, paymentId: null, raw: {} })
  const stored = db.selectFrom('gateway_messages').select('kind').where('payment_id', 'is', null)
  expect(await stored.orderBy('id').execute()).toEqual([{ kind: 'postback' }, { kind: 'webhook' }])
  await db
    .updateTable('gateway_messages')
    .set({ at: getTimeAgo(100 * DAY) })
    .execute()
  await removeOldMessages(db)
  expect((await loadState()).verdicts).toEqual(['create accepted', 'postback accepted'])
  expect(await stored.execute()).toEqual([])
})

test('an inquiry is hastened unless the payment is deleted or its outcome final', async () => {
  const { db } = paying.portal
  const hastened = async (columns: Parameters<typeof setPayment>[2]) => {
    await change({ status: 1, outsource_status: null, next_inquiry_at: getTimeAgo(-60 * 60_000), ...columns })
    await hastenInquiry(db, begun.id)
    return (await findMinutesUntilNext(Date.now())) < 2
  }
  expect(await hastened({})).toBe(true)
  expect(await hastened({ outsource_status: 'P' })).toBe(true)
  expect(await hastened({ outsource_status: 'S' })).toBe(false)
  expect(await hastened({ status: 0 })).toBe(false)
  const soon = getTimeAgo(-10_000)
  await change({ status: 1, outsource_status: null, next_inquiry_at: soon })
  await hastenInquiry(db, begun.id)
  expect((await loadState()).next_inquiry_at).toEqual(soon)
})

test('the gateway’s number that came first stays, and the newest payment has a number', async () => {
  const { db } = paying.portal
  const other = await begin(ana, 'dragonpay')
  const save = (id: number, reference: string | null) =>
    db.transaction().execute((tx) => saveCreated(tx, id, { url: 'https://pay.example.test', reference }))
  await change({ gateway_reference: null })
  await save(begun.id, 'FIRST')
  await save(begun.id, 'SECOND')
  await change({ gateway_reference: 'FIRST' }, other.id)
  expect(await loadState()).toMatchObject({
    gateway_reference: 'FIRST',
    return_url: 'https://pay.example.test',
  })
  expect((await findByReference(db, 'dragonpay', 'FIRST'))?.id).toBe(other.id)
  expect(await findByReference(db, 'aqwire', 'FIRST')).toBeUndefined()
})
