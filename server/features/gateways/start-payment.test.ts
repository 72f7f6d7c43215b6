import { beforeEach, expect, onTestFinished, test } from 'vitest'
import {
  payByDeposit,
  enableWithholding,
  reportOutcome,
  createTaxFields,
  uploadCertificate,
} from '#features/posting/testing.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import { createTestPortal } from '#testing/portal.ts'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { startTestPayment, openPayingPortal, loadPaymentState } from './testing/paying-portal.ts'

let payingResident: LoggedInCaller
const payingPortal = await openPayingPortal()
beforeEach(async () => {
  payingResident = await payingPortal.portal.as('client')
  payingPortal.dragonpay.plannedRefusal = null
  payingPortal.aqwire.plannedRefusal = null
  payingPortal.dragonpay.paymentUrl = 'https://gateway.example.test'
})

const countPayments = async (caller: LoggedInCaller) =>
  (await caller.get<{ total: number }>('/payments')).body.total
const findNewestPayment = async () => {
  const { id } = await payingPortal.portal.db
    .selectFrom('payments')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return loadPaymentState(payingPortal.portal, id)
}
const startPaymentAs = (
  gateway: 'dragonpay' | 'aqwire',
  body: unknown = { email: 'ana@condo.ph', amountPaid: 100 },
) => payingResident.post(`/payment-${gateway}`, body)

test('the configured gateways are offered', async () => {
  expect((await payingResident.get('/payment-methods')).body).toEqual([
    { method: 'deposit', sandbox: false },
    { method: 'dragonpay', sandbox: false },
    { method: 'aqwire', sandbox: false },
  ])
})

test('a method neither configured nor replaced by the sandbox is not offered and refused', async () => {
  const portal = await createTestPortal()
  onTestFinished(portal.close)
  const resident = await portal.as('client')
  expect((await resident.get('/payment-methods')).body).toEqual([{ method: 'deposit', sandbox: false }])
  for (const gateway of ['dragonpay', 'aqwire']) {
    expect(await resident.post(`/payment-${gateway}`, {})).toMatchObject({
      status: 403,
      body: { code: 'paymentMethodOff' },
    })
    expect((await resident.put(`/payment-${gateway}/1`, {})).status).toBe(403)
  }
  const outsideRequest = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    payload: '{}',
  } as const
  for (const url of [
    '/api/gateways/dragonpay/postback',
    '/api/gateways/aqwire/webhook',
    '/api/sandbox/aqwire/SB1',
  ])
    expect((await portal.app.inject({ ...outsideRequest, url })).statusCode).toBe(404)
  expect(await countPayments(resident)).toBe(0)
})

test.each([
  ['dragonpay', 2, 'https://gateway.example.test/Pay.aspx?refno='],
  ['aqwire', 3, 'https://pay.example.test/pay/'],
] as const)(
  'a payment by %s is begun with the page to pay at, and watched from then on',
  async (gateway, type, page) => {
    const startedAfter = Date.now()
    const { id, txnId } = await startTestPayment(payingResident, gateway)
    const paymentState = await loadPaymentState(payingPortal.portal, id)
    const { RefNo } = payingPortal.dragonpay.transactions.get(txnId) ?? {}
    const reference = RefNo ?? payingPortal.aqwire.find(txnId).transactionId
    expect(paymentState).toMatchObject({
      status: 1,
      type,
      amount_paid: 1500,
      sandbox: false,
      return_url: `${page}${reference}`,
      gateway_reference: reference,
      verdicts: ['create accepted'],
    })
    expect(paymentState.next_inquiry_at?.getTime()).toBeGreaterThan(startedAfter + 59_000)
    await startTestPayment(payingResident, gateway)
    expect((await loadPaymentState(payingPortal.portal, id)).next_inquiry_at).toEqual(
      paymentState.next_inquiry_at,
    )
  },
)

test.each(['dragonpay', 'aqwire'] as const)(
  'the form of %s is checked before anybody is asked',
  async (gateway) => {
    const callCountBefore = payingPortal[gateway].calls.length
    for (const invalidBody of [
      {},
      { email: 'x', amountPaid: 5 },
      { email: 'a@b.ph', amountPaid: 0 },
      { email: 'a@b.ph', amountPaid: -1 },
      { email: 'a@b.ph', amountPaid: '1e9' },
    ])
      expect((await startPaymentAs(gateway, invalidBody)).status, JSON.stringify(invalidBody)).toBe(400)
    expect(payingPortal[gateway].calls).toHaveLength(callCountBefore)
    expect(await countPayments(payingResident)).toBe(0)
  },
)

