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

const logIn = (officeUser: OfficeUser) => logInBy(portal.nobody, officeUser.area, officeUser.account.email)
const beginLogin = async (officeUser: OfficeUser) => (await logIn(officeUser)).body['secondFactor'] ?? ''
const answerChallenge = (challenge: string, code: string) =>
  portal.nobody.post('/login/second-factor', { challenge, code })
const resetSteps = async () => {
  await portal.db.updateTable('admins').set({ totp_step: null }).execute()
  await portal.db.updateTable('super_admins').set({ totp_step: null }).execute()
}
const getMe = async (officeUser: OfficeUser) => (await officeUser.get('/me')).body
const WRONG_CODE_ERROR = { code: 'wrongCode', message: 'Login Failed: This code is not right.' }
const LOGIN_ENDED_ERROR = { code: 'loginEnded' }

describe.each(['admin', 'super-admin'] as const)('in the area %s', (area) => {
  test('two-step login is turned on with a first code, required at login, and turned off with password and code', async () => {
    const areaCaller = await portal.as(area)
    const setupResponse = await areaCaller.post<{ secret: string; uri: string; qr: string }>(
      '/second-factor/begin',
      {
        password: TEST_PASSWORD,
      },
    )
    const { secret, uri, qr } = setupResponse.body
    expect(uri).toContain(`secret=${secret}`)
    expect(uri).toContain('issuer=Tahanan')
    expect(qr).toMatch(/^<svg /)
    expect((await logIn(areaCaller)).body['token']).toHaveLength(43)
    expect(await getMe(areaCaller)).toMatchObject({ secondFactor: false })

    const wrongCodeResponse = await areaCaller.post('/second-factor/confirm', { code: getCode(secret, 5) })
    expect([wrongCodeResponse.status, wrongCodeResponse.body.errors]).toEqual([
      400,
      { code: ['This code is not right.'] },
    ])
    const confirmReply = await areaCaller.post<{ recoveryCodes: string[] }>('/second-factor/confirm', {
      code: getCode(secret),
    })
    expect(confirmReply.status).toBe(200)
    expect(confirmReply.body.recoveryCodes).toHaveLength(10)
    for (const code of confirmReply.body.recoveryCodes)
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(new Set(confirmReply.body.recoveryCodes).size).toBe(10)
    expect(await getMe(areaCaller)).toMatchObject({ secondFactor: true, recoveryCodesLeft: 10 })

    const passwordLogin = await logIn(areaCaller)
    expect([passwordLogin.status, Object.keys(passwordLogin.body)]).toEqual([200, ['secondFactor']])
    const codeLogin = await answerChallenge(passwordLogin.body['secondFactor'] ?? '', getCode(secret, 1))
    expect([codeLogin.status, Object.keys(codeLogin.body)]).toEqual([200, ['token']])
    const loggedInCaller = createCaller(portal.app, String(codeLogin.body.token))
    expect((await loggedInCaller.get('/me')).body).toMatchObject({ area, id: areaCaller.id })

    await resetSteps()
    const turnOffSecondFactor = (body: object) => areaCaller.delete('/second-factor', body)
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
    expect(await getMe(areaCaller)).toMatchObject({ secondFactor: true })
    expect((await turnOffSecondFactor({ password: TEST_PASSWORD, code: getCode(secret) })).status).toBe(200)
    expect(await getMe(areaCaller)).toMatchObject({ secondFactor: false })
    expect((await logIn(areaCaller)).body['token']).toHaveLength(43)
    const turnOffResponse = await turnOffSecondFactor({ password: TEST_PASSWORD, code: getCode(secret) })
    expect([turnOffResponse.status, turnOffResponse.body.code]).toEqual([409, 'noSecondFactor'])
    const recoveryCodeRows = await portal.db
      .selectFrom('recovery_codes')
      .selectAll()
      .where('area', '=', area)
      .where('account_id', '=', areaCaller.id)
      .execute()
    expect(recoveryCodeRows).toEqual([])
  })
})

test('a code is accepted once: not again at login, nor after setup, nor an older one after it', async () => {
  const adminCaller = await portal.as('admin')
  const { secret, usedCode } = await turnOnSecondFactor(adminCaller)
  const [previousCode, nextCode] = [getCode(secret, -1), getCode(secret, 1)]
  expect((await answerChallenge(await beginLogin(adminCaller), usedCode)).body).toMatchObject(
    WRONG_CODE_ERROR,
  )
  expect((await answerChallenge(await beginLogin(adminCaller), nextCode)).status).toBe(200)
  for (const code of [nextCode, usedCode, previousCode])
    expect((await answerChallenge(await beginLogin(adminCaller), code)).body).toMatchObject(WRONG_CODE_ERROR)
  const turnOffResponse = await adminCaller.delete('/second-factor', {
    password: TEST_PASSWORD,
    code: nextCode,
  })
  expect(turnOffResponse.status).toBe(400)
})

