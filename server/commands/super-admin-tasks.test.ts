import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { logIn } from '#features/sessions/log-in.ts'
import { tryLogin } from '#features/sessions/login-attempt.ts'
import { resetSuperAdmin, SuperAdminSelectionError } from '#features/sessions/reset-super-admin.ts'
import { openSecondFactorKey } from '#features/sessions/second-factor/open-second-factor-key.ts'
import { replaceRecoveryCodes } from '#features/sessions/second-factor/replace-recovery-codes.ts'
import { turnOffSecondFactors } from '#features/sessions/second-factor/turn-off-second-factors.ts'
import { createSession } from '#features/sessions/sessions.ts'
import { openTestDatabase } from '#platform/db/testing.ts'
import { createTestAdmin, createTestSuperAdmin } from '#testing/accounts.ts'

const folder = await mkdtemp(join(tmpdir(), 'tahanan-command-'))
const { db } = await openTestDatabase()
beforeEach(async () => {
  await db.deleteFrom('super_admins').execute()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const turnOnTwoStep = () =>
  db
    .updateTable('super_admins')
    .set({ totp_secret: Buffer.from('sealed'), totp_since: new Date() })
    .execute()

test('reset-password makes a new password and turns two-step login off', async () => {
  const { id, email } = await createTestSuperAdmin(db, { email: 'Owner@example.test' })
  await turnOnTwoStep()
  await db.updateTable('super_admins').set({ last_seen: new Date() }).execute()
  await db.transaction().execute((tx) => replaceRecoveryCodes(tx, { area: 'super-admin', id }))
  await createSession(db, 'super-admin', id)
  for (let n = 0; n < 10; n++)
    await tryLogin(db, { area: 'super-admin', login: email, address: `198.51.100.${n}` }, async () => {})

  const { password } = await resetSuperAdmin(db, undefined)
  expect(password).toHaveLength(20)
  expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
  expect((await db.selectFrom('outbox').select('topic').execute()).map(({ topic }) => topic)).toContain(
    'sessionsEnded',
  )
  const services = { db, relay: { wake: () => {} }, isPublished: () => false }
  const visitor = { address: '127.0.0.1', userAgent: undefined }
  const loginResult = await logIn(services, 'super-admin', { name: email, password }, visitor)
  expect(loginResult.token).toHaveLength(43)
  const [session] = await db.selectFrom('sessions').select('first').execute()
  expect(session?.first).toBe(true)
  const row = await db
    .selectFrom('audit_log')
    .select(['actor_area', 'detail', 'after'])
    .where('action', '=', 'change')
    .executeTakeFirstOrThrow()
  expect(row).toEqual({
    actor_area: 'system',
    detail: 'The operator made a new password by command; two-step login was turned off.',
    after: { password: 'changed' },
  })
})

test('reset-password needs the e-mail address of one of several super-administrators', async () => {
  await createTestSuperAdmin(db, { email: 'one@example.test' })
  await createTestSuperAdmin(db, { email: 'two@example.test' })
  await db.updateTable('super_admins').set({ name: 'One' }).where('email', '=', 'one@example.test').execute()
  await expect(resetSuperAdmin(db, undefined)).rejects.toThrow(
    /several[^]*\n {2}one@example\.test\n {2}two@example\.test$/,
  )
  await expect(resetSuperAdmin(db, 'three@example.test')).rejects.toBeInstanceOf(SuperAdminSelectionError)
  expect(await resetSuperAdmin(db, 'TWO@example.test')).toMatchObject({ email: 'two@example.test' })
})

test('turn-off-two-step turns two-step login off for all accounts or for one', async () => {
  const [firstSuperAdmin, secondSuperAdmin] = [
    await createTestSuperAdmin(db, { email: 'one@example.test' }),
    await createTestSuperAdmin(db),
  ]
  const keyFile = join(folder, 'second-factor.key')
  await openSecondFactorKey(db, keyFile)
  const listTwoStepAccounts = async () =>
    (await db.selectFrom('super_admins').select('id').where('totp_since', 'is not', null).execute()).map(
      ({ id }) => id,
    )
  await turnOnTwoStep()
  const [login] = await turnOffSecondFactors(db, keyFile, 'ONE@example.test')
  expect(login).toContain('one@example.test')
  expect(await listTwoStepAccounts()).toEqual([secondSuperAdmin.id])
  expect(await turnOffSecondFactors(db, keyFile, 'nobody@example.test')).toEqual([])

  // Turns two-step login off for an account while the key file is missing. The stored fingerprint of the key
  // must remain, because the other accounts still need the key.
  await rename(keyFile, `${keyFile}.away`)
  await turnOffSecondFactors(db, keyFile, 'nobody@example.test')
  await expect(openSecondFactorKey(db, keyFile)).rejects.toThrow('is missing')
  await rename(`${keyFile}.away`, keyFile)

  await createTestSuperAdmin(db, { email: 'without@example.test' })
  const { id: adminId } = await createTestAdmin(db, { email: 'office@example.test' })
  await db
    .updateTable('admins')
    .set({ totp_secret: Buffer.from('sealed'), totp_since: new Date() })
    .where('id', '=', adminId)
    .execute()
  expect(await turnOffSecondFactors(db, keyFile, undefined)).toEqual([
    'office@example.test',
    secondSuperAdmin.email,
  ])
  const [change] = await db
    .selectFrom('audit_log')
    .select(['subject', 'subject_name', 'after'])
    .where('detail', 'like', 'The operator turned two-step login off%')
    .where('subject', '=', 'admins')
    .execute()
  expect(change).toMatchObject({
    subject_name: expect.any(String) as string,
    after: { second_factor: 'removed' },
  })

  await turnOffSecondFactors(db, keyFile, undefined)
  expect(await listTwoStepAccounts()).toEqual([])
  await openSecondFactorKey(db, keyFile)
  await rm(keyFile)
  await turnOnTwoStep()
  await expect(openSecondFactorKey(db, keyFile)).rejects.toThrow('is missing')
  await turnOffSecondFactors(db, keyFile, undefined)
  await openSecondFactorKey(db, keyFile)
  const auditRows = await db
    .selectFrom('audit_log')
    .select('subject_id')
    .where('detail', 'like', 'The operator turned two-step login off%')
    .execute()
  expect(auditRows.filter(({ subject_id }) => subject_id === String(firstSuperAdmin.id))).toHaveLength(2)
})
