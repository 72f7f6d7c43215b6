import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PaymentRequest } from '#features/payments/gateway-outcome.ts'
import { requestPaymentPage } from '../start-payment.ts'
import { startAqwireServer, type AqwireServer } from '../testing/aqwire-server.ts'
import { catchGatewayError } from '../testing/misbehaving-server.ts'
import { createAqwire, formatInternationalMobile } from './create-aqwire.ts'
import { createAccessToken } from './signatures.ts'

const LONG_TIMEOUTS = { create: 60_000, inquire: 60_000 }
const isEndless = (fault: string) => fault === 'silent' || fault === 'dripping'
const request: PaymentRequest = {
  txnId: 'PY-2026-000002-def',
  amount: 2500,
  email: 'ben@condo.ph',
  name: 'Ben Reyes',
  mobile: '0917 123 4567',
  unitNumber: '3-B',
  description: 'Payments PY-2026-000002',
}

let server: AqwireServer
beforeEach(async () => {
  server = await startAqwireServer()
})
afterEach(() => server.close())
const AQWIRE_CONTEXT = { publicUrl: 'https://portal.example.ph', projectName: async () => 'Narra Heights' }
const createGateway = (timeouts = LONG_TIMEOUTS) => createAqwire(server.config, AQWIRE_CONTEXT, timeouts)
const loadInquiryResult = async (reference: string | null = 'qw-1', timeouts = LONG_TIMEOUTS) =>
  (await createGateway(timeouts).inquire({ txnId: request.txnId, reference })).result

const isGenuineCallback = (bytes: string, signature: string) =>
  createGateway().readCallback(Buffer.from(bytes), signature)?.isGenuine?.()

test("fields of the call are sent in AQWire's form, with our own addresses", async () => {
  const { url, reference } = await requestPaymentPage(createGateway(), request)
  expect(url).toBe('https://pay.example.test/pay/qw-1')
  expect(reference).toBe('qw-1')
  expect(server.createdRequests).toEqual([
    {
      uniqueId: request.txnId,
      currency: 'PHP',
      paymentType: 'OTHERS',
      amount: 2500,
      description: 'Payments',
      note: 'Payments PY-2026-000002',
      customer: { name: 'Ben Reyes', email: 'ben@condo.ph', mobile: '+639171234567' },
      project: { name: 'Narra Heights', unitNumber: '3-B', category: 'Payments' },
      redirectUrl: {
        success: 'https://portal.example.ph/billings/payments/aqwire/success?path=open',
        cancel: 'https://portal.example.ph/billings/payments/aqwire/cancel?path=open',
        callback: 'https://portal.example.ph/api/gateways/aqwire/webhook',
      },
      metadata: {},
    },
  ])
})

test("a check returns the payment's state; INC waits for the resident", async () => {
  await requestPaymentPage(createGateway(), request)
  expect(await loadInquiryResult()).toBe('untouched')
  server.pay(request.txnId, { fee: 75 })
  expect(await loadInquiryResult()).toMatchObject({
    outsourceStatus: 'S',
    reference: 'qw-1',
    message: 'Reference R-1.',
    amount: 2575,
    fee: 75,
    method: 'card',
    settledAt: new Date('2026-03-14T01:00:00Z'),
    source: 'inquiry',
  })
})

test.each([
  ['PENDING', 'P'],
  ['FAILED', 'F'],
  ['DECLINED', 'F'],
  ['EXPIRED', 'F'],
  ['CANCELLED', 'V'],
  ['VOIDED', 'V'],
  ['REFUNDED', 'R'],
])('the word %s is the letter %s', async (status, statusCode) => {
  await requestPaymentPage(createGateway(), request)
  server.pay(request.txnId, { status, paidAt: null })
  expect(await loadInquiryResult()).toMatchObject({ outsourceStatus: statusCode })
})

test('an answer about another transaction is refused', async () => {
  await requestPaymentPage(createGateway(), request)
  Object.assign(server.pay(request.txnId), { transactionId: 'qw-2' })
  expect((await catchGatewayError(loadInquiryResult())).message).toBe(
    'AQWire answered about another transaction.',
  )
})

