import { expect, test } from 'vitest'
import { newAdminBody } from '#features/admins/testing.ts'
import { addTenant } from '#features/tenants/testing.ts'
import { hashPassword } from '#platform/passwords.ts'
import { makeAdmin, makeTenant } from '#testing/accounts.ts'
import { openTestPortal } from '#testing/portal.ts'
import { changed, chosen, logIn } from '../testing.ts'
import { makeToken } from './account-tokens.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })

const REFUSED = 'This password is on the lists that attackers try first. Please choose another.'
const LEAKED = ['password', 'iloveyou', '123456789', 'PassWord', 'qwerty123']

test('nobody chooses a password that stands in leaks most often, in any area', async () => {
  for (const who of [await portal.as('client'), await portal.as('admin'), await portal.as('super-admin')]) {
    for (const leaked of LEAKED) {
      const { status, body } = await who.put('/change-password', changed(leaked))
      expect([status, body.errors]).toEqual([400, { newPassword: [REFUSED] }])
    }
    // Length is the only rule of composition.
    expect((await who.put('/change-password', changed('aaaabbbbccccd'))).status).toBe(200)
  }
})

test('a mailed link takes no such password either, and stays good for another', async () => {
  const { id } = await makeTenant(portal.db)
  const token = await makeToken(portal.db, 'client', id, 1)
  const choose = (password: string) => portal.nobody.post('/choose-password', chosen(token, password))
  expect((await choose('sunshine')).body.errors).toEqual({ password: [REFUSED] })
  expect((await choose('sunshine-over-the-bay')).status).toBe(200)
})

test('no administrator is given one, by the super-administrator neither', async () => {
  const superAdmin = await portal.as('super-admin')
  const { id } = await makeAdmin(portal.db, { roles: {} })
  const password = { password: 'password1', password_confirmation: 'password1' }
  expect((await superAdmin.post('/user-admin', newAdminBody(password))).body.errors).toEqual({
    password: [REFUSED],
  })
  expect((await superAdmin.put(`/user-admin/${id}`, password)).body.errors).toEqual({ password: [REFUSED] })
})

test('a first password of the office may be on the list, and opens nothing but the choice of another', async () => {
  const office = await portal.as('admin')
  const { id, clientCode } = await addTenant(office, { password: 'password1' })
  const logInBy = async (password: string) =>
    (await logIn(portal.nobody, 'client', clientCode, password)).body
  const { token, choosePassword } = await logInBy('password1')
  expect([token, choosePassword]).toEqual([undefined, expect.any(String)])
  const choose = (password: string, link = choosePassword) =>
    portal.nobody.post('/choose-password', chosen(link, password))
  expect((await choose('password1')).body.errors).toEqual({ password: [REFUSED] })
  expect((await choose('my-very-own-one')).status).toBe(200)
  expect((await logInBy('my-very-own-one'))['token']).toEqual(expect.any(String))

  // the same again, for a password that is on no list
  await office.put(`/tenant/${id}`, { password: 'given-by-the-pmo' })
  const again = await logInBy('given-by-the-pmo')
  const same = await choose('given-by-the-pmo', again['choosePassword'])
  expect(same.body.errors).toEqual({
    password: ['Please choose another password than the one you were given.'],
  })
})

test('passwords that were there before go on, listed ones too', async () => {
  const { clientCode } = await makeTenant(portal.db, { passwordHash: await hashPassword('password1') })
  const { status, body } = await portal.nobody.post('/login', { clientCode, password: 'password1' })
  expect([status, typeof body.token]).toEqual([200, 'string'])
})
