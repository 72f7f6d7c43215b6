import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { TEST_PASSWORD } from '#testing/accounts.ts'
import { getCode, turnOnSecondFactor } from '#testing/authenticator.ts'
import { createCaller, type LoggedInCaller } from '#testing/callers.ts'
import { countLockWaits } from '#testing/count-lock-waits.ts'
import { listAuditLog } from '#testing/list-audit-log.ts'
import { openTestPortal } from '#testing/portal.ts'
import { SECOND_FACTOR_LIMITS } from '@tahanan/contract/limits.ts'
import { removeExpiredSessions } from '../remove-expired-sessions.ts'
import { createChangePasswordBody, logIn } from '../testing.ts'
import { warnOncePerDay } from './code-attempts.ts'

const portal = await openTestPortal()
beforeEach(async () => {
  await portal.db.deleteFrom('login_failures').execute()
})

type OfficeUser = LoggedInCaller<{ id: number; email: string }>
let lastAddress = 0
const callFromNewAddress = () => portal.from(`198.51.100.${(++lastAddress % 250) + 1}`)
const postFromNewAddress = (path: string, body: object) =>
  callFromNewAddress().post<Record<string, string>>(path, body)
const beginLogin = async (officeUser: OfficeUser) =>
  (await logIn(callFromNewAddress(), officeUser.area, officeUser.account.email)).body['secondFactor'] ?? ''
/**
 * Simulates a patient attacker: logs in with one code, from a new address and 15 minutes after the last
 * failure.
 */
async function tryCode(officeUser: OfficeUser, code: string) {
  await portal.db
    .deleteFrom('login_failures')
    .where('subject', 'not like', 'code %')
    .where('subject', 'not like', 'warned %')
    .execute()
  return postFromNewAddress('/login/second-factor', { challenge: await beginLogin(officeUser), code })
}
const getWrongCode = (secret: string) => getCode(secret, 50)
const insertWrongCodesUntil = (officeUser: OfficeUser, attemptsLeft: number) =>
  portal.db
    .insertInto('login_failures')
    .values(
      Array.from({ length: SECOND_FACTOR_LIMITS.codesPerDay - attemptsLeft }, () => ({
        subject: `code ${officeUser.area} ${officeUser.account.email.toLowerCase()}`,
      })),
    )
    .execute()
const shiftAttemptsBack = async (hours: number) => {
  const { rows } = await portal.services.pool.query<{ n: number }>(
    `with older as (
      update login_failures set at = at - make_interval(hours => $1) returning id)
    select count(*) as n from older`,
    [hours],
  )
  expect(rows[0]?.n).toBeGreaterThan(0)
}