test('a recovery code works for one login, in any notation, and is recorded in the audit log', async () => {
  const adminCaller = await portal.as('admin', { name: 'Lost Phone' })
  const { recoveryCodes } = await turnOnSecondFactor(adminCaller)
  const [first = '', second = '', third = ''] = recoveryCodes
  expect((await answerChallenge(await beginLogin(adminCaller), first)).status).toBe(200)
  expect((await answerChallenge(await beginLogin(adminCaller), first)).body).toMatchObject(WRONG_CODE_ERROR)
  const typedCode = ` ${second.replaceAll('-', ' ').toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')} `
  expect((await answerChallenge(await beginLogin(adminCaller), typedCode)).status).toBe(200)
  expect(await getMe(adminCaller)).toMatchObject({ recoveryCodesLeft: 8 })
  const [auditEntry] = await listAuditLog(portal.db, { action: 'login', actor_name: 'Lost Phone' })
  expect(auditEntry?.detail).toBe('With a recovery code. Codes left: 8.')
  expect((await adminCaller.delete('/second-factor', { password: TEST_PASSWORD, code: third })).status).toBe(
    200,
  )
})

test('new recovery codes replace the earlier ones and require the password', async () => {
  const superAdmin = await portal.as('super-admin')
  const { recoveryCodes } = await turnOnSecondFactor(superAdmin)
  const refusedReply = await superAdmin.post('/second-factor/recovery-codes', { password: 'wrong-password' })
  expect([refusedReply.status, Object.keys(refusedReply.body.errors)]).toEqual([400, ['password']])
  const renewReply = await superAdmin.post<{ recoveryCodes: string[] }>('/second-factor/recovery-codes', {
    password: TEST_PASSWORD,
  })
  expect(renewReply.body.recoveryCodes).toHaveLength(10)
  expect((await answerChallenge(await beginLogin(superAdmin), recoveryCodes[0] ?? '')).body).toMatchObject(
    WRONG_CODE_ERROR,
  )
  expect(
    (await answerChallenge(await beginLogin(superAdmin), renewReply.body.recoveryCodes[0] ?? '')).status,
  ).toBe(200)
  const codesResponse = await (
    await portal.as('admin')
  ).post('/second-factor/recovery-codes', { password: TEST_PASSWORD })
  expect([codesResponse.status, codesResponse.body.code]).toEqual([409, 'noSecondFactor'])
})

test('setup requires the password, can be restarted, expires after 15 minutes and is refused if already on', async () => {
  const adminCaller = await portal.as('admin')
  const beginSetup = () =>
    adminCaller.post<{ secret: string }>('/second-factor/begin', { password: TEST_PASSWORD })
  const confirmSetup = (code: string) => adminCaller.post('/second-factor/confirm', { code })
  expect((await adminCaller.post('/second-factor/begin', { password: 'wrong-password' })).status).toBe(400)
  expect((await confirmSetup('123456')).body.code).toBe('setupEnded')
  const [olderSecret, newerSecret] = [(await beginSetup()).body.secret, (await beginSetup()).body.secret]
  expect((await confirmSetup(getCode(olderSecret))).status).toBe(400)
  await portal.db
    .updateTable('second_factor_setups')
    .set({ created_at: new Date(Date.now() - 901_000) })
    .execute()
  expect((await confirmSetup(getCode(newerSecret))).body.code).toBe('setupEnded')
  const lastSecret = (await beginSetup()).body.secret
  const confirmResponses = await Promise.all([
    confirmSetup(getCode(lastSecret)),
    confirmSetup(getCode(lastSecret)),
  ])
  expect(confirmResponses.map(({ status }) => status).toSorted()).toEqual([200, 409])
  for (const setupResponse of [await beginSetup(), await confirmSetup(getCode(lastSecret, 1))])
    expect([setupResponse.status, (setupResponse.body as unknown as { code: string }).code]).toEqual([
      409,
      'secondFactorOn',
    ])
})

test('a setup can only be confirmed by its own account', async () => {
  const [ownAdmin, otherAdmin] = [await portal.as('admin'), await portal.as('admin')]
  const setupResponse = await otherAdmin.post<{ secret: string }>('/second-factor/begin', {
    password: TEST_PASSWORD,
  })
  const refusedReply = await ownAdmin.post('/second-factor/confirm', {
    code: getCode(setupResponse.body.secret),
  })
  expect(refusedReply.body.code).toBe('setupEnded')
})

