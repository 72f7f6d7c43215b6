import { beforeEach, expect, test } from 'vitest'
import { createAdminBody } from '#features/admins/testing.ts'
import { createTestAdmin, createTestTenant, TEST_PASSWORD } from '#testing/accounts.ts'
import { getCode, turnOnSecondFactor } from '#testing/authenticator.ts'
import { createCaller, type Caller, type LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import { LOGIN_ATTEMPT_LIMITS, type Area } from '@tahanan/contract/limits.ts'
import { createRoles } from '@tahanan/contract/permissions.ts'
import { createSessionStore } from './find-session.ts'
import { logIn } from './testing.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
beforeEach(async () => {
  await portal.db.deleteFrom('login_failures').execute()
})

const newPasswordBody = { password: 'taken-over-1', password_confirmation: 'taken-over-1' }

const stealSession = async (area: Area, email: string) =>
  createCaller(portal.app, (await logIn(portal.nobody, area, email)).body['token'])
const confirmSession = (caller: Caller, password = TEST_PASSWORD) =>
  caller.post('/confirmation', { password })
const setConfirmedMinutesAgo = (caller: LoggedInCaller, minutes: number) =>
  portal.db
    .updateTable('sessions')
    .set({ confirmed_at: new Date(Date.now() - minutes * 60_000) })
    .where('id', '=', caller.sessionId)
    .execute()

test.each(['admin', 'super-admin'] as const)(
  'a token of %s alone changes no credentials and no access, its own neither, and takes no backup',
  async (area) => {
    const owner = await portal.as(area)
    const stolenSession = await stealSession(area, owner.account.email)
    const otherAdmin = await createTestAdmin(portal.db, { roles: {} })
    const tenant = await createTestTenant(portal.db)
    const calls = [
      () => stolenSession.put(`/user-admin/${area === 'admin' ? owner.id : otherAdmin.id}`, newPasswordBody),
      () => stolenSession.put(`/user-admin/${otherAdmin.id}`, newPasswordBody),
      () => stolenSession.put(`/user-admin/${otherAdmin.id}`, { email: 'mine@example.test' }),
      () => stolenSession.put(`/user-admin/${otherAdmin.id}`, { roles: createRoles('all') }),
      () => stolenSession.put(`/user-admin/${otherAdmin.id}`, { secondFactor: false }),
      () => stolenSession.delete(`/user-admin/${otherAdmin.id}`),
      () => stolenSession.post('/user-admin', createAdminBody(newPasswordBody)),
      ...(area === 'admin'
        ? [
            () => stolenSession.put(`/tenant/${tenant.id}`, { password: 'taken-over-1' }),
            () => stolenSession.put(`/tenant/${tenant.id}`, { email: 'mine@example.test' }),
          ]
        : [
            () => stolenSession.post('/backups'),
            () => stolenSession.post('/backups/1/download-link'),
            () => stolenSession.get('/backups/1/download'),
          ]),
    ]
    for (const call of calls) {
      const { status, body } = await call()
      expect([status, body.code, body.message]).toEqual([
        403,
        'confirmationNeeded',
        'Please confirm with your password that it is you.',
      ])
    }
    expect((await logIn(portal.nobody, area, owner.account.email)).status).toBe(200)
  },
)

test('the password confirms only this session, for ten minutes', async () => {
  const admin = await portal.as('admin')
  const otherAdmin = await createTestAdmin(portal.db, { roles: {} })
  await setConfirmedMinutesAgo(admin, 11)
  const changeAdminName = (caller: Caller, name: string) =>
    caller.put(`/user-admin/${otherAdmin.id}`, { name })
  expect((await changeAdminName(admin, 'One')).body.code).toBe('confirmationNeeded')
  expect((await confirmSession(admin)).status).toBe(200)
  expect((await changeAdminName(admin, 'Two')).status).toBe(200)
  expect((await changeAdminName(await stealSession('admin', admin.account.email), 'Three')).body.code).toBe(
    'confirmationNeeded',
  )
  await setConfirmedMinutesAgo(admin, 9)
  expect((await changeAdminName(admin, 'Four')).status).toBe(200)
  await setConfirmedMinutesAgo(admin, 10)
  expect((await changeAdminName(admin, 'Five')).body.code).toBe('confirmationNeeded')
})

test('a wrong password is an error of the field, confirms nothing and counts as a failed login', async () => {
  const admin = await portal.as('admin')
  await setConfirmedMinutesAgo(admin, 11)
  for (let n = 0; n < LOGIN_ATTEMPT_LIMITS.ofAccountFromAddress; n++) {
    const { status, body } = await confirmSession(admin, `guess-${n}-of-it`)
    expect([status, body.errors]).toEqual([400, { password: ['The password is not right.'] }])
  }
  expect((await confirmSession(admin)).status).toBe(429)
  expect((await logIn(portal.nobody, 'admin', admin.account.email)).status).toBe(429)
  expect((await admin.delete(`/user-admin/${admin.id}`)).body.code).toBe('confirmationNeeded')
})

test('a code of the second factor confirms once; a wrong one, and one without a second factor, is refused', async () => {
  const admin = await portal.as('admin')
  await setConfirmedMinutesAgo(admin, 11)
  const confirmByCode = (code: string) => admin.post('/confirmation', { code })
  expect((await confirmByCode('123456')).body.code).toBe('noSecondFactor')
  const { secret, recoveryCodes } = await turnOnSecondFactor(admin)
  expect((await confirmByCode(getCode(secret, 40))).body.errors).toEqual({
    code: ['This code is not right.'],
  })
  const changeOwnName = () => admin.put(`/user-admin/${admin.id}`, { firstName: 'New' })
  expect((await changeOwnName()).body.code).toBe('confirmationNeeded')
  const nextCode = getCode(secret, 1)
  expect((await confirmByCode(nextCode)).status).toBe(200)
  expect((await changeOwnName()).status).toBe(200)
  expect((await confirmByCode(nextCode)).status).toBe(400)
  expect((await confirmByCode(recoveryCodes[0] ?? '')).status).toBe(200)
  expect((await confirmByCode(recoveryCodes[0] ?? '')).status).toBe(400)
})

test('a caller without the permission is refused before the password is requested', async () => {
  const guard = await portal.as('admin', { roles: { gatepass: ['view'] } })
  await setConfirmedMinutesAgo(guard, 11)
  expect((await guard.put(`/user-admin/${guard.id}`, newPasswordBody)).body.code).toBe('missingPermission')
})

test('editing a tenant needs no confirmation unless it gives access to the account', async () => {
  const admin = await portal.as('admin')
  await setConfirmedMinutesAgo(admin, 11)
  const { id } = await createTestTenant(portal.db, { email: 'ana@example.test' })
  const editTenant = (body: object) => admin.put(`/tenant/${id}`, body)
  expect((await editTenant({ uoccname: 'Reyes, Ana', email: 'ana@example.test' })).status).toBe(200)
  expect((await editTenant({ uoccname: 'Reyes', email: 'x@example.test' })).body.code).toBe(
    'confirmationNeeded',
  )
  expect((await admin.get(`/tenant/${id}`)).body).toMatchObject({
    uoccname: 'Reyes, Ana',
    email: 'ana@example.test',
  })
})

test('empty input is an error of the field', async () => {
  const admin = await portal.as('admin')
  expect((await admin.post('/confirmation', {})).body.errors).toEqual({
    password: ['Please input your password!'],
  })
})

test('residents confirm with their password; they have no codes', async () => {
  const resident = await portal.as('client')
  await setConfirmedMinutesAgo(resident, 11)
  const isSessionConfirmed = async () =>
    (await createSessionStore(portal.db).findById(resident.sessionId))?.confirmed
  expect((await resident.post('/confirmation', { code: '123456' })).body.code).toBe('noSecondFactor')
  expect((await confirmSession(resident, 'guess-of-it')).status).toBe(400)
  expect(await isSessionConfirmed()).toBe(false)
  expect((await confirmSession(resident)).status).toBe(200)
  expect(await isSessionConfirmed()).toBe(true)
})
