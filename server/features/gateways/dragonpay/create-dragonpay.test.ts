import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PaymentRequest } from '#features/payments/gateway-outcome.ts'
import { requestPaymentPage } from '../start-payment.ts'
import { startDragonpayServer, type DragonpayServer } from '../testing/dragonpay-server.ts'
import { catchGatewayError } from '../testing/misbehaving-server.ts'
import { createDragonpay } from './create-dragonpay.ts'

const LONG_TIMEOUTS = { create: 60_000, inquire: 60_000 }
const isEndless = (fault: string) => fault === 'silent' || fault === 'dripping'
const request: PaymentRequest = {
  txnId: 'PY-2026-000001-abc',
  amount: 1234.5,
  email: 'ana@condo.ph',
  name: 'Ana Cruz',
  mobile: '',
  unitNumber: '12-A',
  description: 'Payments PY-2026-000001',
}

let server: DragonpayServer
beforeEach(async () => {
  server = await startDragonpayServer()
})
afterEach(() => server.close())
const createGateway = (timeouts = LONG_TIMEOUTS) => createDragonpay(server.config, timeouts)
const loadInquiryResult = async (timeouts = LONG_TIMEOUTS) =>
  (await createGateway(timeouts).inquire({ txnId: request.txnId, reference: null })).result

test('a payment is created by REST and found by its inquiry', async () => {
  const { url, reference } = await requestPaymentPage(createGateway(), request)
  expect(url).toBe('https://gateway.example.test/Pay.aspx?refno=REF1')
  expect(reference).toBe('REF1')
  const transaction = server.transactions.get(request.txnId)
  expect(transaction).toMatchObject({ Amount: 1234.5, Currency: 'PHP', Email: 'ana@condo.ph' })

  Object.assign(transaction!, { Status: 'S' })
  expect(await loadInquiryResult()).toEqual({
    outsourceStatus: 'S',
    reference: 'REF1',
    message: '[000] BOG Reference No: REF1',
    amount: 1234.5,
    fee: 10,
    currency: 'PHP',
    method: 'BOG',
    settledAt: new Date('2026-03-14T01:00:00Z'),
    source: 'inquiry',
  })
})

test('the signed redirect contains the digest of its unencoded values', async () => {
  const config = { ...server.config, create: 'redirect' as const, url: 'https://gw.dragonpay.ph' }
  const description = 'Bayad & multa: 50% ñ'
  const { url } = await createDragonpay(config).create({ ...request, description })
  const { origin, pathname, searchParams } = new URL(url)
  expect(`${origin}${pathname}`).toBe('https://gw.dragonpay.ph/Pay.aspx')
  const text = `TAHANAN:${request.txnId}:1234.50:PHP:${description}:ana@condo.ph:${config.password}`
  expect(Object.fromEntries(searchParams)).toEqual({
    merchantid: 'TAHANAN',
    txnid: request.txnId,
    amount: '1234.50',
    ccy: 'PHP',
    description,
    email: 'ana@condo.ph',
    digest: createHash('sha1').update(text, 'utf8').digest('hex'),
  })
  expect(server.calls).toEqual([])
})

test.each([
  [{ Status: 'F', Message: '[106]' }, 'Currency not supported (106)'],
  [{ Status: 'F', Message: '201' }, 'Invalid merchant id (201)'],
  [
    { Status: 'F', Message: 'E-mail addresses at example.com are refused' },
    'E-mail addresses at example.com are refused',
  ],
])('a refusal %o is told in words, for certain', async (refusal, expectedMessage) => {
  server.plannedRefusal = refusal
  const error = await catchGatewayError(requestPaymentPage(createGateway(), request))
  expect(error.message).toBe(expectedMessage)
  expect(error.uncertain).toBe(false)
  expect(server.calls).toHaveLength(1)
})

test('a wrong password is refused', async () => {
  const wrongPasswordGateway = createDragonpay(
    { ...server.config, password: 'something else' },
    LONG_TIMEOUTS,
  )
  expect((await catchGatewayError(requestPaymentPage(wrongPasswordGateway, request))).message).toBe(
    'Unauthorized',
  )
  await catchGatewayError(wrongPasswordGateway.inquire({ txnId: request.txnId, reference: null }))
})

const FAULTS = ['silent', 'dripping', 'cut', 'error', 'redirect', 'huge', 'page'] as const

test('a create that goes wrong is followed by a question, and made once more when it is not known', async () => {
  // The faults run concurrently, because two of them wait for a timeout.
  await Promise.all(
    FAULTS.map(async (fault) => {
      const { config, calls, transactions, planFaults, close } = await startDragonpayServer()
      planFaults('/post', fault)
      const timeouts = { ...LONG_TIMEOUTS, ...(isEndless(fault) && { create: 3000 }) }
      const { url } = await requestPaymentPage(createDragonpay(config, timeouts), request).finally(close)
      expect(url, fault).toContain('refno=REF1')
      expect(calls.filter((call) => call.startsWith('POST'))).toHaveLength(2)
      expect(calls.findIndex((call) => call.includes('/txnid/'))).toBe(1)
      expect(transactions.size).toBe(1)
    }),
  )
})

