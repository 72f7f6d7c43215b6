import { beforeEach, describe, expect, test } from 'vitest'
import { TEST_PASSWORD } from '#testing/accounts.ts'
import { awaitStatuses } from '#testing/callers.ts'
import { listAuditLog } from '#testing/list-audit-log.ts'
import { openTestPortal } from '#testing/portal.ts'
import { createChangePasswordBody, logIn, createAccount } from '../testing.ts'

const portal = await openTestPortal()
beforeEach(async () => {
  await portal.db.deleteFrom('login_failures').execute()
})

const NEW_PASSWORD = 'brand-new-password'
const NO_MATCH_MESSAGE = 'The new password and re-type password does not matched.'
describe.each(['admin', 'super-admin'] as const)('in the area %s', (area) => {
  test('changing the password ends the other sessions and is recorded', async () => {
    const [caller, neighbour] = [await portal.as(area), await portal.as(area)]
    const otherSession = await portal.logIn(area, caller.account)
    const { status, body } = await caller.put('/change-password', createChangePasswordBody(NEW_PASSWORD))
    expect([status, body.message]).toEqual([200, 'Your Password has been changed succesfully.'])
    expect((await caller.get('/me')).status).toBe(200)
    expect((await otherSession.get('/me')).status).toBe(401)
    const getLoginStatus = async (password: string, { account } = caller) =>
      (await logIn(portal.nobody, area, account.email, password)).status
    expect([await getLoginStatus(TEST_PASSWORD), await getLoginStatus(NEW_PASSWORD)]).toEqual([401, 200])
    expect(await getLoginStatus(TEST_PASSWORD, neighbour)).toBe(200)
    const [row] = await listAuditLog(portal.db, { action: 'change', actor_area: area, actor_id: caller.id })
    expect(row?.after).toEqual({ password: 'changed' })
  })

  test('the old password cannot be guessed: ten wrong ones answer 429', async () => {
    const areaCaller = await portal.as(area)
    for (let n = 0; n < 10; n++)
      expect(
        (await areaCaller.put('/change-password', createChangePasswordBody(NEW_PASSWORD, `wrong-${n}`)))
          .status,
      ).toBe(400)
    expect((await areaCaller.put('/change-password', createChangePasswordBody(NEW_PASSWORD))).status).toBe(
      429,
    )
  })
})

// The page sends a repeated change again with the new password as the old one (rules 15.33).
test('a saved change is accepted again with the new password as the old one', async () => {
  const { who } = await createAccount(portal, 'client')
  for (const oldPassword of [TEST_PASSWORD, NEW_PASSWORD])
    expect(
      (await who.put('/change-password', createChangePasswordBody(NEW_PASSWORD, oldPassword))).status,
    ).toBe(200)
})

test('of two simultaneous changes one is applied', async () => {
  const adminCaller = await portal.as('admin')
  const statuses = await awaitStatuses(
    ['first-of-both', 'other-of-both'].map((password) =>
      adminCaller.put('/change-password', createChangePasswordBody(password)),
    ),
  )
  expect(statuses[0]).toBe(200)
  expect([400, 409]).toContain(statuses[1])
})

test.each([
  [
    {},
    {
      oldPassword: ['Please input your old password!'],
      newPassword: ['Please input your new password!'],
      reNewPassword: ['Please re-type your new password!'],
    },
  ],
  [
    createChangePasswordBody(NEW_PASSWORD, TEST_PASSWORD, 'another-password'),
    { reNewPassword: [NO_MATCH_MESSAGE] },
  ],
  [createChangePasswordBody('short'), { newPassword: ['The new password needs at least 8 characters.'] }],
  [
    createChangePasswordBody(NEW_PASSWORD, 'not-this-one'),
    { oldPassword: ['The old password is not right.'] },
  ],
])('a change with %j is refused at the field', async (body, errors) => {
  const { who, login } = await createAccount(portal, 'client')
  const changeResponse = await who.put('/change-password', body)
  expect([changeResponse.status, changeResponse.body.errors]).toEqual([400, errors])
  expect((await logIn(portal.nobody, 'client', login)).status).toBe(200)
})
