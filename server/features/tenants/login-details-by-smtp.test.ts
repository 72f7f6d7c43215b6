import { afterAll, expect, test } from 'vitest'
import { listTokens } from '#features/sessions/testing.ts'
import { startTestSmtp } from '#platform/mail/testing-smtp.ts'
import { createTestTenant } from '#testing/accounts.ts'
import { openTestPortal } from '#testing/portal.ts'
import { findLinkToken, decodePlainText } from './testing.ts'

const smtp = await startTestSmtp()
afterAll(() => smtp.close())
const portal = await openTestPortal({
  smtpUrl: smtp.url,
  mailFrom: 'office@example.test',
  publicUrl: 'https://portal.example',
})
const admin = await portal.as('admin', { roles: { tenants: ['edit'] } })
const requestLoginDetails = (id: number) => admin.post(`/tenant/${id}/login-details`)

test('the mail is sent with links to the public address', async () => {
  const tenant = await createTestTenant(portal.db, { email: 'ana@example.test' })
  const { body } = await requestLoginDetails(tenant.id)
  expect(body).toEqual({
    message: 'Login details were sent to ana@example.test.',
    email: 'ana@example.test',
    delivered: true,
  })
  expect(smtp.received.at(-1)?.to).toEqual(['ana@example.test'])
  const mail = decodePlainText(smtp.received.at(-1)?.data ?? '')
  expect(mail).toMatch(/https:\/\/portal\.example\/choose-password#[\w-]{43}/)
  expect(mail).toMatch(/Portal: https:\/\/portal\.example\/\s/)
})

test('a refusal by the mail server is reported; the earlier link stays valid and no new one is left', async () => {
  const tenant = await createTestTenant(portal.db, { email: 'ana@example.test' })
  await requestLoginDetails(tenant.id)
  const token = findLinkToken(smtp.received.at(-1)?.data ?? '')
  smtp.fault = 'refuse content for now'
  const refusedAnswer = await admin.post(`/tenant/${tenant.id}/login-details`)
  smtp.fault = 'none'
  expect([refusedAnswer.status, refusedAnswer.body]).toEqual([
    503,
    { code: 'mailNotSent', message: 'The email could not be sent. Please try again in a while.' },
  ])
  expect((await portal.nobody.post('/choose-password/owner', { token })).status).toBe(200)
  expect(await listTokens(portal, 'client', tenant.id)).toHaveLength(1)
})
