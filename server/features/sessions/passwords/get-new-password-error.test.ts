import { expect, test } from 'vitest'
import { createAdminBody } from '#features/admins/testing.ts'
import { addTenant } from '#features/tenants/testing.ts'
import { hashPassword } from '#platform/hash-password.ts'
import { createTestAdmin, createTestTenant } from '#testing/accounts.ts'
import { openTestPortal } from '#testing/portal.ts'
import { createChangePasswordBody, createChoiceBody, logIn } from '../testing.ts'
import { createToken } from './create-token.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })

const LEAKED_PASSWORD_MESSAGE =
  'This password is on the lists that attackers try first. Please choose another.'
const LEAKED_PASSWORDS = ['password', 'iloveyou', '123456789', 'PassWord', 'qwerty123']

test('the most common leaked passwords are refused in all areas', async () => {
  for (const areaCaller of [
    await portal.as('client'),
    await portal.as('admin'),
    await portal.as('super-admin'),
  ]) {
    for (const leakedPassword of LEAKED_PASSWORDS) {
      const { status, body } = await areaCaller.put(
        '/change-password',
        createChangePasswordBody(leakedPassword),
      )
      expect([status, body.errors]).toEqual([400, { newPassword: [LEAKED_PASSWORD_MESSAGE] }])
    }
    expect((await areaCaller.put('/change-password', createChangePasswordBody('aaaabbbbccccd'))).status).toBe(
      200,
    )
  }
})

test('a mailed link refuses a leaked password and stays valid', async () => {
  const { id } = await createTestTenant(portal.db)
  const token = await createToken(portal.db, 'client', id, 1)
  const choosePassword = (password: string) =>
    portal.nobody.post('/choose-password', createChoiceBody(token, password))
  expect((await choosePassword('sunshine')).body.errors).toEqual({ password: [LEAKED_PASSWORD_MESSAGE] })
  expect((await choosePassword('sunshine-over-the-bay')).status).toBe(200)
})

test('administrators cannot be given one, not even by the super-administrator', async () => {
  const superAdmin = await portal.as('super-admin')
  const { id } = await createTestAdmin(portal.db, { roles: {} })
  const password = { password: 'password1', password_confirmation: 'password1' }
  expect((await superAdmin.post('/user-admin', createAdminBody(password))).body.errors).toEqual({
    password: [LEAKED_PASSWORD_MESSAGE],
  })
  expect((await superAdmin.put(`/user-admin/${id}`, password)).body.errors).toEqual({
    password: [LEAKED_PASSWORD_MESSAGE],
  })
})

test('a first password set by the office may be leaked, and only leads to choosing another', async () => {
  const officeAdmin = await portal.as('admin')
  const { id, clientCode } = await addTenant(officeAdmin, { password: 'password1' })
  const logInResident = async (password: string) =>
    (await logIn(portal.nobody, 'client', clientCode, password)).body
  const { token, choosePassword } = await logInResident('password1')
  expect([token, choosePassword]).toEqual([undefined, expect.any(String)])
  const choosePasswordByLink = (password: string, link = choosePassword) =>
    portal.nobody.post('/choose-password', createChoiceBody(link, password))
  expect((await choosePasswordByLink('password1')).body.errors).toEqual({
    password: [LEAKED_PASSWORD_MESSAGE],
  })
  expect((await choosePasswordByLink('my-very-own-one')).status).toBe(200)
  expect((await logInResident('my-very-own-one'))['token']).toEqual(expect.any(String))

  await officeAdmin.put(`/tenant/${id}`, { password: 'given-by-the-pmo' })
  const secondLogin = await logInResident('given-by-the-pmo')
  const samePasswordResponse = await choosePasswordByLink('given-by-the-pmo', secondLogin['choosePassword'])
  expect(samePasswordResponse.body.errors).toEqual({
    password: ['Please choose another password than the one you were given.'],
  })
})

test('existing passwords stay valid, leaked ones too', async () => {
  const { clientCode } = await createTestTenant(portal.db, { passwordHash: await hashPassword('password1') })
  const { status, body } = await portal.nobody.post('/login', { clientCode, password: 'password1' })
  expect([status, typeof body.token]).toEqual([200, 'string'])
})
