import { beforeEach, expect, test } from 'vitest'
import { TEST_PASSWORD } from '#testing/accounts.ts'
import { getCode, turnOnSecondFactor } from '#testing/authenticator.ts'
import { callDuring } from '#testing/call-during.ts'
import { createCaller } from '#testing/callers.ts'
import { listAuditLog } from '#testing/list-audit-log.ts'
import { openTestPortal } from '#testing/portal.ts'
import { removeExpiredSessions } from '../remove-expired-sessions.ts'
import { addFailures, setMaintenance } from '../testing.ts'
import { createLoginHelpers, getWrongCode } from './testing.ts'

const portal = await openTestPortal()
beforeEach(async () => {
  await portal.db.deleteFrom('login_failures').execute()
})

const { logIn, beginLogin, answer } = createLoginHelpers(portal)

test('a challenge accepts only codes of its own account', async () => {
  const [mine, theirs] = [await portal.as('admin'), await portal.as('admin')]
  const above = await portal.as('super-admin')
  const [, their, higher] = [
    await turnOnSecondFactor(mine),
    await turnOnSecondFactor(theirs),
    await turnOnSecondFactor(above),
  ]
  const challenge = await beginLogin(mine)
  for (const code of [getCode(their.secret, 1), their.recoveryCodes[0] ?? '', getCode(higher.secret, 1)])
    expect((await answer(challenge, code)).body['code']).toBe('wrongCode')
  expect((await theirs.get<{ recoveryCodesLeft: number }>('/me')).body.recoveryCodesLeft).toBe(10)
})

test('five wrong codes end a challenge', async () => {
  const who = await portal.as('admin')
  const { secret } = await turnOnSecondFactor(who)
  const challenge = await beginLogin(who)
  for (let n = 0; n < 5; n++)
    expect((await answer(challenge, getWrongCode(secret))).body['code']).toBe('wrongCode')
  expect((await answer(challenge, getCode(secret, 1))).body['code']).toBe('loginEnded')
})

test('30 wrong codes in 15 minutes block the account, whatever the challenge and the right password', async () => {
  const who = await portal.as('admin')
  const { secret } = await turnOnSecondFactor(who)
  await addFailures(portal.db, `admin ${who.account.email.toLowerCase()}`, 20)
  let wrong = 0
  for (let round = 0; round < 5; round++) {
    const { status, body } = await logIn(who)
    if (status === 429) break
    for (let n = 0; n < 3; n++)
      if ((await answer(body['secondFactor'] ?? '', getWrongCode(secret))).status === 401) wrong++
    // A right password in an open session must not reset the count of failures.
    await who.post('/second-factor/recovery-codes', { password: TEST_PASSWORD })
  }
  expect(wrong).toBe(10)
  const blockedReply = await logIn(who)
  expect(blockedReply.status).toBe(429)
  expect(Number(blockedReply.headers['retry-after'])).toBeGreaterThan(800)
})

test('a login with both steps clears the account’s failures', async () => {
  const who = await portal.as('admin')
  const { secret } = await turnOnSecondFactor(who)
  const challenge = await beginLogin(who)
  for (let n = 0; n < 4; n++) await answer(challenge, getWrongCode(secret))
  expect((await answer(challenge, getCode(secret, 1))).status).toBe(200)
  const remainingFailures = await portal.db
    .selectFrom('login_failures')
    .select('subject')
    .where('subject', '=', `admin ${who.account.email.toLowerCase()}`)
    .execute()
  expect(remainingFailures).toEqual([])
})

test('a challenge expires after five minutes, and expired ones are deleted', async () => {
  const who = await portal.as('admin')
  const { secret } = await turnOnSecondFactor(who)
  const challenge = await beginLogin(who)
  await portal.db
    .updateTable('login_challenges')
    .set({ created_at: new Date(Date.now() - 301_000) })
    .execute()
  expect((await answer(challenge, getCode(secret, 1))).body['code']).toBe('loginEnded')
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
  const challenge = await beginLogin(who)
  expect((await createCaller(portal.app, challenge).get('/me')).status).toBe(401)
  expect((await answer(who.token, getCode(secret, 1))).body['code']).toBe('loginEnded')
})

test('a new password, a deletion and a wrong password leave no challenge', async () => {
  const above = await portal.as('super-admin')
  const who = await portal.as('admin')
  const { secret } = await turnOnSecondFactor(who)
  expect((await logIn(who, undefined, 'wrong-password')).body['secondFactor']).toBeUndefined()
  const before = await beginLogin(who)
  const password = 'chosen-from-above'
  await above.put(`/user-admin/${who.id}`, { password, password_confirmation: password })
  expect((await answer(before, getCode(secret, 1))).body['code']).toBe('loginEnded')
  const again = (await logIn(who, undefined, password)).body['secondFactor'] ?? ''
  expect(again).toHaveLength(43)
  await above.delete(`/user-admin/${who.id}`)
  expect((await answer(again, getCode(secret, 1))).body['code']).toBe('loginEnded')
})

test('a login waits for a password change in progress, and is refused', async () => {
  const [two, one] = [await portal.as('admin'), await portal.as('admin')]
  await turnOnSecondFactor(two)
  const ids = [two.id, one.id]
  const answers = await callDuring(
    portal.db,
    (tx) => tx.updateTable('admins').set({ password_hash: 'changed' }).where('id', 'in', ids).execute(),
    [two, one].map((who) => () => logIn(who)),
  )
  for (const { status, body } of answers) expect([status, body['code']]).toEqual([401, 'invalidCredentials'])
})

test('during maintenance administrators cannot complete the second step, the super-administrator can', async () => {
  const [who, above] = [await portal.as('admin'), await portal.as('super-admin')]
  const [mine, theirs] = [await turnOnSecondFactor(who), await turnOnSecondFactor(above)]
  const [one, other] = [await beginLogin(who), await beginLogin(above)]
  await setMaintenance(portal, '1')
  const refusedReply = await answer(one, getCode(mine.secret, 1))
  const acceptedReply = await answer(other, getCode(theirs.secret, 1))
  await setMaintenance(portal, '0')
  expect([refusedReply.status, acceptedReply.status]).toEqual([503, 200])
})

test('the audit log records wrong codes without the code', async () => {
  const who = await portal.as('admin', { name: 'Watched' })
  const { secret } = await turnOnSecondFactor(who)
  await answer(await beginLogin(who), getWrongCode(secret))
  const [told] = await listAuditLog(portal.db, { action: 'loginFailed', subject_name: 'Watched' })
  expect(told?.detail).toBe('The code of the authenticator app was wrong.')
})
