import { beforeEach, expect, test, vi } from 'vitest'
import { updatePaymentRow } from '#features/posting/testing.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import { inquireDuePayments } from './inquire-due-payments.ts'
import {
  startTestPayment,
  openPayingPortal,
  sendPostback,
  toReturnBody,
  loadPaymentState,
  type StartedPayment,
} from './testing/paying-portal.ts'

let payingResident: LoggedInCaller
let startedPayment: StartedPayment
const payingPortal = await openPayingPortal()
beforeEach(async () => {
  payingResident = await payingPortal.portal.as('client')
  startedPayment = await startTestPayment(payingResident, 'dragonpay')
})

const signCallback = (changedFields: Record<string, string> = {}, txnId = startedPayment.txnId) =>
  payingPortal.dragonpay.callback(txnId, changedFields)
const sendPaymentPostback = (fields: Record<string, string> | string, method: 'GET' | 'POST' = 'POST') =>
  sendPostback(payingPortal.portal, fields, method)
const loadState = (id = startedPayment.id) => loadPaymentState(payingPortal.portal, id)
const getTransaction = () => payingPortal.dragonpay.transactions.get(startedPayment.txnId)!
const returnFromGateway = (fields: Record<string, string>, caller = payingResident) =>
  caller.put(`/payment-dragonpay/${fields.txnid}`, toReturnBody(fields))

test.each(['GET', 'POST'] as const)(
  'a postback by %s is answered as Dragonpay wants it and moves the payment',
  async (method) => {
    Object.assign(getTransaction(), { Status: 'S' })
    expect(await sendPaymentPostback(signCallback(), method)).toEqual({ status: 200, text: 'result=OK' })
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
  const postbackResponses = await Promise.all(
    Array.from({ length: 20 }, (_, n) => sendPaymentPostback(signCallback(), n % 2 ? 'GET' : 'POST')),
  )
  expect(postbackResponses.every(({ status }) => status === 200)).toBe(true)
  const paymentState = await loadState()
  expect(paymentState.steps).toEqual(['>1', '1>2 S'])
  expect(paymentState.notices).toEqual(['admin: New payment'])
  expect(paymentState.verdicts.filter((verdict) => verdict === 'postback accepted')).toHaveLength(1)
  expect(paymentState.verdicts.filter((verdict) => verdict === 'postback duplicate')).toHaveLength(19)
})

const createOtherSignature = async () => {
  const { digest = '', status = '' } = signCallback(
    { status: 'S' },
    (await startTestPayment(payingResident, 'dragonpay')).txnId,
  )
  return { digest, status }
}
test.each<[string, Record<string, string> | typeof createOtherSignature]>([
  ['no digest', { digest: '' }],
  ['the digest of another transaction', createOtherSignature],
  ['an altered status', { status: 'S' }],
])('%s, from server or browser: 400, nothing changed, kept for whoever looks', async (_name, alteration) => {
  Object.assign(getTransaction(), { Status: 'P' })
  const forgedCallback = {
    ...signCallback(),
    ...(typeof alteration === 'function' ? await alteration() : alteration),
  }
  expect((await sendPaymentPostback(forgedCallback)).status).toBe(400)
  expect((await returnFromGateway(forgedCallback)).status).toBe(400)
  expect(await loadState()).toMatchObject({
    status: 1,
    outsource_status: null,
    steps: ['>1'],
    notices: [],
    verdicts: ['create accepted', 'postback badDigest', 'return badDigest'],
  })
})

test('a refusal is logged without values of the message', async () => {
  const warnSpy = vi.spyOn(payingPortal.portal.services.log, 'warn')
  const { digest = '' } = signCallback({ status: 'S' })
  await sendPaymentPostback({ ...signCallback({ status: 'S', message: 'a secret word' }), digest })
  expect(warnSpy).toHaveBeenCalledTimes(1)
  const [loggedFields, loggedMessage] = warnSpy.mock.calls[0] as unknown as [object, string]
  expect(loggedFields).toMatchObject({
    gateway: 'dragonpay',
    kind: 'postback',
    payment: startedPayment.id,
    verdict: 'badDigest',
  })
  expect(loggedMessage).toBe('a message of a gateway was refused')
  expect(JSON.stringify(loggedFields)).not.toMatch(new RegExp(`secret word|${digest}`))
  warnSpy.mockRestore()
})

