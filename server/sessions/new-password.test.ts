import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAdmin, makeTenant, TEST_PASSWORD } from '../testing/accounts.ts'
import { createTestPortal } from '../testing/portal.ts'
import type { TestPortal } from '../testing/portal.ts'
import { makeToken } from './account-tokens.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await createTestPortal({ rateLimitPerMinute: 0 })
})
afterAll(() => portal.close())

const REFUSED = 'This password is on the lists that attackers try first. Please choose another.'
const LEAKED = ['password', 'iloveyou', '123456789', 'PassWord', 'qwerty123']
const own = (newPassword: string) => ({ oldPassword: TEST_PASSWORD, newPassword, reNewPassword: newPassword })

test('nobody chooses a password that stands in leaks most often, in any area', async () => {
  for (const who of [await portal.as('client'), await portal.as('admin'), await portal.as('super-admin')]) {
    for (const leaked of LEAKED) {
      const { status, body } = await who.put('/change-password', own(leaked))
      expect([status, body.errors]).toEqual([400, { newPassword: [REFUSED] }])
    }
    // Length is the only rule of composition.
    expect((await who.put('/change-password', own('aaaabbbbccccd'))).status).toBe(200)
  }
})

test('a mailed link takes no such password either, and stays good for another', async () => {
  const { id } = await makeTenant(portal.db)
  const token = await makeToken(portal.db, 'client', id, 1)
  const choose = (password: string) =>
    portal.nobody.post('/choose-password', { token, password, password_confirmation: password })
  expect((await choose('sunshine')).body.errors).toEqual({ password: [REFUSED] })
  expect((await choose('sunshine-over-the-bay')).status).toBe(200)
})

test('no administrator is given one, by the super-administrator neither', async () => {
  const superAdmin = await portal.as('super-admin')
  const { id } = await makeAdmin(portal.db, { roles: {} })
  const password = { password: 'password1', password_confirmation: 'password1' }
  const names = { name: 'N', firstName: 'N', lastName: 'N', email: 'n@example.test' }
  expect((await superAdmin.post('/user-admin', { ...names, ...password })).body.errors).toEqual({
    password: [REFUSED],
  })
  expect((await superAdmin.put(`/user-admin/${id}`, password)).body.errors).toEqual({ password: [REFUSED] })
})