describe('wrong codes of one day', () => {
  test('block app codes but not recovery codes, until a day has passed', async () => {
    const [admin, otherAdmin] = [await portal.as('admin'), await portal.as('admin')]
    const { secret, recoveryCodes } = await turnOnSecondFactor(admin)
    const otherSecondFactor = await turnOnSecondFactor(otherAdmin)
    await insertWrongCodesUntil(admin, 3)
    for (let n = 0; n < 3; n++)
      expect((await tryCode(admin, getWrongCode(secret))).body['code']).toBe('wrongCode')
    await removeExpiredSessions(portal.db)

    const blockedReply = await tryCode(admin, getCode(secret, 1))
    expect([blockedReply.status, blockedReply.body['code']]).toEqual([429, 'tooManyCodes'])
    expect(Number(blockedReply.headers['retry-after'])).toBeGreaterThan(23 * 3600)
    expect((await tryCode(admin, ` ${getCode(secret, 1)} `)).status).toBe(429)
    expect((await tryCode(otherAdmin, getCode(otherSecondFactor.secret, 1))).status).toBe(200)
    const turnOffBody = { password: TEST_PASSWORD, code: getCode(secret, 1) }
    expect((await admin.delete('/second-factor', turnOffBody)).status).toBe(429)
    expect((await tryCode(admin, recoveryCodes[0] ?? '')).status).toBe(200)
    expect((await tryCode(admin, getCode(secret, 1))).status).toBe(429)

    await shiftAttemptsBack(25)
    await removeExpiredSessions(portal.db)
    expect((await tryCode(admin, getCode(secret, 1))).status).toBe(200)
    const auditEntries = await listAuditLog(portal.db, {
      action: 'loginFailed',
      subject_id: String(admin.id),
    })
    expect(auditEntries.map(({ detail }) => detail)).toContainEqual(
      expect.stringContaining('only recovery codes'),
    )
  })

  test('are neither cleared nor increased by a right code', async () => {
    const adminCaller = await portal.as('admin')
    const { secret } = await turnOnSecondFactor(adminCaller)
    const listAttemptsOfToday = () =>
      portal.db.selectFrom('login_failures').select('id').where('subject', 'like', 'code %').execute()
    await tryCode(adminCaller, getWrongCode(secret))
    expect(await listAttemptsOfToday()).toHaveLength(1)
    expect((await tryCode(adminCaller, getCode(secret, 1))).status).toBe(200)
    expect(await listAttemptsOfToday()).toHaveLength(1)
    await tryCode(adminCaller, 'AAAA-BBBB-CCCC-DDDD')
    expect(await listAttemptsOfToday()).toHaveLength(1)
  })

  test('are cleared by a new password, which the guesser does not know', async () => {
    const adminCaller = await portal.as('admin')
    const { secret } = await turnOnSecondFactor(adminCaller)
    await insertWrongCodesUntil(adminCaller, 0)
    expect((await tryCode(adminCaller, getCode(secret, 1))).status).toBe(429)
    const password = 'another-password-1'
    expect((await adminCaller.put('/change-password', createChangePasswordBody(password))).status).toBe(200)
    const { body } = await logIn(callFromNewAddress(), 'admin', adminCaller.account.email, password)
    const loginBody = { challenge: body['secondFactor'], code: getCode(secret, 1) }
    expect((await postFromNewAddress('/login/second-factor', loginBody)).status).toBe(200)
  })

  test.each([
    ['admin', 'the same e-mail address', {}],
    ['super-admin', 'a new e-mail address', { email: 'new-address@guesses.test' }],
  ] as const)('are cleared by a new password that the %s sets, with %s', async (area, _, changes) => {
    const [officeCaller, adminCaller] = [await portal.as(area), await portal.as('admin')]
    const { secret } = await turnOnSecondFactor(adminCaller)
    const { email } = { ...adminCaller.account, ...changes }
    await insertWrongCodesUntil(adminCaller, 0)
    await insertWrongCodesUntil({ ...adminCaller, account: { ...adminCaller.account, email } }, 0)
    const otherCodes = { subject: 'code admin other@guesses.test' }
    await portal.db.insertInto('login_failures').values(otherCodes).execute()
    const password = 'another-password-1'
    const body = { ...changes, password, password_confirmation: password }
    expect((await officeCaller.put(`/user-admin/${adminCaller.id}`, body)).status).toBe(200)
    const challenge = (await logIn(callFromNewAddress(), 'admin', email, password)).body['secondFactor']
    const loginBody = { challenge, code: getCode(secret, 1) }
    expect((await postFromNewAddress('/login/second-factor', loginBody)).status).toBe(200)
    const remainingCodes = portal.db.selectFrom('login_failures').select('subject')
    expect(await remainingCodes.where('subject', 'like', 'code %').execute()).toEqual([otherCodes])
  })

  test('are not cleared by a change without a new password', async () => {
    const [officeCaller, adminCaller] = [await portal.as('admin'), await portal.as('admin')]
    const { secret } = await turnOnSecondFactor(adminCaller)
    await insertWrongCodesUntil(adminCaller, 0)
    expect((await officeCaller.put(`/user-admin/${adminCaller.id}`, { firstName: 'New' })).status).toBe(200)
    expect((await tryCode(adminCaller, getCode(secret, 1))).status).toBe(429)
  })
})

async function listMails(address: string): Promise<string[]> {
  await portal.runJobs()
  const outbox = join(portal.services.config.dataDir, 'outbox')
  // Only complete mails end with `.eml`. A mail that is still being written has another extension.
  const mailFiles = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'))
  const mails = await Promise.all(mailFiles.map((name) => readFile(join(outbox, name), 'utf8')))
  return mails.map((mail) => mail.replaceAll(/=\r?\n/g, '')).filter((mail) => mail.includes(address))
}

