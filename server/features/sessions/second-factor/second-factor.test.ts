import { beforeEach, describe, expect, test } from 'vitest'
import { TEST_PASSWORD } from '#testing/accounts.ts'
import { getCode, turnOnSecondFactor } from '#testing/authenticator.ts'
import { createCaller, type LoggedIn } from '#testing/callers.ts'
import { listAuditLog } from '#testing/list-audit-log.ts'
import { openTestPortal } from '#testing/portal.ts'
import { logIn as logInBy } from '../testing.ts'

const portal = await openTestPortal()
beforeEach(async () => {
  await portal.db.deleteFrom('login_failures').execute()
})

type Office = LoggedIn<{ id: number; email: string }>

const logIn = (who: Office) => logInBy(portal.nobody, who.area, who.account.email)
const beginLogin = async (who: Office) => (await logIn(who)).body['secondFactor'] ?? ''
const answer = (challenge: string, code: string) =>
  portal.nobody.post('/login/second-factor', { challenge, code })
const resetSteps = async () => {
  await portal.db.updateTable('admins').set({ totp_step: null }).execute()
  await portal.db.updateTable('super_admins').set({ totp_step: null }).execute()
}
const getMe = async (who: Office) => (await who.get('/me')).body
const WRONG = { code: 'wrongCode', message: 'Login Failed: This code is not right.' }
const ENDED = { code: 'loginEnded' }

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
    // The second factor is off until its setup is confirmed.
    expect((await logIn(who)).body['token']).toHaveLength(43)
    expect(await getMe(who)).toMatchObject({ secondFactor: false })

    const wrong = await who.post('/second-factor/confirm', { code: getCode(secret, 5) })
    expect([wrong.status, wrong.body.errors]).toEqual([400, { code: ['This code is not right.'] }])
    const confirmed = await who.post<{ recoveryCodes: string[] }>('/second-factor/confirm', {
      code: getCode(secret),
    })
    expect(confirmed.status).toBe(200)
    expect(confirmed.body.recoveryCodes).toHaveLength(10)
    for (const code of confirmed.body.recoveryCodes)
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(new Set(confirmed.body.recoveryCodes).size).toBe(10)
    expect(await getMe(who)).toMatchObject({ secondFactor: true, recoveryCodesLeft: 10 })

    const first = await logIn(who)
    expect([first.status, Object.keys(first.body)]).toEqual([200, ['secondFactor']])
    const second = await answer(first.body['secondFactor'] ?? '', getCode(secret, 1))
    expect([second.status, Object.keys(second.body)]).toEqual([200, ['token']])
    const inside = createCaller(portal.app, String(second.body.token))
    expect((await inside.get('/me')).body).toMatchObject({ area, id: who.id })

    await resetSteps()
    const off = (body: object) => who.delete('/second-factor', body)
    expect((await off({ password: 'wrong-password', code: getCode(secret) })).body.errors).toEqual({
      password: ['The password is not right.'],
    })
    expect((await off({ password: TEST_PASSWORD, code: getCode(secret, 9) })).body.errors).toEqual({
      code: ['This code is not right.'],
    })
    expect((await off({ password: TEST_PASSWORD })).body.errors).toEqual({ code: ['Please input the code!'] })
    expect(await getMe(who)).toMatchObject({ secondFactor: true })
    expect((await off({ password: TEST_PASSWORD, code: getCode(secret) })).status).toBe(200)
    expect(await getMe(who)).toMatchObject({ secondFactor: false })
    expect((await logIn(who)).body['token']).toHaveLength(43)
    const again = await off({ password: TEST_PASSWORD, code: getCode(secret) })
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
  expect((await answer(await beginLogin(who), usedCode)).body).toMatchObject(WRONG)
  expect((await answer(await beginLogin(who), next)).status).toBe(200)
  for (const code of [next, usedCode, older])
    expect((await answer(await beginLogin(who), code)).body).toMatchObject(WRONG)
  const off = await who.delete('/second-factor', { password: TEST_PASSWORD, code: next })
  expect(off.status).toBe(400)
})

