import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { updatePaymentRow } from '#features/posting/testing.ts'
import { openTestPortal } from '#testing/portal.ts'
import { inquireDuePayments } from '../inquire-due-payments.ts'
import { startTestPayment, sendPostback, toReturnBody, loadPaymentState } from '../testing/paying-portal.ts'

const portal = await openTestPortal({ demo: true, logLevel: 'silent', rateLimitPerMinute: 0 })
const ana = await portal.as('client')

const loadState = (id: number) => loadPaymentState(portal, id)
const loadPageUrl = async (id: number) => (await loadState(id)).return_url ?? ''

async function submitChoice(page: string, choice: string, headers: Record<string, string> = {}) {
  const choiceResponse = await portal.app.inject({
    method: 'POST',
    url: page,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: `choice=${choice}`,
  })
  const location = String(choiceResponse.headers.location ?? '')
  return {
    status: choiceResponse.statusCode,
    location,
    query: new URL(location || '/', 'http://portal').searchParams,
  }
}

test('a demo community offers the sandbox for both gateways, marked as such', async () => {
  expect((await ana.get('/payment-methods')).body).toEqual([
    { method: 'deposit', sandbox: false },
    { method: 'dragonpay', sandbox: true },
    { method: 'aqwire', sandbox: true },
  ])
})

test('a long e-mail address can pay by AQWire; Dragonpay allows 40 characters', async () => {
  const body = { email: `${'x'.repeat(60)}@condo.ph`, amountPaid: 100 }
  expect((await ana.post('/payment-aqwire', body)).status).toBe(201)
  const refusedAnswer = await ana.post<{ errors: object }>('/payment-dragonpay', body)
  expect([refusedAnswer.status, Object.keys(refusedAnswer.body.errors)]).toEqual([400, ['email']])
})

test('the page is marked as sandbox, has no script, and sends its form only to this portal', async () => {
  const { id } = await startTestPayment(ana, 'dragonpay', 1234.5)
  const page = await portal.app.inject(await loadPageUrl(id))
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.body).toContain('SANDBOX: no real money')
  expect(page.body).toContain('₱1,234.50')
  expect(page.body).not.toMatch(/<script| on\w+=|style="/i)
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("form-action 'self'")
  const style = /<style>([^<]+)</.exec(page.body)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  expect(policy).toContain(`style-src-elem 'self' 'sha256-${hash}';`)
})

test('user input is shown on the page as text', async () => {
  const { id, txnId } = await startTestPayment(ana, 'aqwire')
  const description = `"><script>alert(1)</script><img src=x onerror='alert(1)'>`
  await portal.db
    .updateTable('sandbox_transactions')
    .set({ description })
    .where('txn_id', '=', txnId)
    .execute()
  const page = await portal.app.inject(await loadPageUrl(id))
  expect(page.body).not.toMatch(/<script|<img/)
  expect(page.body).toContain('&lt;script&gt;')
})

test.each([
  ['paid', { status: 2, outsource_status: 'S' }],
  ['pending', { status: 2, outsource_status: 'P' }],
  ['failed', { status: 5, outsource_status: 'F' }],
  ['cancelled', { status: 5, outsource_status: 'V' }],
])('Dragonpay: %s is told by the postback before the browser comes back', async (choice, expected) => {
  const { id, txnId } = await startTestPayment(ana, 'dragonpay')
  const { status, location, query } = await submitChoice(await loadPageUrl(id), choice)
  expect(status).toBe(303)
  expect(location).toMatch(/^\/billings\/payments\/dragonpay\/message\?path=open&txnid=/)
  expect(await loadState(id)).toMatchObject({ ...expected, sandbox: true })

  const returnResponse = await ana.put(`/payment-dragonpay/${txnId}`, toReturnBody(Object.fromEntries(query)))
  expect(returnResponse.status).toBe(200)
  expect(returnResponse.body).toMatchObject({
    status: expected.status,
    outsourceStatus: expected.outsource_status,
    sandbox: true,
  })
})

