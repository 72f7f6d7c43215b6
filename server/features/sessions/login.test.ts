import { expect, test } from 'vitest'
import { makeAdmin, makeSuperAdmin, makeTenant, TEST_PASSWORD } from '../../testing/accounts.ts'
import { openTestPortal } from '../../testing/portal.ts'

const portal = await openTestPortal()

const login = (body: unknown, path = '/login') =>
  portal.nobody.post<{ token: string; message: string }>(path, body)

test('a resident logs in with client code and password, in capitals or not', async () => {
  await makeTenant(portal.db, { clientCode: 'A-101' })
  const { status, body } = await login({ clientCode: ' a-101 ', password: TEST_PASSWORD })
  expect(status).toBe(200)
  expect(body.token).toMatch(/^[\w-]{43}$/)
})

test('an administrator and a super-administrator log in with their e-mail', async () => {
  const admin = await makeAdmin(portal.db)
  const superAdmin = await makeSuperAdmin(portal.db)
  expect(
    (await login({ email: admin.email.toUpperCase(), password: TEST_PASSWORD }, '/login/admin')).status,
  ).toBe(200)
  expect(
    (await login({ email: superAdmin.email, password: TEST_PASSWORD }, '/login/super-admin')).status,
  ).toBe(200)
  expect((await login({ email: admin.email, password: TEST_PASSWORD }, '/login/super-admin')).status).toBe(
    401,
  )
})

test('an empty form hears the words of rules 1.13', async () => {
  const { status, body } = await portal.nobody.post('/login', {})
  expect(status).toBe(400)
  expect(body.errors).toEqual({
    clientCode: ['Please input your client code!'],
    password: ['Please input your password!'],
  })
  const admin = await portal.nobody.post('/login/admin', { email: ' ', password: 'x' })
  expect(admin.body.message).toBe('Please input your email!')
})

test('a wrong code, a wrong password, a deleted tenant and one without a password get the same answer', async () => {
  const tenant = await makeTenant(portal.db)
  const deleted = await makeTenant(portal.db, { status: 0 })
  const imported = await makeTenant(portal.db, { passwordHash: null })
  const answers = await Promise.all([
    login({ clientCode: 'nobody', password: TEST_PASSWORD }),
    login({ clientCode: tenant.clientCode, password: 'wrong-password' }),
    login({ clientCode: deleted.clientCode, password: TEST_PASSWORD }),
    login({ clientCode: imported.clientCode, password: TEST_PASSWORD }),
  ])
  for (const { status, body } of answers) {
    expect(status).toBe(401)
    expect(body).toEqual({ code: 'invalidCredentials', message: 'Login Failed: Invalid Credentials' })
  }
})

test('nobody reads a token or a password in the database', async () => {
  const resident = await portal.as('client')
  const rows = await portal.db.selectFrom('sessions').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(resident.token)
  expect(rows.every((row) => row.token_hash.length === 32)).toBe(true)
  const { password_hash: hash } = await portal.db
    .selectFrom('tenants')
    .select('password_hash')
    .where('id', '=', resident.id)
    .executeTakeFirstOrThrow()
  expect(hash).toMatch(/^\$argon2id\$/)
})
