import { beforeEach, expect, test } from 'vitest'
import { TEST_PASSWORD } from '#testing/accounts.ts'
import { auditLog } from '#testing/audit-log.ts'
import { codeOf, turnOnSecondFactor } from '#testing/authenticator.ts'
import { createCaller, type LoggedIn } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import { removeExpiredSessions } from '../housekeeping.ts'
import { logIn as logInBy, maintenance } from '../testing.ts'

const portal = await openTestPortal()
beforeEach(async () => {
  await portal.db.deleteFrom('login_failures').execute()
})

type Office = LoggedIn<{ id: number; email: string }>
let lastAddress = 0
const anotherAddress = () => `198.51.100.${(++lastAddress % 250) + 1}`
const logIn = (who: Office, address = anotherAddress(), password?: string) =>
  logInBy(portal.from(address), who.area, who.account.email, password)
const challengeOf = async (who: Office) => (await logIn(who)).body['secondFactor'] ?? ''
const answer = (challenge: string, code: string, address = anotherAddress()) =>
  portal.from(address).post<Record<string, string>>('/login/second-factor', { challenge, code })
/** A code that is not valid now. */
const wrongCode = (secret: string) => codeOf(secret, 50)
const sessionsOf = (who: Office) =>
  portal.db
    .selectFrom('sessions')
    .select('id')
    .where('area', '=', who.area)
    .where('account_id', '=', who.id)
    .execute()

test('one code used for two challenges at once logs in once', async () => {
  const who = await portal.as('admin')
  const { secret } = await turnOnSecondFactor(who)
  const challenges = await Promise.all(Array.from({ length: 6 }, () => challengeOf(who)))
  const answers = await Promise.all(challenges.map((challenge) => answer(challenge, codeOf(secret, 1))))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401, 401])
  expect(await sessionsOf(who)).toHaveLength(2)
})

