import { beforeEach, expect, test } from 'vitest'
import { setPayment } from '#features/posting/testing.ts'
import type { LoggedIn } from '#testing/callers.ts'
import {
  begin,
  openPayingPortal,
  loadPaymentState,
  sendWebhook,
  type StartedPayment,
} from './testing/paying.ts'

let ana: LoggedIn
let begun: StartedPayment
const paying = await openPayingPortal()
beforeEach(async () => {
  ana = await paying.portal.as('client')
  begun = await begin(ana, 'aqwire', 2500)
})

const loadState = (id = begun.id) => loadPaymentState(paying.portal, id)
const getTransactionId = () => paying.aqwire.find(begun.txnId).transactionId
const createHint = () =>
  paying.aqwire.webhook({ status: 'SUCCESS', data: { transactionId: getTransactionId() } })
const send = (message: ReturnType<typeof createHint>) => sendWebhook(paying.portal, message)
const comeBack = (name: string | number, body: Record<string, unknown> = {}, who = ana) =>
  who.put(`/payment-aqwire/${name}`, { paymentId: name, status: 2, outsourceStatus: 'S', ...body })

test('a success invented by the browser has no effect', async () => {
  const { status, body } = await comeBack(getTransactionId(), {
    status: 4,
    message: 'SUCCESS',
    digest: 'x',
    amountPaid: 1,
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({ id: begun.id, status: 1, outsourceStatus: null, amountPaid: 2500 })
  expect(await loadState()).toMatchObject({ status: 1, notices: [], steps: ['>1'] })
})

test('the browser can use any number of the payment, and the check decides', async () => {
  for (const name of [getTransactionId(), begun.txnId, begun.id])
    expect((await comeBack(name)).body).toMatchObject({ id: begun.id, status: 1 })
  paying.aqwire.pay(begun.txnId, { fee: 75 })
  expect((await comeBack(begun.id)).body).toMatchObject({
    status: 2,
    outsourceStatus: 'S',
    gatewayAmount: 2575,
    gatewayMethod: 'card',
  })
  // The total includes the fee. Without the fee, it equals the payment's amount.
  expect(await loadState()).toMatchObject({ set_aside: null, gateway_fee: 75, next_inquiry_at: null })
})

test("another tenant's payment answers 404 by all its numbers, without an inquiry", async () => {
  const ben = await paying.portal.as('client')
  paying.aqwire.pay(begun.txnId)
  const asked = paying.aqwire.calls.length
  for (const name of [getTransactionId(), begun.txnId, begun.id, 'nothing', 999_999])
    expect((await comeBack(name, {}, ben)).status).toBe(404)
  const { id } = await begin(ben, 'dragonpay')
  expect((await comeBack(id, {}, ben)).status).toBe(404)
  expect(paying.aqwire.calls).toHaveLength(asked)
  const found = await loadState()
  expect(found).toMatchObject({ status: 1, outsource_status: null })
  expect(found.verdicts.filter((verdict) => verdict === 'return notOwn')).toHaveLength(3)
})

test('the browser finds no deleted payment', async () => {
  await setPayment(paying.portal, begun.id, { status: 0 })
  for (const name of [getTransactionId(), begun.txnId, begun.id])
    expect((await comeBack(name)).status).toBe(404)
  expect((await loadState()).verdicts).toContain('return unknown')
})

test('a webhook is a hint: the check decides, and repeated ones cause one transition', async () => {
  expect(await send(createHint())).toBe(200)
  expect(await loadState()).toMatchObject({ status: 1, outsource_status: null })

  paying.aqwire.pay(begun.txnId)
  for (const _ of [1, 2]) expect(await send(createHint())).toBe(200)
  const found = await loadState()
  expect(found.steps).toEqual(['>1', '1>2 S'])
  expect(found.notices).toEqual(['admin: New payment'])
})

test.each([
  ['our own number', (txnId: string) => ({ uniqueId: txnId })],
  ['our own number within', (txnId: string) => ({ data: { uniqueId: txnId } })],
])('a webhook may name the transaction by %s', async (_name, toBody) => {
  paying.aqwire.pay(begun.txnId)
  expect(await send(paying.aqwire.webhook(toBody(begun.txnId)))).toBe(200)
  expect(await loadState()).toMatchObject({ outsource_status: 'S' })
})

test('a webhook with a wrong or missing signature, or altered, is refused', async () => {
  paying.aqwire.pay(begun.txnId)
  const good = createHint()
  for (const forged of [
    { ...good, sign: '' },
    { ...good, sign: 'A'.repeat(44) },
    { ...good, body: `${good.body} ` },
    { ...good, body: '' },
    { ...good, sign: paying.aqwire.webhook({ other: true }).sign },
  ])
    expect(await send(forged)).toBe(400)
  const found = await loadState()
  expect(found).toMatchObject({ status: 1, outsource_status: null })
  expect(found.verdicts).toContain('webhook badDigest')
})

test('signed bodies in unknown forms answer 404', async () => {
  for (const body of [
    [],
    'text',
    7,
    null,
    { data: 'text' },
    { id: begun.id },
    { data: { transactionId: {} } },
  ])
    expect(await send(paying.aqwire.webhook(body))).toBe(404)
  expect((await loadState()).verdicts).toEqual(['create accepted'])
})

test("strangers' calls block neither the webhook nor the return of a payment, and reveal no payment", async () => {
  const ben = await paying.portal.as('client')
  const comeBackAsBen = async (...names: (string | number)[]) => {
    const answers = []
    for (const name of names) {
      const { status, body } = await comeBack(name, {}, ben)
      answers.push(`${status} ${body.code}`)
    }
    return answers
  }
  const theirs = [getTransactionId(), begun.txnId, begun.id]
  expect(await comeBackAsBen(...theirs)).toEqual(await comeBackAsBen('nothing', 'AQ-0', 999_999))
  for (let n = 0; n < 31; n++) {
    await comeBackAsBen(begun.id)
    expect(await send({ ...createHint(), sign: 'A'.repeat(44) })).toBe(400)
  }
  expect(await send(createHint())).toBe(200)
  expect((await comeBack(begun.id)).status).toBe(200)
})

test('repeated signed webhooks are refused after thirty in a minute', async () => {
  const statuses = []
  for (let n = 0; n < 32; n++) statuses.push(await send(createHint()))
  expect(statuses).toEqual([...Array<number>(30).fill(200), 429, 429])
  expect((await comeBack(begun.id)).status).toBe(429)
  const at = new Date(Date.now() - 61_000)
  await paying.portal.db.updateTable('gateway_messages').set({ at }).execute()
  expect(await send(createHint())).toBe(200)
})

test('if AQWire does not answer, the next inquiry is within a minute', async () => {
  const other = await begin(ana, 'aqwire', 2600)
  const later = new Date(Date.now() + 6 * 3_600_000)
  for (const { id } of [begun, other]) await setPayment(paying.portal, id, { next_inquiry_at: later })
  paying.aqwire.misbehave('/check/', 'error')
  expect(await send(createHint())).toBe(200)
  const found = await loadState()
  expect(found.verdicts).toEqual(['create accepted', 'webhook failed', 'inquiry failed'])
  expect(found.next_inquiry_at?.getTime()).toBeLessThan(Date.now() + 61_000)
  expect((await loadState(other.id)).next_inquiry_at).toEqual(later)
  const due = new Date(Date.now() - 1000)
  await setPayment(paying.portal, begun.id, { next_inquiry_at: due })
  paying.aqwire.misbehave('/check/', 'error')
  expect(await send(createHint())).toBe(200)
  expect((await loadState()).next_inquiry_at).toEqual(due)
})

test('an unknown status counts as pending, and the office reads it on the payment', async () => {
  paying.aqwire.pay(begun.txnId, { status: 'ON_HOLD' })
  await comeBack(begun.id)
  const found = await loadState()
  expect(found).toMatchObject({ status: 2, outsource_status: 'U' })
  expect(found.message).toContain('AQWire says ON_HOLD.')
  expect(found.notices).toEqual(['admin: New payment'])
})
