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

const { logIn, beginLogin, answerChallenge } = createLoginHelpers(portal)

test('a challenge accepts only codes of its own account', async () => {
  const [ownAdmin, otherAdmin] = [await portal.as('admin'), await portal.as('admin')]
  const superAdmin = await portal.as('super-admin')
  const [, otherFactor, superAdminFactor] = [
    await turnOnSecondFactor(ownAdmin),
    await turnOnSecondFactor(otherAdmin),
    await turnOnSecondFactor(superAdmin),
  ]
  const challenge = await beginLogin(ownAdmin)
  for (const code of [
    getCode(otherFactor.secret, 1),
    otherFactor.recoveryCodes[0] ?? '',
    getCode(superAdminFactor.secret, 1),
  ])
    expect((await answerChallenge(challenge, code)).body['code']).toBe('wrongCode')
  expect((await otherAdmin.get<{ recoveryCodesLeft: number }>('/me')).body.recoveryCodesLeft).toBe(10)
})

test('five wrong codes end a challenge', async () => {
  const adminCaller = await portal.as('admin')
  const { secret } = await turnOnSecondFactor(adminCaller)
  const challenge = await beginLogin(adminCaller)
  for (let n = 0; n < 5; n++)
    expect((await answerChallenge(challenge, getWrongCode(secret))).body['code']).toBe('wrongCode')
  expect((await answerChallenge(challenge, getCode(secret, 1))).body['code']).toBe('loginEnded')
})

test('30 wrong codes in 15 minutes block the account, whatever the challenge and the right password', async () => {
  const adminCaller = await portal.as('admin')
  const { secret } = await turnOnSecondFactor(adminCaller)
  await addFailures(portal.db, `admin ${adminCaller.account.email.toLowerCase()}`, 20)
  let wrongCodeCount = 0
  for (let round = 0; round < 5; round++) {
    const { status, body } = await logIn(adminCaller)
    if (status === 429) break
    for (let n = 0; n < 3; n++)
      if ((await answerChallenge(body['secondFactor'] ?? '', getWrongCode(secret))).status === 401)
        wrongCodeCount++
    // A right password in an open session must not reset the count of failures.
    await adminCaller.post('/second-factor/recovery-codes', { password: TEST_PASSWORD })
  }
  expect(wrongCodeCount).toBe(10)
  const blockedReply = await logIn(adminCaller)
  expect(blockedReply.status).toBe(429)
  expect(Number(blockedReply.headers['retry-after'])).toBeGreaterThan(800)
})

test('a login with both steps clears the account’s failures', async () => {
  const adminCaller = await portal.as('admin')
  const { secret } = await turnOnSecondFactor(adminCaller)
  const challenge = await beginLogin(adminCaller)
  for (let n = 0; n < 4; n++) await answerChallenge(challenge, getWrongCode(secret))
  expect((await answerChallenge(challenge, getCode(secret, 1))).status).toBe(200)
  const remainingFailures = await portal.db
    .selectFrom('login_failures')
    .select('subject')
    .where('subject', '=', `admin ${adminCaller.account.email.toLowerCase()}`)
    .execute()
  expect(remainingFailures).toEqual([])
})

test('a challenge expires after five minutes, and expired ones are deleted', async () => {
  const adminCaller = await portal.as('admin')
  const { secret } = await turnOnSecondFactor(adminCaller)
  const challenge = await beginLogin(adminCaller)
  await portal.db
    .updateTable('login_challenges')
    .set({ created_at: new Date(Date.now() - 301_000) })
    .execute()
  expect((await answerChallenge(challenge, getCode(secret, 1))).body['code']).toBe('loginEnded')
  await removeExpiredSessions(portal.db)
  expect(await portal.db.selectFrom('login_challenges').selectAll().execute()).toEqual([])
})

test.each(['', 'x', 'A'.repeat(43), 'A'.repeat(201), "' or 1=1 --"])(
  'a made-up challenge %j opens nothing',
  async (challenge) => {
    const { status, body } = await answerChallenge(challenge, '123456')
    expect([400, 401]).toContain(status)
    expect(body['token']).toBeUndefined()
  },
)

test('a challenge is no session token, and a session token no challenge', async () => {
  const adminCaller = await portal.as('admin')
  const { secret } = await turnOnSecondFactor(adminCaller)
  const challenge = await beginLogin(adminCaller)
  expect((await createCaller(portal.app, challenge).get('/me')).status).toBe(401)
  expect((await answerChallenge(adminCaller.token, getCode(secret, 1))).body['code']).toBe('loginEnded')
})

test('a new password, a deletion and a wrong password leave no challenge', async () => {
  const superAdmin = await portal.as('super-admin')
  const adminCaller = await portal.as('admin')
  const { secret } = await turnOnSecondFactor(adminCaller)
  expect((await logIn(adminCaller, undefined, 'wrong-password')).body['secondFactor']).toBeUndefined()
  const challengeBeforeChange = await beginLogin(adminCaller)
  const password = 'chosen-from-above'
  await superAdmin.put(`/user-admin/${adminCaller.id}`, { password, password_confirmation: password })
  expect((await answerChallenge(challengeBeforeChange, getCode(secret, 1))).body['code']).toBe('loginEnded')
  const challengeAfterChange = (await logIn(adminCaller, undefined, password)).body['secondFactor'] ?? ''
  expect(challengeAfterChange).toHaveLength(43)
  await superAdmin.delete(`/user-admin/${adminCaller.id}`)
  expect((await answerChallenge(challengeAfterChange, getCode(secret, 1))).body['code']).toBe('loginEnded')
})

test('a login waits for a password change in progress, and is refused', async () => {
  const [adminWithFactor, adminWithoutFactor] = [await portal.as('admin'), await portal.as('admin')]
  await turnOnSecondFactor(adminWithFactor)
  const ids = [adminWithFactor.id, adminWithoutFactor.id]
  const codeResponses = await callDuring(
    portal.db,
    (tx) => tx.updateTable('admins').set({ password_hash: 'changed' }).where('id', 'in', ids).execute(),
    [adminWithFactor, adminWithoutFactor].map((admin) => () => logIn(admin)),
  )
  for (const { status, body } of codeResponses)
    expect([status, body['code']]).toEqual([401, 'invalidCredentials'])
})

test('during maintenance administrators cannot complete the second step, the super-administrator can', async () => {
  const [admin, superAdmin] = [await portal.as('admin'), await portal.as('super-admin')]
  const [adminFactor, superAdminFactor] = [
    await turnOnSecondFactor(admin),
    await turnOnSecondFactor(superAdmin),
  ]
  const [adminChallenge, superAdminChallenge] = [await beginLogin(admin), await beginLogin(superAdmin)]
  await setMaintenance(portal, '1')
  const refusedReply = await answerChallenge(adminChallenge, getCode(adminFactor.secret, 1))
  const acceptedReply = await answerChallenge(superAdminChallenge, getCode(superAdminFactor.secret, 1))
  await setMaintenance(portal, '0')
  expect([refusedReply.status, acceptedReply.status]).toEqual([503, 200])
})

test('the audit log records wrong codes without the code', async () => {
  const adminCaller = await portal.as('admin', { name: 'Watched' })
  const { secret } = await turnOnSecondFactor(adminCaller)
  await answerChallenge(await beginLogin(adminCaller), getWrongCode(secret))
  const [auditEntry] = await listAuditLog(portal.db, { action: 'loginFailed', subject_name: 'Watched' })
  expect(auditEntry?.detail).toBe('The code of the authenticator app was wrong.')
})