test('repeating a genuine message is limited and changes nothing', async () => {
  const message = signCallback({ status: 'S' })
  const statuses = []
  for (let n = 0; n < 32; n += 1) statuses.push((await sendPaymentPostback(message)).status)
  expect(statuses.slice(0, 30).every((status) => status === 200)).toBe(true)
  expect(statuses.slice(30).every((status) => status === 429)).toBe(true)
  expect((await loadState()).steps).toEqual(['>1', '1>2 S'])
})

test('forged messages about a payment do not block the genuine one', async () => {
  Object.assign(getTransaction(), { Status: 'S' })
  for (let n = 0; n < 31; n++)
    expect(await sendPaymentPostback({ ...signCallback(), digest: 'f'.repeat(40) })).toMatchObject({
      status: 400,
    })
  expect(await sendPaymentPostback(signCallback())).toMatchObject({ status: 200 })
})

test('an altered amount has no effect: the digest does not cover it, so it is not read', async () => {
  Object.assign(getTransaction(), { Status: 'S' })
  await sendPaymentPostback({ ...signCallback(), amount: '1.00' })
  expect(await loadState()).toMatchObject({
    status: 2,
    gateway_amount: null,
    set_aside: null,
    amount_paid: 1500,
  })
  await inquireDuePayments(payingPortal.portal.services)
  expect(await loadState()).toMatchObject({ gateway_amount: 1500, set_aside: null, next_inquiry_at: null })
  await sendPaymentPostback(signCallback())
  expect((await loadState()).next_inquiry_at).toBeNull()
})

test('the verdict of a message says what it changed, and when the payment is asked about next', async () => {
  const laterInquiry = new Date(Date.now() + 3_600_000)
  await updatePaymentRow(payingPortal.portal, startedPayment.id, { next_inquiry_at: laterInquiry })
  await sendPaymentPostback(signCallback({ status: 'P' }))
  const nextInquiryTime = (await loadState()).next_inquiry_at?.getTime()
  expect(nextInquiryTime).toBeGreaterThan(laterInquiry.getTime() - 3_600_000 + 59_000)
  expect(nextInquiryTime).toBeLessThan(laterInquiry.getTime())
  await updatePaymentRow(payingPortal.portal, startedPayment.id, { next_inquiry_at: laterInquiry })
  await sendPaymentPostback(signCallback({ status: 'P' }))
  expect((await loadState()).next_inquiry_at).toEqual(laterInquiry)
  await sendPaymentPostback(signCallback({ status: 'S' }))
  expect((await loadState()).next_inquiry_at?.getTime()).toBeLessThanOrEqual(Date.now())
  for (const status of ['S', 'P', 'R']) await sendPaymentPostback(signCallback({ status }))
  const expectedVerdicts = ['accepted', 'duplicate', 'accepted', 'duplicate', 'late', 'setAside']
  expect((await loadState()).verdicts).toEqual([
    'create accepted',
    ...expectedVerdicts.map((verdict) => `postback ${verdict}`),
  ])
})

test('a success of a deleted payment is set aside without an inquiry', async () => {
  await updatePaymentRow(payingPortal.portal, startedPayment.id, { status: 0 })
  expect((await sendPaymentPostback(signCallback({ status: 'S' }))).status).toBe(200)
  expect(await loadState()).toMatchObject({ status: 0, outsource_status: 'S', next_inquiry_at: null })
})

test('a different amount at the gateway is set aside for review', async () => {
  Object.assign(getTransaction(), { Status: 'S', Amount: 15 })
  await sendPaymentPostback(signCallback())
  await inquireDuePayments(payingPortal.portal.services)
  const paymentState = await loadState()
  expect(paymentState).toMatchObject({ status: 2, amount_paid: 1500, gateway_amount: 15 })
  expect(paymentState.set_aside).toContain('₱15.00')
  expect(paymentState.verdicts.at(-1)).toBe('inquiry amountDiffers')
  expect(paymentState.notices).toEqual(['admin: New payment', 'admin: Payment set aside'])
})