describe('a lost phone', () => {
  const secondFactor = false

  test('the super-administrator removes an administrator’s second factor, which is recorded', async () => {
    const [superAdmin, admin] = [await portal.as('super-admin'), await portal.as('admin')]
    await turnOnSecondFactor(admin)
    const challenge = await beginLogin(admin)
    const removeReply = await superAdmin.put(`/user-admin/${admin.id}`, { secondFactor })
    expect([removeReply.status, removeReply.body.secondFactor]).toEqual([200, false])
    expect((await admin.get('/me')).status).toBe(401)
    expect((await answerChallenge(challenge, '123456')).body).toMatchObject(LOGIN_ENDED_ERROR)
    expect((await logIn(admin)).body['token']).toHaveLength(43)
    const changes = { subject: 'admins', subject_id: String(admin.id), action: 'change' } as const
    const [auditEntry] = await listAuditLog(portal.db, changes)
    expect([auditEntry?.actor_id, auditEntry?.after]).toEqual([
      superAdmin.id,
      { second_factor: 'removed', totp_since: null },
    ])
  })

  test('administrators cannot remove it, and it cannot be turned on for others', async () => {
    const [superAdmin, admin, otherAdmin] = [
      await portal.as('super-admin'),
      await portal.as('admin'),
      await portal.as('admin'),
    ]
    const { secret } = await turnOnSecondFactor(otherAdmin)
    for (const caller of [admin, otherAdmin]) {
      const refusedReply = await caller.put(`/user-admin/${otherAdmin.id}`, {
        secondFactor,
        firstName: 'New',
      })
      expect([refusedReply.status, refusedReply.body.code]).toEqual([403, 'superAdministratorOnly'])
    }
    const turnOnResponse = await superAdmin.put(`/user-admin/${admin.id}`, { secondFactor: true })
    expect([turnOnResponse.status, Object.keys(turnOnResponse.body.errors)]).toEqual([400, ['secondFactor']])
    // A form sends `secondFactor` unchanged with other fields. That is allowed and does not change it.
    expect(
      (await admin.put(`/user-admin/${otherAdmin.id}`, { secondFactor: true, firstName: 'New' })).body,
    ).toMatchObject({ secondFactor: true, firstName: 'New' })
    expect((await answerChallenge(await beginLogin(otherAdmin), getCode(secret, 1))).status).toBe(200)
  })
})

test('the super-administrator is recommended a second factor only at the first login', async () => {
  const superAdmin = await portal.as('super-admin')
  const firstSession = createCaller(portal.app, (await logIn(superAdmin)).body['token'])
  expect((await firstSession.get('/me')).body).toMatchObject({
    secondFactor: false,
    recommendSecondFactor: true,
  })
  expect((await firstSession.get('/me')).body).toMatchObject({ recommendSecondFactor: true })
  const laterSession = createCaller(portal.app, (await logIn(superAdmin)).body['token'])
  expect((await laterSession.get('/me')).body).toMatchObject({ recommendSecondFactor: false })
  await turnOnSecondFactor({ ...superAdmin, ...firstSession })
  expect((await firstSession.get('/me')).body).toMatchObject({
    secondFactor: true,
    recommendSecondFactor: false,
  })
})

test('neither the database nor any call reveals the secret again', async () => {
  const adminCaller = await portal.as('admin')
  const { secret, recoveryCodes } = await turnOnSecondFactor(adminCaller)
  const challenge = await beginLogin(adminCaller)
  const secretTables = ['admins', 'recovery_codes', 'login_challenges', 'audit_log', 'outbox'] as const
  const rowsByTable = await Promise.all(
    secretTables.map((table) => portal.db.selectFrom(table).selectAll().execute()),
  )
  const text = JSON.stringify(rowsByTable, (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
  )
  const codesWithoutDashes = recoveryCodes.map((code) => code.replaceAll('-', ''))
  for (const secretText of [secret, challenge, ...recoveryCodes, ...codesWithoutDashes])
    expect(text).not.toContain(secretText)
  const superAdmin = await portal.as('super-admin')
  for (const publicResponse of [
    await adminCaller.get('/me'),
    await superAdmin.get(`/user-admin/${adminCaller.id}`),
    await superAdmin.get('/user-admins?limit=0'),
  ])
    expect(JSON.stringify(publicResponse.body)).not.toMatch(/totp|challenge|code_hash|"secret/)
})
