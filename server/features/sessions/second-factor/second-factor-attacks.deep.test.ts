import { beforeEach, expect, test } from 'vitest'
import { getCode, turnOnSecondFactor } from '#testing/authenticator.ts'
import { createCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import { SECOND_FACTOR_LIMITS } from '@tahanan/contract/limits.ts'
import { addFailures } from '../testing.ts'
import { createLoginHelpers, getWrongCode, type OfficeUser } from './testing.ts'

const portal = await openTestPortal()
beforeEach(async () => {
  await portal.db.deleteFrom('login_failures').execute()
})

const { logIn, beginLogin, answerChallenge } = createLoginHelpers(portal)
const listSessions = (officeUser: OfficeUser) =>
  portal.db
    .selectFrom('sessions')
    .select('id')
    .where('area', '=', officeUser.area)
    .where('account_id', '=', officeUser.id)
    .execute()

test('one code used for two challenges at once logs in once', async () => {
  const adminCaller = await portal.as('admin')
  const { secret } = await turnOnSecondFactor(adminCaller)
  const challenges = await Promise.all(Array.from({ length: 6 }, () => beginLogin(adminCaller)))
  const codeResponses = await Promise.all(
    challenges.map((challenge) => answerChallenge(challenge, getCode(secret, 1))),
  )
  expect(codeResponses.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401, 401])
  expect(await listSessions(adminCaller)).toHaveLength(2)
})

test('one recovery code logs in once, and one challenge logs in once with two valid codes', async () => {
  const adminCaller = await portal.as('admin')
  const { recoveryCodes } = await turnOnSecondFactor(adminCaller)
  const [code = '', secondCode = '', thirdCode = ''] = recoveryCodes
  const challenges = await Promise.all(Array.from({ length: 5 }, () => beginLogin(adminCaller)))
  const codeResponses = await Promise.all(challenges.map((challenge) => answerChallenge(challenge, code)))
  expect(codeResponses.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401])

  await portal.db.deleteFrom('login_failures').execute()
  const [challenge, otherChallenge] = [await beginLogin(adminCaller), await beginLogin(adminCaller)]
  const codeReplies = await Promise.all([
    answerChallenge(challenge, secondCode),
    answerChallenge(challenge, thirdCode),
  ])
  expect(codeReplies.map(({ status }) => status).toSorted()).toEqual([200, 401])
  const ownAccountResponse = await adminCaller.get<{ recoveryCodesLeft: number }>('/me')
  expect(ownAccountResponse.body.recoveryCodesLeft).toBe(8)
  const codeFailures = await portal.db
    .selectFrom('login_challenges')
    .select('tries')
    .where('area', '=', 'admin')
    .where('account_id', '=', adminCaller.id)
    .execute()
  expect(codeFailures).toContainEqual({ tries: 0 })
  expect((await answerChallenge(otherChallenge, recoveryCodes[3] ?? '')).status).toBe(200)
})

test('five simultaneous wrong codes end a challenge', async () => {
  const adminCaller = await portal.as('admin')
  const { secret } = await turnOnSecondFactor(adminCaller)
  const challenge = await beginLogin(adminCaller)
  const codeResponses = await Promise.all(
    Array.from({ length: 9 }, () => answerChallenge(challenge, getWrongCode(secret))),
  )
  const errorCodes = codeResponses.map(({ body }) => body['code'])
  expect(errorCodes.filter((code) => code === 'wrongCode')).toHaveLength(5)
  expect((await answerChallenge(challenge, getCode(secret, 1))).body['code']).toBe('loginEnded')
})

test('an address is blocked after 200 wrong codes for different accounts', async () => {
  const address = '203.0.113.77'
  await addFailures(portal.db, `address ${address}`, 190)
  const accounts = await Promise.all([portal.as('admin'), portal.as('admin')])
  const challenges: string[] = []
  for (const adminCaller of accounts) {
    await turnOnSecondFactor(adminCaller)
    challenges.push(await beginLogin(adminCaller))
  }
  for (const challenge of challenges)
    for (let n = 0; n < 5; n++) expect((await answerChallenge(challenge, '000000', address)).status).toBe(401)
  const otherAdmin = await portal.as('admin')
  expect((await logIn(otherAdmin, address)).status).toBe(429)
  expect((await logIn(otherAdmin)).status).toBe(200)
})

test('a login during a password change is either ended by it or refused', async () => {
  for (let round = 0; round < 8; round++) {
    const superAdmin = await portal.as('super-admin')
    const adminCaller = await portal.as('admin')
    const { secret } = await turnOnSecondFactor(adminCaller)
    const adminWithoutFactor = await portal.as('admin')
    const challenge = await beginLogin(adminCaller)
    const password = 'chosen-from-above'
    const [second, first] = await Promise.all([
      answerChallenge(challenge, getCode(secret, 1)),
      logIn(adminWithoutFactor),
      superAdmin.put(`/user-admin/${adminCaller.id}`, { password, password_confirmation: password }),
      superAdmin.put(`/user-admin/${adminWithoutFactor.id}`, { password, password_confirmation: password }),
    ])
    for (const { body } of [second, first])
      if (body['token']) expect((await createCaller(portal.app, body['token']).get('/me')).status).toBe(401)
    for (const account of [adminCaller, adminWithoutFactor]) expect(await listSessions(account)).toEqual([])
  }
})

test('wrong codes of one day are all counted when simultaneous', async () => {
  const adminCaller = await portal.as('admin')
  const { secret } = await turnOnSecondFactor(adminCaller)
  const subjectKey = `code admin ${adminCaller.account.email.toLowerCase()}`
  const usedAttempts = Array.from({ length: SECOND_FACTOR_LIMITS.codesPerDay - 2 }, () => ({
    subject: subjectKey,
  }))
  await portal.db.insertInto('login_failures').values(usedAttempts).execute()
  const challenges = [await beginLogin(adminCaller), await beginLogin(adminCaller)]
  const codeResponses = await Promise.all(
    Array.from({ length: 8 }, (_, n) => answerChallenge(challenges[n % 2] ?? '', getWrongCode(secret))),
  )
  expect(codeResponses.filter(({ body }) => body['code'] === 'wrongCode').length).toBeLessThanOrEqual(2)
})
