import { readFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { createToken } from '#features/sessions/passwords/create-token.ts'
import { listTokens } from '#features/sessions/testing.ts'
import { createTestTenant } from '#testing/accounts.ts'
import { callDuring } from '#testing/call-during.ts'
import { openTestPortal } from '#testing/portal.ts'
import { findLinkToken, decodePlainText } from './testing.ts'

// This portal has no mail server, so it writes mails to files in `outbox`.
const portal = await openTestPortal()
const admin = await portal.as('admin', { roles: { tenants: ['edit'] } })
const outbox = join(portal.services.config.dataDir, 'outbox')
beforeEach(() => rm(outbox, { recursive: true, force: true }))

const requestLoginDetails = (id: number) => admin.post(`/tenant/${id}/login-details`)

const loadNewestMail = async () =>
  readFile(join(outbox, (await readdir(outbox)).toSorted().at(-1) ?? ''), 'utf8')

test('the mail contains the client code, the portal’s address and a link that chooses a password', async () => {
  await portal.db
    .updateTable('settings')
    .set({ value: 'Sampaguita Heights' })
    .where('name', '=', 'websiteName')
    .execute()
  const tenant = await createTestTenant(portal.db, {
    uoccname: 'Liza Niño',
    email: 'liza@example.test',
    passwordHash: null,
  })
  const { status, body } = await requestLoginDetails(tenant.id)
  expect(status).toBe(200)
  expect(body).toEqual({
    message: 'This portal sends no mail yet: the login details were written to its outbox folder.',
    email: 'liza@example.test',
    delivered: false,
  })
  const mail = await loadNewestMail()
  expect(mail).toMatch(/^Subject: Your login details for Sampaguita Heights\r$/m)
  expect(mail).toContain('liza@example.test')
  expect(decodePlainText(mail)).toContain(`Client code: ${tenant.clientCode}`)
  expect(decodePlainText(mail)).toMatch(/Portal: http:\/\/127\.0\.0\.1:\d+\/\s/)
  expect(decodePlainText(mail)).toMatch(/http:\/\/127\.0\.0\.1:\d+\/choose-password#[\w-]{43}/)
  expect(mail).not.toContain('argon2')
  const token = findLinkToken(mail)
  expect(JSON.stringify(body)).not.toContain(token)
  const ownerResponse = await portal.nobody.post('/choose-password/owner', { token })
  expect(ownerResponse.body).toEqual({ area: 'client', login: tenant.clientCode })
  const password = 'chosen-by-liza'
  await portal.nobody.post('/choose-password', { token, password, password_confirmation: password })
  expect((await portal.nobody.post('/login', { clientCode: tenant.clientCode, password })).status).toBe(200)
})

test('the address comes from the configuration, never from request headers', async () => {
  const tenant = await createTestTenant(portal.db)
  await portal.app.inject({
    method: 'POST',
    url: `/api/tenant/${tenant.id}/login-details`,
    headers: {
      authorization: `Bearer ${admin.token}`,
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
    },
  })
  expect(await loadNewestMail()).not.toContain('evil.example')
})

test('sending again ends the earlier link', async () => {
  const tenant = await createTestTenant(portal.db)
  await requestLoginDetails(tenant.id)
  const firstToken = findLinkToken(await loadNewestMail())
  await requestLoginDetails(tenant.id)
  const secondToken = findLinkToken(await loadNewestMail())
  expect(secondToken).not.toBe(firstToken)
  expect((await portal.nobody.post('/choose-password/owner', { token: firstToken })).status).toBe(404)
  expect((await portal.nobody.post('/choose-password/owner', { token: secondToken })).status).toBe(200)

  expect(await listTokens(portal, 'client', tenant.id)).toHaveLength(1)
})

test('a link created while another is sent does not stay valid beside it', async () => {
  const tenant = await createTestTenant(portal.db)
  const [sendResponse] = await callDuring(portal.db, (tx) => createToken(tx, 'client', tenant.id, 72), [
    () => requestLoginDetails(tenant.id),
  ])
  expect(sendResponse?.status).toBe(200)
  expect(await listTokens(portal, 'client', tenant.id)).toHaveLength(1)
})

test.each([
  ['', 'This tenant has no email address. Please add one first.'],
  ['imported without a check', 'Please input a valid email!'],
  ['a@b.test\r\nBcc: all@b.test', 'Please input a valid email!'],
])('an e-mail of %j is a clear 400, and nothing is left behind', async (email, message) => {
  const tenant = await createTestTenant(portal.db, { email })
  const { status, body } = await admin.post(`/tenant/${tenant.id}/login-details`)
  expect([status, body.message, body.errors]).toEqual([400, message, { email: [message] }])
  expect(await listTokens(portal, 'client', tenant.id)).toEqual([])
  await expect(readdir(outbox)).rejects.toThrow('ENOENT')
})

test('deleted and unknown tenants answer 404', async () => {
  const deletedTenant = await createTestTenant(portal.db, { status: 0 })
  expect((await requestLoginDetails(deletedTenant.id)).status).toBe(404)
  expect((await requestLoginDetails(99_999_999)).status).toBe(404)
})

test.each([
  ['a new password', { password: 'given-by-the-office' }],
  ['another e-mail address', { email: 'right@example.test' }],
])('%s ends the link that was mailed before', async (_, change) => {
  const tenant = await createTestTenant(portal.db)
  await requestLoginDetails(tenant.id)
  const token = findLinkToken(await loadNewestMail())
  expect((await admin.put(`/tenant/${tenant.id}`, { uoccname: 'No reason to end it' })).status).toBe(200)
  expect((await portal.nobody.post('/choose-password/owner', { token })).status).toBe(200)
  await admin.put(`/tenant/${tenant.id}`, change)
  expect((await portal.nobody.post('/choose-password/owner', { token })).status).toBe(404)
})

test('deleting the tenant ends the link', async () => {
  const tenant = await createTestTenant(portal.db)
  await requestLoginDetails(tenant.id)
  const token = findLinkToken(await loadNewestMail())
  const deletingAdmin = await portal.as('admin', { roles: { tenants: ['delete'] } })
  await deletingAdmin.delete(`/tenant/${tenant.id}`)
  expect((await portal.nobody.post('/choose-password/owner', { token })).status).toBe(404)
  expect(await listTokens(portal, 'client', tenant.id)).toEqual([])
})
