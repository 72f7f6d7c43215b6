import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenantBody } from '../tenants/testing.ts'
import { TEST_PASSWORD } from '../testing/accounts.ts'
import { createTestPortal } from '../testing/portal.ts'
import type { TestPortal } from '../testing/portal.ts'
import { makeToken } from './account-tokens.ts'
import { hashNewPassword } from './new-password.ts'
import { verifyPassword } from './passwords.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await createTestPortal()
})
afterAll(() => portal.close())

const about = ['A-101', 'ana.cruz@example.test', 'Ana Cruz-Reyes', null, undefined]
const choose = (password: string) => hashNewPassword(password, { field: 'password', about })

test.each(['password', '12345678', 'qwertyuiop', 'QWERTYUIOP', 'iloveyou', 'Starwars', 'q1w2e3r4'])(
  '%s is one of the first that are guessed',
  async (password) => {
    await expect(choose(password)).rejects.toMatchObject({
      errors: { password: [expect.stringContaining('first that are guessed')] },
    })
  },
)

test.each([
  'tahanan2026',
  'Tahanan!!',
  'a-101-A101',
  'AnaCruz1990',
  'cruz.ana-2026!',
  'resident-A101',
  'Admin_12345',
])('%s is nothing but words of the account and the portal', async (password) => {
  await expect(choose(password)).rejects.toMatchObject({
    errors: { password: [expect.stringContaining('your own name or code')] },
  })
})

test.each([
  'correct-horse-1',
  'banana-split-77',
  'Ana likes green tea',
  'ñandú y 3 gatos',
  '        ',
  '皆さんこんにちは元気',
])('%j is taken as it is', async (password) => {
  expect(await verifyPassword(await choose(password), password)).toBe(true)
})

test('wherever a password is chosen it is asked for', async () => {
  const [resident, office, superAdmin] = [
    await portal.as('client'),
    await portal.as('admin'),
    await portal.as('super-admin'),
  ]
  const token = await makeToken(portal.db, 'client', resident.id, 1)
  const bad = 'qwertyuiop'
  const admin = { name: 'Ben', firstName: 'Ben', lastName: 'Lim', email: 'ben@example.test' }
  const both = { password: bad, password_confirmation: bad }
  const answers = {
    own: await resident.put('/change-password', {
      oldPassword: TEST_PASSWORD,
      newPassword: bad,
      reNewPassword: bad,
    }),
    link: await portal.nobody.post('/choose-password', { token, ...both }),
    tenant: await office.post('/tenant', tenantBody({ password: bad })),
    'edited tenant': await office.put(`/tenant/${resident.id}`, { password: bad }),
    admin: await superAdmin.post('/user-admin', { ...admin, ...both }),
    'edited admin': await superAdmin.put(`/user-admin/${office.id}`, both),
  }
  for (const [where, { status, body }] of Object.entries(answers))
    expect([where, status, Object.keys(body.errors ?? {})]).toEqual([
      where,
      400,
      [where === 'own' ? 'newPassword' : 'password'],
    ])
  // Nothing of it counted: the link is good still, the password the old one.
  const chosen = { token, password: 'green-mango-8', password_confirmation: 'green-mango-8' }
  expect((await portal.nobody.post('/choose-password', chosen)).status).toBe(200)
  expect((await office.get('/me')).status).toBe(200)
})
