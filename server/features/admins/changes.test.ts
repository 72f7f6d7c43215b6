import { expect, test } from 'vitest'
import { TEST_PASSWORD } from '#testing/accounts.ts'
import { createCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import { createRoles } from '@tahanan/contract/permissions.ts'

const portal = await openTestPortal()
const superAdmin = await portal.as('super-admin')

test("roles apply from the administrator's next call, and open pages receive them", async () => {
  const admin = await portal.as('admin', { roles: {} })
  expect((await admin.get('/tickets')).status).toBe(403)
  const roles = createRoles({ gatepass: ['view'] }).filter(({ title }) => title === 'gatepass')
  const { status, body } = await superAdmin.put(`/user-admin/${admin.id}`, { roles })
  expect(status).toBe(200)
  expect(body.roles).toEqual(createRoles({ gatepass: ['view'] }))
  expect((await admin.get('/tickets')).status).toBe(200)
  expect(await portal.drainEvents()).toContainEqual({
    room: `admin.${admin.id}`,
    event: 'account',
    data: {},
  })
})

test('only fields in the body change', async () => {
  const admin = await portal.as('admin', { roles: { gatepass: ['view'] } })
  const { body } = await superAdmin.put(`/user-admin/${admin.id}`, {
    name: ' Guard House ',
    id: 1,
    status: 0,
  })
  expect(body).toEqual({
    ...body,
    id: admin.id,
    name: 'Guard House',
    email: admin.account.email,
    status: 1,
    roles: admin.account.roles,
  })
  expect(JSON.stringify(body)).not.toContain('argon2')
})

test('a new password ends the sessions and works at the next login', async () => {
  const admin = await portal.as('admin')
  const password = 'another-password-1'
  await superAdmin.put(`/user-admin/${admin.id}`, { password, password_confirmation: password })
  expect((await admin.get('/me')).status).toBe(401)
  const logIn = (attemptedPassword: string) =>
    portal.nobody.post('/login/admin', { email: admin.account.email, password: attemptedPassword })
  expect((await logIn(TEST_PASSWORD)).status).toBe(401)
  expect((await logIn(password)).status).toBe(200)
})

test('administrators who change their own password in the list keep this session alone (rules 1.9)', async () => {
  const admin = await portal.as('admin')
  const { body } = await portal.nobody.post('/login/admin', {
    email: admin.account.email,
    password: TEST_PASSWORD,
  })
  const otherDeviceCaller = createCaller(portal.app, String(body['token']))
  expect((await otherDeviceCaller.get('/me')).status).toBe(200)
  const password = 'another-password-1'
  await admin.put(`/user-admin/${admin.id}`, { password, password_confirmation: password })
  expect((await otherDeviceCaller.get('/me')).status).toBe(401)
  expect((await admin.get('/me')).status).toBe(200)
})

test('an e-mail in use is refused', async () => {
  const [a, b] = [await portal.as('admin'), await portal.as('admin')]
  const { status, body } = await superAdmin.put(`/user-admin/${a.id}`, {
    email: b.account.email.toUpperCase(),
  })
  expect(status).toBe(400)
  expect(body.message).toBe('Email Already Taken')
  expect(body.errors).toEqual({ email: ['Email Already Taken'] })
})

test.each([
  [{ name: '' }, 'name', 'Please input your name!'],
  [{ email: 'nobody' }, 'email', 'Please input your email!'],
  [
    { password: 'long-enough-1', password_confirmation: 'long-enough-2' },
    'password_confirmation',
    'The two passwords that you entered do not match!',
  ],
  [
    { password: 'short', password_confirmation: 'short' },
    'password',
    'The password needs at least 8 characters.',
  ],
  [{ roles: [{ title: 'vault', visible: true, roles: {} }] }, 'roles.0.title', 'There is no such page.'],
  [
    { roles: [{ title: 'gatepass', visible: true, roles: { fly: true } }] },
    'roles.0.roles.fly',
    'There is no such permission.',
  ],
  [
    { roles: [{ title: 'gatepass', visible: true, roles: { view: 'yes' } }] },
    'roles.0.roles.view',
    'This must be true or false.',
  ],
])('%j is refused at the field', async (change, field, message) => {
  const admin = await portal.as('admin')
  const { status, body } = await superAdmin.put(`/user-admin/${admin.id}`, change)
  expect(status).toBe(400)
  expect(body.errors).toEqual({ [field]: [message] })
})

test('an unknown or deleted administrator answers 404', async () => {
  const admin = await portal.as('admin', { status: 0 })
  expect((await superAdmin.put(`/user-admin/${admin.id}`, { name: 'X' })).status).toBe(404)
  expect((await superAdmin.put('/user-admin/999999', { name: 'X' })).status).toBe(404)
})