test('a recovery code works for one login, in any notation, and is recorded in the audit log', async () => {
  const who = await portal.as('admin', { name: 'Lost Phone' })
  const { recoveryCodes } = await turnOnSecondFactor(who)
  const [first = '', second = '', third = ''] = recoveryCodes
  expect((await answer(await beginLogin(who), first)).status).toBe(200)
  expect((await answer(await beginLogin(who), first)).body).toMatchObject(WRONG)
  const typed = ` ${second.replaceAll('-', ' ').toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')} `
  expect((await answer(await beginLogin(who), typed)).status).toBe(200)
  expect(await getMe(who)).toMatchObject({ recoveryCodesLeft: 8 })
  const [told] = await listAuditLog(portal.db, { action: 'login', actor_name: 'Lost Phone' })
  expect(told?.detail).toBe('With a recovery code; 8 are left.')
  // A recovery code also turns two-step login off, for an owner who lost the phone.
  expect((await who.delete('/second-factor', { password: TEST_PASSWORD, code: third })).status).toBe(200)
})

test('new recovery codes replace the earlier ones and require the password', async () => {
  const who = await portal.as('super-admin')
  const { recoveryCodes } = await turnOnSecondFactor(who)
  const refused = await who.post('/second-factor/recovery-codes', { password: 'wrong-password' })
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['password']])
  const renewed = await who.post<{ recoveryCodes: string[] }>('/second-factor/recovery-codes', {
    password: TEST_PASSWORD,
  })
  expect(renewed.body.recoveryCodes).toHaveLength(10)
  expect((await answer(await beginLogin(who), recoveryCodes[0] ?? '')).body).toMatchObject(WRONG)
  expect((await answer(await beginLogin(who), renewed.body.recoveryCodes[0] ?? '')).status).toBe(200)
  const without = await (
    await portal.as('admin')
  ).post('/second-factor/recovery-codes', { password: TEST_PASSWORD })
  expect([without.status, without.body.code]).toEqual([409, 'noSecondFactor'])
})

test('setup requires the password, can be restarted, expires after 15 minutes and is refused if already on', async () => {
  const who = await portal.as('admin')
  const begin = () => who.post<{ secret: string }>('/second-factor/begin', { password: TEST_PASSWORD })
  const confirm = (code: string) => who.post('/second-factor/confirm', { code })
  expect((await who.post('/second-factor/begin', { password: 'wrong-password' })).status).toBe(400)
  expect((await confirm('123456')).body.code).toBe('setupEnded')
  const [older, newer] = [(await begin()).body.secret, (await begin()).body.secret]
  expect((await confirm(getCode(older))).status).toBe(400)
  await portal.db
    .updateTable('second_factor_setups')
    .set({ created_at: new Date(Date.now() - 901_000) })
    .execute()
  expect((await confirm(getCode(newer))).body.code).toBe('setupEnded')
  const last = (await begin()).body.secret
  const at = await Promise.all([confirm(getCode(last)), confirm(getCode(last))])
  expect(at.map(({ status }) => status).toSorted()).toEqual([200, 409])
  for (const call of [await begin(), await confirm(getCode(last, 1))])
    expect([call.status, (call.body as unknown as { code: string }).code]).toEqual([409, 'secondFactorOn'])
})

test('a setup can only be confirmed by its own account', async () => {
  const [mine, theirs] = [await portal.as('admin'), await portal.as('admin')]
  const begun = await theirs.post<{ secret: string }>('/second-factor/begin', { password: TEST_PASSWORD })
  const refused = await mine.post('/second-factor/confirm', { code: getCode(begun.body.secret) })
  expect(refused.body.code).toBe('setupEnded')
})

describe('a lost phone', () => {
  const secondFactor = false

  test('the super-administrator removes an administrator’s second factor, which is recorded', async () => {
    const [above, who] = [await portal.as('super-admin'), await portal.as('admin')]
    await turnOnSecondFactor(who)
    const challenge = await beginLogin(who)
    const taken = await above.put(`/user-admin/${who.id}`, { secondFactor })
    expect([taken.status, taken.body.secondFactor]).toEqual([200, false])
    expect((await who.get('/me')).status).toBe(401)
    expect((await answer(challenge, '123456')).body).toMatchObject(ENDED)
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
      const refused = await caller.put(`/user-admin/${who.id}`, { secondFactor, firstName: 'New' })
      expect([refused.status, refused.body.code]).toEqual([403, 'superAdministratorOnly'])
    }
    const on = await above.put(`/user-admin/${admin.id}`, { secondFactor: true })
    expect([on.status, Object.keys(on.body.errors)]).toEqual([400, ['secondFactor']])
    // A form sends `secondFactor` unchanged with other fields. That is allowed and does not change it.
    expect(
      (await admin.put(`/user-admin/${who.id}`, { secondFactor: true, firstName: 'New' })).body,
    ).toMatchObject({ secondFactor: true, firstName: 'New' })
    expect((await answer(await beginLogin(who), getCode(secret, 1))).status).toBe(200)
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