test('Dragonpay: parameters of the browser are accepted only with a valid digest', async () => {
  const { id, txnId } = await startTestPayment(ana, 'dragonpay')
  const { query } = await submitChoice(await loadPageUrl(id), 'pending')
  const forgedReturn = { ...toReturnBody(Object.fromEntries(query)), outsourceStatus: 'S' }
  expect((await ana.put(`/payment-dragonpay/${txnId}`, forgedReturn)).status).toBe(400)
  expect((await sendPostback(portal, { ...Object.fromEntries(query), status: 'S' })).status).toBe(400)
  expect((await loadState(id)).outsource_status).toBe('P')
})

test.each([
  ['paid', 'success', { status: 2, outsource_status: 'S' }],
  ['pending', 'success', { status: 2, outsource_status: 'P' }],
  ['failed', 'cancel', { status: 5, outsource_status: 'F' }],
  ['cancelled', 'cancel', { status: 5, outsource_status: 'V' }],
])('AQWire: %s leads to the %s page, and the check decides', async (choice, page, expected) => {
  const { id } = await startTestPayment(ana, 'aqwire')
  const { status, location, query } = await submitChoice(await loadPageUrl(id), choice)
  expect(status).toBe(303)
  expect(location).toMatch(new RegExp(`^/billings/payments/aqwire/${page}\\?path=open&transactionId=`))
  expect(query.get('referenceId')).toBeTruthy()
  expect(await loadState(id)).toMatchObject({ ...expected, sandbox: true })
  const returnResponse = await ana.put(`/payment-aqwire/${query.get('transactionId')}`, {})
  expect(returnResponse.body).toMatchObject({ id, outsourceStatus: expected.outsource_status })
})

test('a final payment stays; a pending one can still be paid', async () => {
  const { id } = await startTestPayment(ana, 'dragonpay')
  const page = await loadPageUrl(id)
  await submitChoice(page, 'pending')
  expect((await portal.app.inject(page)).body).toContain('value="paid">Paid')
  await submitChoice(page, 'paid')
  await submitChoice(page, 'failed')
  expect(await loadState(id)).toMatchObject({ outsource_status: 'S', steps: ['>1', '1>2 P', '2>2 S'] })
  expect((await portal.app.inject(page)).body).toContain('cannot be changed any more')
})

test.each(['dragonpay', 'aqwire'] as const)(
  'the sandbox of %s says nothing about a payment at the real gateway',
  async (gateway) => {
    const { id } = await startTestPayment(ana, gateway)
    const page = await loadPageUrl(id)
    await updatePaymentRow(portal, id, { sandbox: false })
    await submitChoice(page, 'paid')
    expect(await loadState(id)).toMatchObject({ status: 1, outsource_status: null })
  },
)

test('inquiries to the sandbox find a result without a callback, as for a real gateway', async () => {
  const { id, txnId } = await startTestPayment(ana, 'aqwire')
  const makeInquiryDue = () => updatePaymentRow(portal, id, { next_inquiry_at: new Date(0) })
  await makeInquiryDue()
  await inquireDuePayments(portal.services)
  expect(await loadState(id)).toMatchObject({ status: 1, outsource_status: null })
  await portal.db
    .updateTable('sandbox_transactions')
    .set({ status: 'paid' })
    .where('txn_id', '=', txnId)
    .execute()
  await makeInquiryDue()
  await inquireDuePayments(portal.services)
  expect(await loadState(id)).toMatchObject({
    outsource_status: 'S',
    gateway_amount: 1500,
    next_inquiry_at: null,
  })
})

test('unknown pages, unknown choices and forms of other sites are refused', async () => {
  const { id } = await startTestPayment(ana, 'dragonpay')
  const page = await loadPageUrl(id)
  expect((await submitChoice(page, 'posted')).status).toBe(400)
  expect((await submitChoice(page, 'paid', { origin: 'https://evil.example' })).status).toBe(403)
  expect((await submitChoice('/api/sandbox/dragonpay/SB00000000000000', 'paid')).status).toBe(404)
  expect((await submitChoice(page.replace('dragonpay', 'aqwire'), 'paid')).status).toBe(404)
  expect((await loadState(id)).status).toBe(1)
})