describe('the owner', () => {
  test('is mailed after the third wrong code within a day, once that day', async () => {
    const superAdmin = await portal.as('super-admin')
    const { secret } = await turnOnSecondFactor(superAdmin)
    for (let n = 1; n < SECOND_FACTOR_LIMITS.warnAfter; n++) await tryCode(superAdmin, getWrongCode(secret))
    expect(await listMails(superAdmin.account.email)).toHaveLength(0)
    await tryCode(superAdmin, getWrongCode(secret))
    const address = `198.51.100.${(lastAddress % 250) + 1}`
    expect(await listMails(superAdmin.account.email)).toHaveLength(1)
    const [mail = ''] = await listMails(superAdmin.account.email)
    expect(mail).toContain('Subject: Wrong codes at your login to Tahanan')
    expect(mail).toContain(`The last came from: ${address}`)
    expect(mail).toContain('/super-admin')
    expect(mail).not.toContain(getWrongCode(secret))
    const deliveryQuery = portal.db.selectFrom('deliveries').select(['area', 'reader_id', 'purpose'])
    expect(
      await deliveryQuery.where('reader_id', '=', superAdmin.id).where('area', '=', 'super-admin').execute(),
    ).toEqual([{ area: 'super-admin', reader_id: superAdmin.id, purpose: 'wrongCodes' }])
    for (let n = 0; n < 4; n++) await tryCode(superAdmin, getWrongCode(secret))
    await shiftAttemptsBack(25)
    for (let n = 0; n < SECOND_FACTOR_LIMITS.warnAfter; n++) await tryCode(superAdmin, getWrongCode(secret))
    expect(await listMails(superAdmin.account.email)).toHaveLength(2)
  })

  test.each(['/confirmation', '/second-factor'] as const)(
    'is mailed after the third wrong code at %s in an open session, and each is in the audit log',
    async (path) => {
      const adminCaller = await portal.as('admin')
      const { secret, recoveryCodes } = await turnOnSecondFactor(adminCaller)
      const address = '203.0.113.60'
      const sessionCaller = createCaller(portal.app, adminCaller.token, { address })
      const sendCode = (code: string) =>
        path === '/confirmation'
          ? sessionCaller.post(path, { code })
          : sessionCaller.delete(path, { password: TEST_PASSWORD, code })
      const listFailedLogins = async () =>
        (await listAuditLog(portal.db, { action: 'loginFailed', subject_id: String(adminCaller.id) })).map(
          (entry) => [entry.address, entry.detail],
        )
      const wrongCodeEntry = [address, expect.stringContaining('authenticator app was wrong') as string]

      for (let n = 0; n < SECOND_FACTOR_LIMITS.warnAfter; n++)
        expect((await sendCode(getWrongCode(secret))).body.errors).toEqual({
          code: ['This code is not right.'],
        })
      expect(await listFailedLogins()).toEqual([wrongCodeEntry, wrongCodeEntry, wrongCodeEntry])
      const mails = await listMails(adminCaller.account.email)
      expect(mails).toHaveLength(1)
      expect(mails[0]).toContain(`The last came from: ${address}`)
      expect(mails[0]).not.toContain('typed your right password')
      expect(mails[0]).toContain('in an open session')

      await insertWrongCodesUntil(adminCaller, SECOND_FACTOR_LIMITS.warnAfter)
      const listOwnFailures = () =>
        portal.db
          .selectFrom('login_failures')
          .select('id')
          .where('subject', '=', `admin ${adminCaller.account.email.toLowerCase()}`)
          .execute()
      const failuresBefore = await listOwnFailures()
      expect((await sendCode(getCode(secret, 1))).body.code).toBe('tooManyCodes')
      expect((await listFailedLogins())[0]?.[1]).toContain('only recovery codes')
      expect(await listOwnFailures()).toEqual(failuresBefore)
      expect((await sendCode(recoveryCodes[0] ?? '')).status).toBe(200)
    },
  )

  test('is mailed once after simultaneous guesses', async () => {
    const subjectKey = 'code admin once@guesses.test'
    await portal.db
      .insertInto('login_failures')
      .values(Array.from({ length: SECOND_FACTOR_LIMITS.warnAfter }, () => ({ subject: subjectKey })))
      .execute()
    let warningCount = 0
    const { promise: commitSignal, resolve: sendCommitSignal } = Promise.withResolvers<void>()
    const countWarning = async () => {
      warningCount++
      await commitSignal
    }
    const firstWarning = warnOncePerDay(portal.db, 'admin', 'Once@guesses.test', countWarning)
    await expect.poll(() => warningCount).toBe(1)
    const secondWarning = warnOncePerDay(portal.db, 'admin', 'once@guesses.test', countWarning)
    await expect.poll(() => countLockWaits(portal.db)).toBe(1)
    sendCommitSignal()
    await Promise.all([firstWarning, secondWarning])
    expect(warningCount).toBe(1)
  })

  test('is not mailed about wrong passwords', async () => {
    const adminCaller = await portal.as('admin')
    const { secret } = await turnOnSecondFactor(adminCaller)
    for (let n = 0; n < 5; n++)
      await logIn(callFromNewAddress(), 'admin', adminCaller.account.email, 'wrong-password')
    expect(await listMails(adminCaller.account.email)).toHaveLength(0)
    await portal.db.deleteFrom('login_failures').execute()
    for (let n = 0; n < SECOND_FACTOR_LIMITS.warnAfter; n++) await tryCode(adminCaller, getWrongCode(secret))
    expect(await listMails(adminCaller.account.email)).toHaveLength(1)
  })
})
