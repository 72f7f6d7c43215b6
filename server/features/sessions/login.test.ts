import { expect, test } from 'vitest'
import { createTestAdmin, createTestSuperAdmin, createTestTenant } from '#testing/accounts.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { Area } from '@tahanan/contract/limits.ts'
import { createChangePasswordBody, logIn } from './testing.ts'

const portal = await openTestPortal()

const logInAs = (area: Area, name: string, password?: string) => logIn(portal.nobody, area, name, password)

test('a resident logs in with client code and password, ignoring the case of the code', async () => {
  await createTestTenant(portal.db, { clientCode: 'A-101' })
  const { status, body } = await logInAs('client', ' a-101 ')
  expect(status).toBe(200)
  expect(body['token']).toMatch(/^[\w-]{43}$/)
})

test('an administrator and a super-administrator log in with their e-mail', async () => {
  const admin = await createTestAdmin(portal.db)
  const superAdmin = await createTestSuperAdmin(portal.db)
  expect((await logInAs('admin', admin.email.toUpperCase())).status).toBe(200)
  expect((await logInAs('super-admin', superAdmin.email)).status).toBe(200)
  expect((await logInAs('super-admin', admin.email)).status).toBe(401)
})

test('an empty form is refused with the messages of rules 1.13', async () => {
  const { status, body } = await portal.nobody.post('/login', {})
  expect(status).toBe(400)
  expect(body.errors).toEqual({
    clientCode: ['Please input your client code!'],
    password: ['Please input your password!'],
  })
  const admin = await portal.nobody.post('/login/admin', { email: ' ', password: 'x' })
  expect(admin.body.message).toBe('Please input your email!')
})

test('an unknown code, a wrong password, a deleted tenant and one without a password get the same answer', async () => {
  const tenant = await createTestTenant(portal.db)
  const deletedTenant = await createTestTenant(portal.db, { status: 0 })
  const importedTenant = await createTestTenant(portal.db, { passwordHash: null })
  const loginResponses = await Promise.all([
    logInAs('client', 'nobody'),
    logInAs('client', tenant.clientCode, 'wrong-password'),
    logInAs('client', deletedTenant.clientCode),
    logInAs('client', importedTenant.clientCode),
  ])
  for (const { status, body } of loginResponses) {
    expect(status).toBe(401)
    expect(body).toEqual({ code: 'invalidCredentials', message: 'Login Failed: Invalid Credentials' })
  }
})

test('the database stores neither tokens nor passwords in plain text', async () => {
  const resident = await portal.as('client')
  const rows = await portal.db.selectFrom('sessions').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(resident.token)
  expect(rows.every((row) => row.token_hash.length === 32)).toBe(true)
  expect(
    (await resident.put('/change-password', createChangePasswordBody('brand-new-password'))).status,
  ).toBe(200)
  const { password_hash: hash } = await portal.db
    .selectFrom('tenants')
    .select('password_hash')
    .where('id', '=', resident.id)
    .executeTakeFirstOrThrow()
  expect(hash).toMatch(/^\$argon2id\$/)
  expect(hash).not.toContain('brand-new-password')
})
