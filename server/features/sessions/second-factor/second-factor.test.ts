import { beforeEach, describe, expect, test } from 'vitest'
import { TEST_PASSWORD } from '#testing/accounts.ts'
import { getCode, turnOnSecondFactor } from '#testing/authenticator.ts'
import { createCaller, type LoggedInCaller } from '#testing/callers.ts'
import { listAuditLog } from '#testing/list-audit-log.ts'
import { openTestPortal } from '#testing/portal.ts'
import { logIn as logInBy } from '../testing.ts'

const portal = await openTestPortal()
beforeEach(async () => {
  await portal.db.deleteFrom('login_failures').execute()
})

type OfficeUser = LoggedInCaller<{ id: number; email: string }>

const logIn = (who: OfficeUser) => logInBy(portal.nobody, who.area, who.account.email)
const beginLogin = async (who: OfficeUser) => (await logIn(who)).body['secondFactor'] ?? ''
const answerChallenge = (challenge: string, code: string) =>
  portal.nobody.post('/login/second-factor', { challenge, code })
const resetSteps = async () => {
  await portal.db.updateTable('admins').set({ totp_step: null }).execute()
  await portal.db.updateTable('super_admins').set({ totp_step: null }).execute()
}
const getMe = async (who: OfficeUser) => (await who.get('/me')).body
const WRONG_CODE_ERROR = { code: 'wrongCode', message: 'Login Failed: This code is not right.' }
const LOGIN_ENDED_ERROR = { code: 'loginEnded' }

describe.each(['admin', 'super-admin'] as const)('in the area %s', (area) => {
  test('two-step login is turned on with a first code, required at login, and turned off with password and code', async () => {
    const who = await portal.as(area)
    const begun = await who.post<{ secret: string; uri: string; qr: string }>('/second-factor/begin', {
      password: TEST_PASSWORD,
    })
    const { secret, uri, qr } = begun.body
    expect(uri).toContain(`secret=${secret}`)
    expect(uri).toContain('issuer=Tahanan')
    expect(qr).toMatch(/^<svg /)
    expect((await logIn(who)).body['token']).toHaveLength(43)
    expect(await getMe(who)).toMatchObject({ secondFactor: false })

    const wrong = await who.post('/second-factor/confirm', { code: getCode(secret, 5) })
    expect([wrong.status, wrong.body.errors]).toEqual([400, { code: ['This code is not right.'] }])
    const confirmReply = await who.post<{ recoveryCodes: string[] }>('/second-factor/confirm', {
      code: getCode(secret),
    })
    expect(confirmReply.status).toBe(200)
    expect(confirmReply.body.recoveryCodes).toHaveLength(10)
    for (const code of confirmReply.body.recoveryCodes)
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(new Set(confirmReply.body.recoveryCodes).size).toBe(10)
    expect(await getMe(who)).toMatchObject({ secondFactor: true, recoveryCodesLeft: 10 })

    const first = await logIn(who)
    expect([first.status, Object.keys(first.body)]).toEqual([200, ['secondFactor']])
    const second = await answerChallenge(first.body['secondFactor'] ?? '', getCode(secret, 1))
    expect([second.status, Object.keys(second.body)]).toEqual([200, ['token']])
    const inside = createCaller(portal.app, String(second.body.token))
    expect((await inside.get('/me')).body).toMatchObject({ area, id: who.id })

    await resetSteps()
    const turnOffSecondFactor = (body: object) => who.delete('/second-factor', body)
    expect(
      (await turnOffSecondFactor({ password: 'wrong-password', code: getCode(secret) })).body.errors,
    ).toEqual({
      password: ['The password is not right.'],
    })
    expect(
      (await turnOffSecondFactor({ password: TEST_PASSWORD, code: getCode(secret, 9) })).body.errors,
    ).toEqual({
      code: ['This code is not right.'],
    })
    expect((await turnOffSecondFactor({ password: TEST_PASSWORD })).body.errors).toEqual({
      code: ['Please input the code!'],
    })
    expect(await getMe(who)).toMatchObject({ secondFactor: true })
    expect((await turnOffSecondFactor({ password: TEST_PASSWORD, code: getCode(secret) })).status).toBe(200)
    expect(await getMe(who)).toMatchObject({ secondFactor: false })
    expect((await logIn(who)).body['token']).toHaveLength(43)
    const again = await turnOffSecondFactor({ password: TEST_PASSWORD, code: getCode(secret) })
    expect([again.status, again.body.code]).toEqual([409, 'noSecondFactor'])
    const codes = await portal.db
      .selectFrom('recovery_codes')
      .selectAll()
      .where('area', '=', area)
      .where('account_id', '=', who.id)
      .execute()
    expect(codes).toEqual([])
  })
})