test('an unanswered create is not repeated', async () => {
  server.planFaults('/post', 'silentAfterWork')
  const error = await catchGatewayError(
    requestPaymentPage(createGateway({ ...LONG_TIMEOUTS, create: 500 }), request),
  )
  expect(error.message).toContain('did not say where to pay')
  expect(error.uncertain).toBe(true)
  expect(server.calls.filter((call) => call.startsWith('POST'))).toHaveLength(1)
})

test('a create fails in bounded time if nothing answers', async () => {
  server.planFaults('/', 'silent', 'silent', 'silent', 'silent')
  const error = await catchGatewayError(
    requestPaymentPage(createGateway({ create: 300, inquire: 300 }), request),
  )
  expect(error.message).toBe('Dragonpay did not answer in time.')
  expect(error.uncertain).toBe(true)
})

test.each(['silent', 'dripping', 'cut', 'error', 'redirect', 'huge'] as const)(
  'an inquiry that goes wrong (%s) in both ways says nothing',
  async (fault) => {
    await requestPaymentPage(createGateway(), request)
    server.planFaults('/', fault, fault)
    const error = await catchGatewayError(
      loadInquiryResult(isEndless(fault) ? { ...LONG_TIMEOUTS, inquire: 500 } : LONG_TIMEOUTS),
    )
    expect(error.uncertain).toBe(true)
  },
)

test('without the REST inquiry the documented one returns only the status', async () => {
  await requestPaymentPage(createGateway(), request)
  server.restInquiry = false
  const pendingOutcome = { outsourceStatus: 'P', amount: null, reference: null, source: 'inquiry' }
  expect(await loadInquiryResult()).toMatchObject(pendingOutcome)
  server.planFaults('/txnid/', 'error')
  expect(await loadInquiryResult()).toMatchObject(pendingOutcome)
})

test('a payment unknown to Dragonpay is unknown by both inquiries', async () => {
  expect(await loadInquiryResult()).toBe('unknown')
  server.restInquiry = false
  expect(await loadInquiryResult()).toBe('unknown')
})

test('an answer about another transaction is refused', async () => {
  await requestPaymentPage(createGateway(), request)
  const transaction = server.transactions.get(request.txnId)!
  Object.assign(transaction, { TxnId: 'PY-9', Status: 'S' })
  server.planFaults('/MerchantRequest', 'error')
  expect((await catchGatewayError(loadInquiryResult())).message).not.toBe('')
})

test('letters other than S, P and R stay unchanged; U waits for the resident', async () => {
  await requestPaymentPage(createGateway(), request)
  const transaction = server.transactions.get(request.txnId)!
  for (const statusLetter of ['S', 'F', 'P', 'R', 'K', 'V', 'A', 'Q', 'G', 'E']) {
    Object.assign(transaction, { Status: statusLetter })
    expect(await loadInquiryResult()).toMatchObject({ outsourceStatus: statusLetter })
  }
  Object.assign(transaction, { Status: 'U' })
  expect(await loadInquiryResult()).toBe('untouched')
  for (const ProcMsg of ['107', '[107] Transaction cancelled, reference no X1']) {
    Object.assign(transaction, { Status: 'F', ProcMsg })
    expect(await loadInquiryResult()).toMatchObject({ outsourceStatus: 'V' })
  }
  Object.assign(transaction, { ProcMsg: '1070 Bank closed' })
  expect(await loadInquiryResult()).toMatchObject({ outsourceStatus: 'F' })
})

test.each([
  ['a text with commas', '1,234.50', 1234.5],
  ['dust of floating point', 1234.5000000001, 1234.5],
  ['a third decimal', '1234.505', null],
  ['a word', 'plenty', null],
  ['negative', -5, null],
  ['nothing', undefined, null],
])('an amount that is %s', async (_name, Amount, expected) => {
  await requestPaymentPage(createGateway(), request)
  Object.assign(server.transactions.get(request.txnId)!, { Amount })
  expect(await loadInquiryResult()).toMatchObject({ amount: expected })
})

test('the password is in no message and nothing stored, even if the gateway repeats it', async () => {
  server.plannedRefusal = { Status: 'F', Message: `bad call with ${server.config.password} in it` }
  const error = await catchGatewayError(requestPaymentPage(createGateway(), request))
  const errorTexts = JSON.stringify([error.message, error.answer, error.stack, String(error.cause)])
  expect(errorTexts).not.toContain(server.config.password)
  expect(error.message).toBe('bad call with [removed] in it')
})
