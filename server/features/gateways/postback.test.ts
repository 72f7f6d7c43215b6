import { beforeEach, expect, test, vi } from 'vitest'
import { setPayment } from '#features/posting/testing.ts'
import type { LoggedIn } from '#testing/callers.ts'
import { inquireDuePayments } from './inquire-due-payments.ts'
import {
  begin,
  openPayingPortal,
  sendPostback,
  toReturnBody,
  loadPaymentState,
  type StartedPayment,
} from './testing/paying.ts'

let ana: LoggedIn
let begun: StartedPayment
const paying = await openPayingPortal()
beforeEach(async () => {
  ana = await paying.portal.as('client')
  begun = await begin(ana, 'dragonpay')
})

const signed = (changed: Record<string, string> = {}, txnId = begun.txnId) =>
  paying.dragonpay.callback(txnId, changed)
const send = (fields: Record<string, string> | string, method: 'GET' | 'POST' = 'POST') =>
  sendPostback(paying.portal, fields, method)
const loadState = (id = begun.id) => loadPaymentState(paying.portal, id)
const getTransaction = () => paying.dragonpay.transactions.get(begun.txnId)!
const comeBack = (fields: Record<string, string>, who = ana) =>
  who.put(`/payment-dragonpay/${fields.txnid}`, toReturnBody(fields))

test.each(['GET', 'POST'] as const)(
  'a postback by %s is answered as Dragonpay wants it and moves the payment',
  async (method) => {
    Object.assign(getTransaction(), { Status: 'S' })
    expect(await send(signed(), method)).toEqual({ status: 200, text: 'result=OK' })
    expect(await loadState()).toMatchObject({
      status: 2,
      outsource_status: 'S',
      amount_paid: 1500,
      steps: ['>1', '1>2 S'],
      verdicts: ['create accepted', 'postback accepted'],
    })
  },
)

test('twenty simultaneous copies of a postback cause one transition and one notification', async () => {
  Object.assign(getTransaction(), { Status: 'S' })
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => send(signed(), n % 2 ? 'GET' : 'POST')),
  )
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  const found = await loadState()
  expect(found.steps).toEqual(['>1', '1>2 S'])
  expect(found.notices).toEqual(['admin: New payment'])
  expect(found.verdicts.filter((verdict) => verdict === 'postback accepted')).toHaveLength(1)
  expect(found.verdicts.filter((verdict) => verdict === 'postback duplicate')).toHaveLength(19)
})

const signOther = async () => {
  const { digest = '', status = '' } = signed({ status: 'S' }, (await begin(ana, 'dragonpay')).txnId)
  return { digest, status }
}
test.each<[string, Record<string, string> | typeof signOther]>([
  ['no digest', { digest: '' }],
  ['the digest of another transaction', signOther],
  ['an altered status', { status: 'S' }],
])('%s, from server or browser: 400, nothing changed, kept for whoever looks', async (_name, altered) => {
  Object.assign(getTransaction(), { Status: 'P' })
  const forged = { ...signed(), ...(typeof altered === 'function' ? await altered() : altered) }
  expect((await send(forged)).status).toBe(400)
  expect((await comeBack(forged)).status).toBe(400)
  expect(await loadState()).toMatchObject({
    status: 1,
    outsource_status: null,
    steps: ['>1'],
    notices: [],
    verdicts: ['create accepted', 'postback badDigest', 'return badDigest'],
  })
})

test('a refusal is logged without values of the message', async () => {
  const warn = vi.spyOn(paying.portal.services.log, 'warn')
  const { digest = '' } = signed({ status: 'S' })
  await send({ ...signed({ status: 'S', message: 'a secret word' }), digest })
  expect(warn).toHaveBeenCalledTimes(1)
  const [told, words] = warn.mock.calls[0] as unknown as [object, string]
  expect(told).toMatchObject({
    gateway: 'dragonpay',
    kind: 'postback',
    payment: begun.id,
    verdict: 'badDigest',
  })
  expect(words).toBe('a message of a gateway was refused')
  expect(JSON.stringify(told)).not.toMatch(new RegExp(`secret word|${digest}`))
  warn.mockRestore()
})