test("a refusal is reported in the gateway's words and leaves no payment", async () => {
  payingPortal.aqwire.plannedRefusal = { status: 400, message: 'Invalid unit number' }
  expect(await startPaymentAs('aqwire')).toMatchObject({
    status: 502,
    body: { code: 'gatewayFailed', message: 'Invalid unit number' },
  })
  expect(await countPayments(payingResident)).toBe(0)
  expect(await findNewestPayment()).toMatchObject({
    status: 0,
    next_inquiry_at: null,
    verdicts: ['create failed'],
    notices: [],
  })
})

test.each([
  ['alone', {}],
  ['with a word of failure', { status: 'FAILED', data: { status: 'FAILED' } }],
  ['with a word of success', { status: 'SUCCESS', data: { transactionId: 'qw-0', status: 'INC' } }],
  ['with an empty page', { status: 'SUCCESS', paymentUrl: '' }],
  ['within its data', { message: undefined, data: { message: 'The unit has no billing profile' } }],
])('AQWire’s message is told also when it comes with 200 and no page to pay at: %s', async (_how, body) => {
  payingPortal.aqwire.plannedRefusal = { status: 200, message: 'The unit has no billing profile', body }
  expect(await startPaymentAs('aqwire')).toMatchObject({
    status: 502,
    body: { code: 'gatewayFailed', message: 'The unit has no billing profile' },
  })
})

test('the gateway charges the cash, and the tax withheld is posted with it (rules 19.5)', async () => {
  const { portal, aqwire } = payingPortal
  const certificate = [await uploadCertificate(portal, payingResident)]
  const taxedPayment = { email: 'ana@condo.ph', amountPaid: 980, ...createTaxFields(20), certificate }
  expect((await startPaymentAs('aqwire', taxedPayment)).body.errors).toEqual({
    withheld: ['Tax withheld is not turned on for this tenant.'],
  })
  await enableWithholding(portal, payingResident)
  expect((await startPaymentAs('aqwire', { ...taxedPayment, withheld: 980 })).body.errors).toEqual({
    withheld: ['The tax withheld must be below the amount paid.'],
  })
  aqwire.plannedRefusal = { status: 400, message: 'Try again' }
  expect((await startPaymentAs('aqwire', taxedPayment)).status).toBe(502)
  aqwire.plannedRefusal = null
  const { status, body } = await startPaymentAs('aqwire', taxedPayment)
  expect([status, Number(aqwire.createdRequests.at(-1)?.amount)]).toEqual([201, 980])
  await reportOutcome(portal, Number(body.id), 'S', { amount: 980 })
  const officeAdmin = await portal.as('admin')
  expect((await officeAdmin.put(`/payment/${body.id}`, { status: 4 })).status).toBe(200)
  expect((await payingResident.get<Payment>(`/payment/${body.id}`)).body).toMatchObject({
    amountPaid: 980,
    setAside: null,
    withholding: { amount: 20, certificate: [{ name: certificate[0]?.name }] },
  })
  expect((await payingResident.get<{ balance: number }>(`/ledger/${payingResident.id}`)).body.balance).toBe(
    -1000,
  )
})

test.each(['http://gateway.example.test', 'javascript:alert(1)//', '//evil', '/api/sandbox/dragonpay'])(
  'an address to pay at that is not https (%s) goes to no browser',
  async (paymentUrl) => {
    payingPortal.dragonpay.paymentUrl = paymentUrl
    const { status, body } = await startPaymentAs('dragonpay')
    expect(status).toBe(502)
    expect(body.message).toContain('not safe to open')
    expect(await countPayments(payingResident)).toBe(0)
  },
)

test('secrets are stored nowhere', async () => {
  await startTestPayment(payingResident, 'dragonpay')
  await startTestPayment(payingResident, 'aqwire')
  payingPortal.dragonpay.plannedRefusal = {
    Status: 'F',
    Message: `no: ${payingPortal.dragonpay.config.password}`,
  }
  await startPaymentAs('dragonpay')
  const rows = await payingPortal.portal.db.selectFrom('gateway_messages').selectAll().execute()
  const storedRowsText = JSON.stringify(rows)
  expect(storedRowsText).not.toContain(payingPortal.dragonpay.config.password)
  expect(storedRowsText).not.toContain(payingPortal.aqwire.config.secretKey)
  expect(storedRowsText).not.toMatch(/Basic |Bearer /)
})

test('a resident who starts too many payments is limited', async () => {
  // The deposit does not count towards the limit of online payments, because it calls no gateway.
  await payByDeposit(payingPortal.portal, payingResident)
  const statuses = []
  for (let n = 0; n < 22; n += 1) statuses.push((await startPaymentAs('aqwire')).status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(20)
  expect(statuses.slice(-2)).toEqual([429, 429])
})