test('a failure rejects the payment, and a refund after a success is set aside for review', async () => {
  await sendPaymentPostback(signCallback({ status: 'F', message: '108' }))
  expect(await loadState()).toMatchObject({
    status: 5,
    message: 'Insufficient funds (108)',
    next_inquiry_at: null,
    notices: expect.arrayContaining(['client: Payment failed']),
  })

  const secondPayment = await startTestPayment(payingResident, 'dragonpay')
  await sendPaymentPostback(signCallback({ status: 'S' }, secondPayment.txnId))
  await sendPaymentPostback(signCallback({ status: 'R' }, secondPayment.txnId))
  const paymentState = await loadState(secondPayment.id)
  expect(paymentState).toMatchObject({ status: 2, outsource_status: 'R' })
  expect(paymentState.set_aside).toContain('Refund')
  expect(paymentState.verdicts.at(-1)).toBe('postback setAside')
})

test('postback and browser in either order cause one transition', async () => {
  Object.assign(getTransaction(), { Status: 'S' })
  await sendPaymentPostback(signCallback())
  const paymentFields = { id: startedPayment.id, status: 2, outsourceStatus: 'S', gatewayAmount: 1500 }
  expect(await returnFromGateway(signCallback())).toMatchObject({ status: 200, body: paymentFields })
  expect((await loadState()).steps).toEqual(['>1', '1>2 S'])

  const secondPayment = await startTestPayment(payingResident, 'dragonpay')
  Object.assign(payingPortal.dragonpay.transactions.get(secondPayment.txnId)!, { Status: 'S' })
  expect((await returnFromGateway(signCallback({}, secondPayment.txnId))).status).toBe(200)
  await sendPaymentPostback(signCallback({}, secondPayment.txnId))
  const paymentState = await loadState(secondPayment.id)
  expect(paymentState.steps).toEqual(['>1', '1>2 S'])
  expect(paymentState.notices).toEqual(['admin: New payment'])
  expect(paymentState.verdicts).toEqual([
    'create accepted',
    'return duplicate',
    'inquiry accepted',
    'postback duplicate',
  ])
})

test.each([{ digest: undefined }, { digest: { a: 1 } }, { txnId: 'PY-1' }])(
  'a return with %o changes nothing',
  async (changedFields) => {
    Object.assign(getTransaction(), { Status: 'S' })
    const body = { ...toReturnBody(signCallback()), ...changedFields }
    expect((await payingResident.put(`/payment-dragonpay/${startedPayment.txnId}`, body)).status).toBe(400)
    expect(await loadState()).toMatchObject({ status: 1, outsource_status: null })
  },
)

test("another tenant's payment answers 404 and stays unchanged, even with a valid digest", async () => {
  const ben = await payingPortal.portal.as('client')
  Object.assign(getTransaction(), { Status: 'S' })
  expect((await returnFromGateway(signCallback(), ben)).status).toBe(404)
  expect(await loadState()).toMatchObject({ status: 1, outsource_status: null })
  expect((await loadState()).verdicts.at(-1)).toBe('return notOwn')
  const unknownCallback = payingPortal.dragonpay.callback('PY-2020-000001-ffff', { status: 'S' })
  expect((await returnFromGateway(unknownCallback, ben)).status).toBe(404)
  expect((await sendPaymentPostback(unknownCallback)).status).toBe(404)
})

test('a gateway that never answers does not block the browser, and the verified message counts', async () => {
  Object.assign(getTransaction(), { Status: 'S' })
  payingPortal.dragonpay.planFaults('/txnid/', 'silent')
  expect((await returnFromGateway(signCallback())).status).toBe(200)
  const paymentState = await loadState()
  expect(paymentState).toMatchObject({ status: 2, outsource_status: 'S', gateway_amount: null })
  expect(paymentState.next_inquiry_at?.getTime()).toBeLessThan(Date.now() + 1000)
})

test('messages in unknown forms are refused', async () => {
  for (const form of [
    '',
    'txnid',
    'a=1&b=2',
    `txnid=${startedPayment.txnId}&txnid=${startedPayment.txnId}&status=S`,
    'txnid=%00&refno=%00&status=S&message=%00&digest=%00',
    'txnid=%ED%A0%80&status=S',
    `txnid=${"' or 1=1 --"}&status=S`,
    'x'.repeat(10_000),
  ])
    expect((await sendPaymentPostback(form)).status, form.slice(0, 40)).toBe(400)
  expect((await sendPaymentPostback('x'.repeat(20_000))).status).toBe(413)
  expect(
    (
      await sendPaymentPostback(
        `message=%00%ED%A0%80&txnid=${startedPayment.txnId}&refno=1&status=S&digest=1`,
      )
    ).status,
  ).toBe(400)
  expect(await loadState()).toMatchObject({ status: 1 })
})