test('repeating a genuine message is limited and changes nothing', async () => {
  const message = signed({ status: 'S' })
  const statuses = []
  for (let n = 0; n < 32; n += 1) statuses.push((await send(message)).status)
  expect(statuses.slice(0, 30).every((status) => status === 200)).toBe(true)
  expect(statuses.slice(30).every((status) => status === 429)).toBe(true)
  expect((await loadState()).steps).toEqual(['>1', '1>2 S'])
})

test('forged messages about a payment do not block the genuine one', async () => {
  Object.assign(getTransaction(), { Status: 'S' })
  for (let n = 0; n < 31; n++)
    expect(await send({ ...signed(), digest: 'f'.repeat(40) })).toMatchObject({ status: 400 })
  expect(await send(signed())).toMatchObject({ status: 200 })
})

test('an altered amount has no effect: the digest does not cover it, so it is not read', async () => {
  Object.assign(getTransaction(), { Status: 'S' })
  await send({ ...signed(), amount: '1.00' })
  expect(await loadState()).toMatchObject({
    status: 2,
    gateway_amount: null,
    set_aside: null,
    amount_paid: 1500,
  })
  await inquireDuePayments(paying.portal.services)
  expect(await loadState()).toMatchObject({ gateway_amount: 1500, set_aside: null, next_inquiry_at: null })
  await send(signed())
  expect((await loadState()).next_inquiry_at).toBeNull()
})

test('the verdict of a message says what it changed, and when the payment is asked about next', async () => {
  const later = new Date(Date.now() + 3_600_000)
  await setPayment(paying.portal, begun.id, { next_inquiry_at: later })
  await send(signed({ status: 'P' }))
  const pending = (await loadState()).next_inquiry_at?.getTime()
  expect(pending).toBeGreaterThan(later.getTime() - 3_600_000 + 59_000)
  expect(pending).toBeLessThan(later.getTime())
  // A later message 'pending' does not change the scheduled time. A success without an amount schedules an
  // inquiry at once.
  await setPayment(paying.portal, begun.id, { next_inquiry_at: later })
  await send(signed({ status: 'P' }))
  expect((await loadState()).next_inquiry_at).toEqual(later)
  await send(signed({ status: 'S' }))
  expect((await loadState()).next_inquiry_at?.getTime()).toBeLessThanOrEqual(Date.now())
  for (const status of ['S', 'P', 'R']) await send(signed({ status }))
  const words = ['accepted', 'duplicate', 'accepted', 'duplicate', 'late', 'setAside']
  expect((await loadState()).verdicts).toEqual([
    'create accepted',
    ...words.map((word) => `postback ${word}`),
  ])
})

test('a success of a deleted payment is set aside without an inquiry', async () => {
  await setPayment(paying.portal, begun.id, { status: 0 })
  expect((await send(signed({ status: 'S' }))).status).toBe(200)
  expect(await loadState()).toMatchObject({ status: 0, outsource_status: 'S', next_inquiry_at: null })
})

test('a different amount at the gateway is set aside for review', async () => {
  Object.assign(getTransaction(), { Status: 'S', Amount: 15 })
  await send(signed())
  await inquireDuePayments(paying.portal.services)
  const found = await loadState()
  expect(found).toMatchObject({ status: 2, amount_paid: 1500, gateway_amount: 15 })
  expect(found.set_aside).toContain('₱15.00')
  expect(found.verdicts.at(-1)).toBe('inquiry amountDiffers')
  expect(found.notices).toEqual(['admin: New payment', 'admin: Payment set aside'])
})