test('a code is accepted once: not again at login, nor after setup, nor an older one after it', async () => {
  const who = await portal.as('admin')
  const { secret, usedCode } = await turnOnSecondFactor(who)
  const [older, next] = [getCode(secret, -1), getCode(secret, 1)]
  expect((await answerChallenge(await beginLogin(who), usedCode)).body).toMatchObject(WRONG_CODE_ERROR)
  expect((await answerChallenge(await beginLogin(who), next)).status).toBe(200)
  for (const code of [next, usedCode, older])
    expect((await answerChallenge(await beginLogin(who), code)).body).toMatchObject(WRONG_CODE_ERROR)
  const off = await who.delete('/second-factor', { password: TEST_PASSWORD, code: next })
  expect(off.status).toBe(400)
})

test('a recovery code works for one login, in any notation, and is recorded in the audit log', async () => {
  const who = await portal.as('admin', { name: 'Lost Phone' })
  const { recoveryCodes } = await turnOnSecondFactor(who)
  const [first = '', second = '', third = ''] = recoveryCodes
  expect((await answerChallenge(await beginLogin(who), first)).status).toBe(200)
  expect((await answerChallenge(await beginLogin(who), first)).body).toMatchObject(WRONG_CODE_ERROR)
  const typedCode = ` ${second.replaceAll('-', ' ').toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')} `
  expect((await answerChallenge(await beginLogin(who), typedCode)).status).toBe(200)
  expect(await getMe(who)).toMatchObject({ recoveryCodesLeft: 8 })
  const [told] = await listAuditLog(portal.db, { action: 'login', actor_name: 'Lost Phone' })
  expect(told?.detail).toBe('With a recovery code; 8 are left.')
  expect((await who.delete('/second-factor', { password: TEST_PASSWORD, code: third })).status).toBe(200)
})

test('new recovery codes replace the earlier ones and require the password', async () => {
  const who = await portal.as('super-admin')
  const { recoveryCodes } = await turnOnSecondFactor(who)
  const refusedReply = await who.post('/second-factor/recovery-codes', { password: 'wrong-password' })
  expect([refusedReply.status, Object.keys(refusedReply.body.errors)]).toEqual([400, ['password']])
  const renewReply = await who.post<{ recoveryCodes: string[] }>('/second-factor/recovery-codes', {
    password: TEST_PASSWORD,
  })
  expect(renewReply.body.recoveryCodes).toHaveLength(10)
  expect((await answerChallenge(await beginLogin(who), recoveryCodes[0] ?? '')).body).toMatchObject(
    WRONG_CODE_ERROR,
  )
  expect((await answerChallenge(await beginLogin(who), renewReply.body.recoveryCodes[0] ?? '')).status).toBe(
    200,
  )
  const without = await (
    await portal.as('admin')
  ).post('/second-factor/recovery-codes', { password: TEST_PASSWORD })
  expect([without.status, without.body.code]).toEqual([409, 'noSecondFactor'])
})

test('setup requires the password, can be restarted, expires after 15 minutes and is refused if already on', async () => {
  const who = await portal.as('admin')
  const beginSetup = () => who.post<{ secret: string }>('/second-factor/begin', { password: TEST_PASSWORD })
  const confirmSetup = (code: string) => who.post('/second-factor/confirm', { code })
  expect((await who.post('/second-factor/begin', { password: 'wrong-password' })).status).toBe(400)
  expect((await confirmSetup('123456')).body.code).toBe('setupEnded')
  const [older, newer] = [(await beginSetup()).body.secret, (await beginSetup()).body.secret]
  expect((await confirmSetup(getCode(older))).status).toBe(400)
  await portal.db
    .updateTable('second_factor_setups')
    .set({ created_at: new Date(Date.now() - 901_000) })
    .execute()
  expect((await confirmSetup(getCode(newer))).body.code).toBe('setupEnded')
  const last = (await beginSetup()).body.secret
  const at = await Promise.all([confirmSetup(getCode(last)), confirmSetup(getCode(last))])
  expect(at.map(({ status }) => status).toSorted()).toEqual([200, 409])
  for (const call of [await beginSetup(), await confirmSetup(getCode(last, 1))])
    expect([call.status, (call.body as unknown as { code: string }).code]).toEqual([409, 'secondFactorOn'])
})

