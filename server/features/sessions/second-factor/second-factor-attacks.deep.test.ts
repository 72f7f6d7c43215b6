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

const { logIn, beginLogin, answer } = createLoginHelpers(portal)
const listSessions = (who: OfficeUser) =>
  portal.db
    .selectFrom('sessions')
    .select('id')
    .where('area', '=', who.area)
    .where('account_id', '=', who.id)
    .execute()

test('one code used for two challenges at once logs in once', async () => {
  const who = await portal.as('admin')
  const { secret } = await turnOnSecondFactor(who)
  const challenges = await Promise.all(Array.from({ length: 6 }, () => beginLogin(who)))
  const answers = await Promise.all(challenges.map((challenge) => answer(challenge, getCode(secret, 1))))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401, 401])
  expect(await listSessions(who)).toHaveLength(2)
})

test('one recovery code logs in once, and one challenge logs in once with two valid codes', async () => {
  const who = await portal.as('admin')
  const { recoveryCodes } = await turnOnSecondFactor(who)
  const [code = '', one = '', other = ''] = recoveryCodes
  const challenges = await Promise.all(Array.from({ length: 5 }, () => beginLogin(who)))
  const answers = await Promise.all(challenges.map((challenge) => answer(challenge, code)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401])

  await portal.db.deleteFrom('login_failures').execute()
  const [challenge, waiting] = [await beginLogin(who), await beginLogin(who)]
  const codeReplies = await Promise.all([answer(challenge, one), answer(challenge, other)])
  expect(codeReplies.map(({ status }) => status).toSorted()).toEqual([200, 401])
  const me = await who.get<{ recoveryCodesLeft: number }>('/me')
  expect(me.body.recoveryCodesLeft).toBe(8)
  const tries = await portal.db
    .selectFrom('login_challenges')
    .select('tries')
    .where('area', '=', 'admin')
    .where('account_id', '=', who.id)
    .execute()
  expect(tries).toContainEqual({ tries: 0 })
  expect((await answer(waiting, recoveryCodes[3] ?? '')).status).toBe(200)
})

test('five simultaneous wrong codes end a challenge', async () => {
  const who = await portal.as('admin')
  const { secret } = await turnOnSecondFactor(who)
  const challenge = await beginLogin(who)
  const answers = await Promise.all(Array.from({ length: 9 }, () => answer(challenge, getWrongCode(secret))))
  const codes = answers.map(({ body }) => body['code'])
  expect(codes.filter((code) => code === 'wrongCode')).toHaveLength(5)
  expect((await answer(challenge, getCode(secret, 1))).body['code']).toBe('loginEnded')
})

test('an address is blocked after 200 wrong codes for different accounts', async () => {
  const address = '203.0.113.77'
  await addFailures(portal.db, `address ${address}`, 190)
  const accounts = await Promise.all([portal.as('admin'), portal.as('admin')])
  const challenges: string[] = []
  for (const who of accounts) {
    await turnOnSecondFactor(who)
    challenges.push(await beginLogin(who))
  }
  for (const challenge of challenges)
    for (let n = 0; n < 5; n++) expect((await answer(challenge, '000000', address)).status).toBe(401)
  const other = await portal.as('admin')
  expect((await logIn(other, address)).status).toBe(429)
  expect((await logIn(other)).status).toBe(200)
})

test('a login during a password change is either ended by it or refused', async () => {
  for (let round = 0; round < 8; round++) {
    const above = await portal.as('super-admin')
    const who = await portal.as('admin')
    const { secret } = await turnOnSecondFactor(who)
    const plain = await portal.as('admin')
    const challenge = await beginLogin(who)
    const password = 'chosen-from-above'
    const [second, first] = await Promise.all([
      answer(challenge, getCode(secret, 1)),
      logIn(plain),
      above.put(`/user-admin/${who.id}`, { password, password_confirmation: password }),
      above.put(`/user-admin/${plain.id}`, { password, password_confirmation: password }),
    ])
    for (const { body } of [second, first])
      if (body['token']) expect((await createCaller(portal.app, body['token']).get('/me')).status).toBe(401)
    for (const account of [who, plain]) expect(await listSessions(account)).toEqual([])
  }
})

test('wrong codes of one day are all counted when simultaneous', async () => {
  const who = await portal.as('admin')
  const { secret } = await turnOnSecondFactor(who)
  const subject = `code admin ${who.account.email.toLowerCase()}`
  const usedAttempts = Array.from({ length: SECOND_FACTOR_LIMITS.codesPerDay - 2 }, () => ({ subject }))
  await portal.db.insertInto('login_failures').values(usedAttempts).execute()
  const challenges = [await beginLogin(who), await beginLogin(who)]
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => answer(challenges[n % 2] ?? '', getWrongCode(secret))),
  )
  expect(answers.filter(({ body }) => body['code'] === 'wrongCode').length).toBeLessThanOrEqual(2)
})