test('one recovery code logs in once, and one challenge logs in once with two valid codes', async () => {
  const who = await portal.as('admin')
  const { recoveryCodes } = await turnOnSecondFactor(who)
  const [code = '', one = '', other = ''] = recoveryCodes
  const challenges = await Promise.all(Array.from({ length: 5 }, () => challengeOf(who)))
  const answers = await Promise.all(challenges.map((challenge) => answer(challenge, code)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401])

  await portal.db.deleteFrom('login_failures').execute()
  const [challenge, waiting] = [await challengeOf(who), await challengeOf(who)]
  const both = await Promise.all([answer(challenge, one), answer(challenge, other)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
  // The losing call did not use its code.
  const me = await who.get<{ recoveryCodesLeft: number }>('/me')
  expect(me.body.recoveryCodesLeft).toBe(8)
  // Another challenge stays open with all its tries.
  const tries = await portal.db
    .selectFrom('login_challenges')
    .select('tries')
    .where('account_id', '=', who.id)
    .execute()
  expect(tries).toContainEqual({ tries: 0 })
  expect((await answer(waiting, recoveryCodes[3] ?? '')).status).toBe(200)
})

test('a challenge accepts only codes of its own account', async () => {
  const [mine, theirs] = [await portal.as('admin'), await portal.as('admin')]
  const above = await portal.as('super-admin')
  const [, their, higher] = [
    await turnOnSecondFactor(mine),
    await turnOnSecondFactor(theirs),
    await turnOnSecondFactor(above),
  ]
  const challenge = await challengeOf(mine)
  for (const code of [codeOf(their.secret, 1), their.recoveryCodes[0] ?? '', codeOf(higher.secret, 1)])
    expect((await answer(challenge, code)).body['code']).toBe('wrongCode')
  expect((await theirs.get<{ recoveryCodesLeft: number }>('/me')).body.recoveryCodesLeft).toBe(10)
})

test('five wrong codes end a challenge, even simultaneous ones', async () => {
  const who = await portal.as('admin')
  const { secret } = await turnOnSecondFactor(who)
  const challenge = await challengeOf(who)
  const answers = await Promise.all(Array.from({ length: 9 }, () => answer(challenge, wrongCode(secret))))
  const codes = answers.map(({ body }) => body['code'])
  expect(codes.filter((code) => code === 'wrongCode').length).toBeLessThanOrEqual(5)
  await portal.db.deleteFrom('login_failures').execute()
  for (let n = 0; n < 5; n++) await answer(challenge, wrongCode(secret))
  expect((await answer(challenge, codeOf(secret, 1))).body['code']).toBe('loginEnded')
})

test('ten wrong codes in 15 minutes block the account, whatever the challenge and the right password', async () => {
  const who = await portal.as('admin')
  const { secret } = await turnOnSecondFactor(who)
  let wrong = 0
  for (let round = 0; round < 5; round++) {
    const { status, body } = await logIn(who)
    if (status === 429) break
    for (let n = 0; n < 3; n++)
      if ((await answer(body['secondFactor'] ?? '', wrongCode(secret))).status === 401) wrong++
    // Nor does confirming the password in a session.
    await who.post('/second-factor/recovery-codes', { password: TEST_PASSWORD })
  }
  expect(wrong).toBe(10)
  const closed = await logIn(who)
  expect(closed.status).toBe(429)
  expect(Number(closed.headers['retry-after'])).toBeGreaterThan(800)
})

test('an address is blocked after ten wrong codes for different accounts', async () => {
  const address = '203.0.113.77'
  const accounts = await Promise.all([portal.as('admin'), portal.as('admin')])
  const challenges: string[] = []
  for (const who of accounts) {
    await turnOnSecondFactor(who)
    challenges.push(await challengeOf(who))
  }
  for (const challenge of challenges)
    for (let n = 0; n < 5; n++) expect((await answer(challenge, '000000', address)).status).toBe(401)
  const other = await portal.as('admin')
  expect((await logIn(other, address)).status).toBe(429)
  expect((await logIn(other)).status).toBe(200)
})

test('a login with both steps clears the account’s failures', async () => {
  const who = await portal.as('admin')
  const { secret } = await turnOnSecondFactor(who)
  const challenge = await challengeOf(who)
  for (let n = 0; n < 4; n++) await answer(challenge, wrongCode(secret))
  expect((await answer(challenge, codeOf(secret, 1))).status).toBe(200)
  const left = await portal.db
    .selectFrom('login_failures')
    .select('subject')
    .where('subject', '=', `admin ${who.account.email.toLowerCase()}`)
    .execute()
  expect(left).toEqual([])
})

test('a challenge expires after five minutes, and expired ones are deleted', async () => {
  const who = await portal.as('admin')
  const { secret } = await turnOnSecondFactor(who)
  const challenge = await challengeOf(who)
  await portal.db
    .updateTable('login_challenges')
    .set({ created_at: new Date(Date.now() - 301_000) })
    .execute()
  expect((await answer(challenge, codeOf(secret, 1))).body['code']).toBe('loginEnded')
  await removeExpiredSessions(portal.db)
  expect(await portal.db.selectFrom('login_challenges').selectAll().execute()).toEqual([])
})

test.each(['', 'x', 'A'.repeat(43), 'A'.repeat(201), "' or 1=1 --"])(
  'a made-up challenge %j opens nothing',
  async (challenge) => {
    const { status, body } = await answer(challenge, '123456')
    expect([400, 401]).toContain(status)
    expect(body['token']).toBeUndefined()
  },
)

test('a challenge is no session token, and a session token no challenge', async () => {
  const who = await portal.as('admin')
  const { secret } = await turnOnSecondFactor(who)
  const challenge = await challengeOf(who)
  expect((await createCaller(portal.app, challenge).get('/me')).status).toBe(401)
  expect((await answer(who.token, codeOf(secret, 1))).body['code']).toBe('loginEnded')
})

test('a new password, a deletion and a wrong password leave no challenge', async () => {
  const above = await portal.as('super-admin')
  const who = await portal.as('admin')
  const { secret } = await turnOnSecondFactor(who)
  expect((await logIn(who, undefined, 'wrong-password')).body['secondFactor']).toBeUndefined()
  const before = await challengeOf(who)
  const password = 'chosen-from-above'
  await above.put(`/user-admin/${who.id}`, { password, password_confirmation: password })
  expect((await answer(before, codeOf(secret, 1))).body['code']).toBe('loginEnded')
  // The second factor stays on.
  const again = (await logIn(who, undefined, password)).body['secondFactor'] ?? ''
  expect(again).toHaveLength(43)
  await above.delete(`/user-admin/${who.id}`)
  expect((await answer(again, codeOf(secret, 1))).body['code']).toBe('loginEnded')
})

test('a login during a password change is either ended by it or refused', async () => {
  for (let round = 0; round < 8; round++) {
    const above = await portal.as('super-admin')
    const who = await portal.as('admin')
    const { secret } = await turnOnSecondFactor(who)
    const plain = await portal.as('admin')
    const challenge = await challengeOf(who)
    const password = 'chosen-from-above'
    const [second, first] = await Promise.all([
      answer(challenge, codeOf(secret, 1)),
      logIn(plain),
      above.put(`/user-admin/${who.id}`, { password, password_confirmation: password }),
      above.put(`/user-admin/${plain.id}`, { password, password_confirmation: password }),
    ])
    for (const { body } of [second, first])
      if (body['token']) expect((await createCaller(portal.app, body['token']).get('/me')).status).toBe(401)
    for (const account of [who, plain]) expect(await sessionsOf(account)).toEqual([])
  }
})

test('during maintenance administrators cannot complete the second step, the super-administrator can', async () => {
  const [who, above] = [await portal.as('admin'), await portal.as('super-admin')]
  const [mine, theirs] = [await turnOnSecondFactor(who), await turnOnSecondFactor(above)]
  const [one, other] = [await challengeOf(who), await challengeOf(above)]
  await maintenance(portal, '1')
  const refused = await answer(one, codeOf(mine.secret, 1))
  const opened = await answer(other, codeOf(theirs.secret, 1))
  await maintenance(portal, '0')
  expect([refused.status, opened.status]).toEqual([503, 200])
})

test('the audit log records wrong codes without the code', async () => {
  const who = await portal.as('admin', { name: 'Watched' })
  const { secret } = await turnOnSecondFactor(who)
  await answer(await challengeOf(who), wrongCode(secret))
  const [told] = await auditLog(portal.db, { action: 'loginFailed', subject_name: 'Watched' })
  expect(told?.detail).toBe('The code of the authenticator app was wrong.')
})