test('a setup can only be confirmed by its own account', async () => {
  const [mine, theirs] = [await portal.as('admin'), await portal.as('admin')]
  const begun = await theirs.post<{ secret: string }>('/second-factor/begin', { password: TEST_PASSWORD })
  const refusedReply = await mine.post('/second-factor/confirm', { code: getCode(begun.body.secret) })
  expect(refusedReply.body.code).toBe('setupEnded')
})

describe('a lost phone', () => {
  const secondFactor = false

  test('the super-administrator removes an administrator’s second factor, which is recorded', async () => {
    const [above, who] = [await portal.as('super-admin'), await portal.as('admin')]
    await turnOnSecondFactor(who)
    const challenge = await beginLogin(who)
    const removeReply = await above.put(`/user-admin/${who.id}`, { secondFactor })
    expect([removeReply.status, removeReply.body.secondFactor]).toEqual([200, false])
    expect((await who.get('/me')).status).toBe(401)
    expect((await answerChallenge(challenge, '123456')).body).toMatchObject(LOGIN_ENDED_ERROR)
    expect((await logIn(who)).body['token']).toHaveLength(43)
    const changes = { subject: 'admins', subject_id: String(who.id), action: 'change' } as const
    const [told] = await listAuditLog(portal.db, changes)
    expect([told?.actor_id, told?.after]).toEqual([above.id, { second_factor: 'removed', totp_since: null }])
  })

  test('administrators cannot remove it, and it cannot be turned on for others', async () => {
    const [above, admin, who] = [
      await portal.as('super-admin'),
      await portal.as('admin'),
      await portal.as('admin'),
    ]
    const { secret } = await turnOnSecondFactor(who)
    for (const caller of [admin, who]) {
      const refusedReply = await caller.put(`/user-admin/${who.id}`, { secondFactor, firstName: 'New' })
      expect([refusedReply.status, refusedReply.body.code]).toEqual([403, 'superAdministratorOnly'])
    }
    const on = await above.put(`/user-admin/${admin.id}`, { secondFactor: true })
    expect([on.status, Object.keys(on.body.errors)]).toEqual([400, ['secondFactor']])
    // A form sends `secondFactor` unchanged with other fields. That is allowed and does not change it.
    expect(
      (await admin.put(`/user-admin/${who.id}`, { secondFactor: true, firstName: 'New' })).body,
    ).toMatchObject({ secondFactor: true, firstName: 'New' })
    expect((await answerChallenge(await beginLogin(who), getCode(secret, 1))).status).toBe(200)
  })
})

test('the super-administrator is recommended a second factor only at the first login', async () => {
  const above = await portal.as('super-admin')
  const first = createCaller(portal.app, (await logIn(above)).body['token'])
  expect((await first.get('/me')).body).toMatchObject({ secondFactor: false, recommendSecondFactor: true })
  expect((await first.get('/me')).body).toMatchObject({ recommendSecondFactor: true })
  const later = createCaller(portal.app, (await logIn(above)).body['token'])
  expect((await later.get('/me')).body).toMatchObject({ recommendSecondFactor: false })
  await turnOnSecondFactor({ ...above, ...first })
  expect((await first.get('/me')).body).toMatchObject({ secondFactor: true, recommendSecondFactor: false })
})

test('neither the database nor any call reveals the secret again', async () => {
  const who = await portal.as('admin')
  const { secret, recoveryCodes } = await turnOnSecondFactor(who)
  const challenge = await beginLogin(who)
  const tables = ['admins', 'recovery_codes', 'login_challenges', 'audit_log', 'outbox'] as const
  const rows = await Promise.all(tables.map((table) => portal.db.selectFrom(table).selectAll().execute()))
  const text = JSON.stringify(rows, (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
  )
  const plain = recoveryCodes.map((code) => code.replaceAll('-', ''))
  for (const word of [secret, challenge, ...recoveryCodes, ...plain]) expect(text).not.toContain(word)
  const above = await portal.as('super-admin')
  for (const call of [
    await who.get('/me'),
    await above.get(`/user-admin/${who.id}`),
    await above.get('/user-admins?limit=0'),
  ])
    expect(JSON.stringify(call.body)).not.toMatch(/totp|challenge|code_hash|"secret/)
})