test('a failure rejects the payment, and a refund after a success is set aside for review', async () => {
  await send(signed({ status: 'F', message: '108' }))
  expect(await loadState()).toMatchObject({
    status: 5,
    message: 'Insufficient funds (108)',
    next_inquiry_at: null,
    notices: expect.arrayContaining(['client: Payment failed']),
  })

  const second = await begin(ana, 'dragonpay')
  await send(signed({ status: 'S' }, second.txnId))
  await send(signed({ status: 'R' }, second.txnId))
  const found = await loadState(second.id)
  expect(found).toMatchObject({ status: 2, outsource_status: 'R' })
  expect(found.set_aside).toContain('Refund')
  expect(found.verdicts.at(-1)).toBe('postback setAside')
})

test('postback and browser in either order cause one transition', async () => {
  Object.assign(getTransaction(), { Status: 'S' })
  await send(signed())
  const read = { id: begun.id, status: 2, outsourceStatus: 'S', gatewayAmount: 1500 }
  expect(await comeBack(signed())).toMatchObject({ status: 200, body: read })
  expect((await loadState()).steps).toEqual(['>1', '1>2 S'])

  const second = await begin(ana, 'dragonpay')
  Object.assign(paying.dragonpay.transactions.get(second.txnId)!, { Status: 'S' })
  expect((await comeBack(signed({}, second.txnId))).status).toBe(200)
  await send(signed({}, second.txnId))
  const found = await loadState(second.id)
  expect(found.steps).toEqual(['>1', '1>2 S'])
  expect(found.notices).toEqual(['admin: New payment'])
  expect(found.verdicts).toEqual([
    'create accepted',
    'return duplicate',
    'inquiry accepted',
    'postback duplicate',
  ])
})

test.each([{ digest: undefined }, { digest: { a: 1 } }, { txnId: 'PY-1' }])(
  'a return with %o changes nothing',
  async (changed) => {
    Object.assign(getTransaction(), { Status: 'S' })
    const body = { ...toReturnBody(signed()), ...changed }
    expect((await ana.put(`/payment-dragonpay/${begun.txnId}`, body)).status).toBe(400)
    expect(await loadState()).toMatchObject({ status: 1, outsource_status: null })
  },
)

test("another tenant's payment answers 404 and stays unchanged, even with a valid digest", async () => {
  const ben = await paying.portal.as('client')
  Object.assign(getTransaction(), { Status: 'S' })
  expect((await comeBack(signed(), ben)).status).toBe(404)
  expect(await loadState()).toMatchObject({ status: 1, outsource_status: null })
  expect((await loadState()).verdicts.at(-1)).toBe('return notOwn')
  const unknown = paying.dragonpay.callback('PY-2020-000001-ffff', { status: 'S' })
  expect((await comeBack(unknown, ben)).status).toBe(404)
  expect((await send(unknown)).status).toBe(404)
})

test('a gateway that never answers does not block the browser, and the verified message counts', async () => {
  Object.assign(getTransaction(), { Status: 'S' })
  paying.dragonpay.misbehave('/txnid/', 'silent')
  expect((await comeBack(signed())).status).toBe(200)
  const found = await loadState()
  expect(found).toMatchObject({ status: 2, outsource_status: 'S', gateway_amount: null })
  expect(found.next_inquiry_at?.getTime()).toBeLessThan(Date.now() + 1000)
})

test('messages in unknown forms are refused', async () => {
  for (const form of [
    '',
    'txnid',
    'a=1&b=2',
    `txnid=${begun.txnId}&txnid=${begun.txnId}&status=S`,
    'txnid=%00&refno=%00&status=S&message=%00&digest=%00',
    'txnid=%ED%A0%80&status=S',
    `txnid=${"' or 1=1 --"}&status=S`,
    'x'.repeat(10_000),
  ])
    expect((await send(form)).status, form.slice(0, 40)).toBe(400)
  expect((await send('x'.repeat(20_000))).status).toBe(413)
  expect((await send(`message=%00%ED%A0%80&txnid=${begun.txnId}&refno=1&status=S&digest=1`)).status).toBe(400)
  expect(await loadState()).toMatchObject({ status: 1 })
})