test('SUCCESS without a time of payment is not paid; other words are unknown and reported', async () => {
  await requestPaymentPage(createGateway(), request)
  server.pay(request.txnId, { paidAt: null })
  expect(await loadInquiryResult()).toMatchObject({ outsourceStatus: 'P' })
  server.pay(request.txnId, { status: 'ON_HOLD' })
  expect(await loadInquiryResult()).toMatchObject({
    outsourceStatus: 'U',
    message: 'AQWire says ON_HOLD. Reference R-1.',
  })
})

test.each([400, 404])("a refusal with %i contains AQWire's message", async (status) => {
  server.plannedRefusal = { status, message: 'Invalid unit number' }
  const error = await catchGatewayError(requestPaymentPage(createGateway(), request))
  expect(error.message).toBe('Invalid unit number')
  expect(error.uncertain).toBe(false)
  expect(server.createdRequests).toHaveLength(1)
})

const FAULTS = ['silent', 'dripping', 'cut', 'error', 'redirect', 'huge', 'page'] as const

test('a create that goes wrong is followed by a question and made once more', async () => {
  // The faults run concurrently, because two of them wait for a timeout.
  await Promise.all(
    FAULTS.map(async (fault) => {
      const { config, calls, planFaults, close } = await startAqwireServer()
      planFaults('/create', fault)
      const timeouts = { ...LONG_TIMEOUTS, ...(isEndless(fault) && { create: 3000 }) }
      const { url } = await requestPaymentPage(
        createAqwire(config, AQWIRE_CONTEXT, timeouts),
        request,
      ).finally(close)
      expect(url, fault).toContain('/pay/qw-')
      expect(calls.map((call) => call.split('/').at(-1))).toEqual(['create', request.txnId, 'create'])
    }),
  )
})

test('failed checks are not taken for answers', async () => {
  await requestPaymentPage(createGateway(), request)
  for (const serverFault of FAULTS) {
    server.planFaults('/check/', serverFault)
    const failedInquiry = loadInquiryResult(
      'qw-1',
      isEndless(serverFault) ? { ...LONG_TIMEOUTS, inquire: 500 } : LONG_TIMEOUTS,
    )
    expect((await catchGatewayError(failedInquiry)).uncertain).toBe(true)
  }
  expect([await loadInquiryResult('qw-99'), await loadInquiryResult(null)]).toEqual(['unknown', 'unknown'])
})

test('the token has the alphabet of its host, with padding, and appears in no message', async () => {
  const url = 'https://payments.aqwire.io'
  const liveToken = createAccessToken({ ...server.config, url })
  // Expected value computed by another program: HMAC-SHA256 of 'COMMUNITY:client-1'.
  expect(liveToken).toBe('CNhC0-va1c3dkViOE3iSdRQFFjs70TOi93MjhjcAJNQ=')
  const sandboxToken = createAccessToken({ ...server.config, url: 'https://payments-sandbox.aqwire.io' })
  expect(sandboxToken.replaceAll('+', '-').replaceAll('/', '_')).toBe(liveToken)

  server.plannedRefusal = { status: 400, message: `wrong ${liveToken} and ${server.config.secretKey}` }
  expect((await catchGatewayError(requestPaymentPage(createGateway(), request))).message).toBe(
    'wrong [removed] and [removed]',
  )
})

test("a webhook's signature covers its exact bytes", async () => {
  const { body, sign } = server.webhook({ data: { transactionId: 'qw-1' } })
  expect(sign).toBe('1xsHOMIzdb_T15j6VIdsVcA8FdHhfehlmnGYsFr8HA8=')
  expect(await isGenuineCallback(body, sign)).toBe(true)
  expect(await isGenuineCallback(`${body} `, sign)).toBe(false)
  expect(await isGenuineCallback(body, sign.replace(/=$/, ''))).toBe(false)
  expect(await isGenuineCallback(body, '')).toBe(false)
})

test.each([
  ['09171234567', '+639171234567'],
  ['0917-123-4567', '+639171234567'],
  ['639171234567', '+639171234567'],
  ['+6591234567', '+6591234567'],
  ['12345', null],
  ['', null],
])('mobile %s goes out as %s', (typedMobile, sentMobile) => {
  expect(formatInternationalMobile(typedMobile)).toBe(sentMobile)
})
