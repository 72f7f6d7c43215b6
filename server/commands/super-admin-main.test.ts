import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { logIn } from '#features/sessions/log-in.ts'
import { tryLogin } from '#features/sessions/login-attempts.ts'
import { replaceRecoveryCodes } from '#features/sessions/second-factor/recovery-codes.ts'
import { openSecondFactorKey } from '#features/sessions/second-factor/second-factor-key.ts'
import { createSession } from '#features/sessions/sessions.ts'
import { createTestDatabase, openTestDatabase } from '#platform/db/testing.ts'
import { makeSuperAdmin } from '#testing/accounts.ts'

const folder = await mkdtemp(join(tmpdir(), 'tahanan-command-'))
const database = await openTestDatabase()
beforeEach(async () => {
  await database.db.deleteFrom('super_admins').execute()
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

const COMMAND = join(import.meta.dirname, 'super-admin-main.ts')
async function run(args: string[], connectionString = database.connectionString) {
  const env = {
    ...process.env,
    DATABASE_URL: connectionString,
    DATA_DIR: folder,
    DEMO: 'false',
    NODE_ENV: 'test',
  }
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, ...args], { env, cwd: '/' })
    return { code: 0, output: stdout }
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string }
    return { code, output: stderr }
  }
}
const visitor = { address: '127.0.0.1', userAgent: undefined }

test('reset-password makes a new password and turns two-step login off', async () => {
  const { db } = database
  const { id, email } = await makeSuperAdmin(db, { email: 'Owner@example.test' })
  const account = { area: 'super-admin', id } as const
  await db
    .updateTable('super_admins')
    .set({ totp_secret: Buffer.from('sealed'), totp_since: new Date(), last_seen: new Date() })
    .execute()
  await db.transaction().execute((tx) => replaceRecoveryCodes(tx, account))
  await createSession(db, 'super-admin', id)
  for (let n = 0; n < 10; n++)
    await tryLogin(db, { area: 'super-admin', login: email, address: `198.51.100.${n}` }, async () => {})

  const { code, output } = await run(['reset-password'])
  expect(code).toBe(0)
  const password = /Owner@example\.test\s+(\S{20})/.exec(output)?.[1] ?? ''
  const sessions = await db.selectFrom('sessions').selectAll().execute()
  expect(sessions).toEqual([])
  expect(await db.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
  expect((await db.selectFrom('outbox').select('topic').execute()).map(({ topic }) => topic)).toContain(
    'sessionsEnded',
  )
  const services = { db, relay: { wake: () => {} }, isPublished: () => false }
  const opened = await logIn(services, 'super-admin', { name: email, password }, visitor)
  expect(opened.token).toHaveLength(43)
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
  await makeSuperAdmin(database.db, { email: 'one@example.test' })
  await makeSuperAdmin(database.db, { email: 'two@example.test' })
  const ambiguous = await run(['reset-password'])
  expect(ambiguous.code).toBe(1)
  expect(ambiguous.output).toContain('two@example.test')
  expect((await run(['reset-password', 'three@example.test'])).code).toBe(1)
  const done = await run(['reset-password', 'TWO@example.test'])
  expect(done.code).toBe(0)
  expect(done.output).toContain('two@example.test')
})

test.each([[[]], [['reset']], [['reset-password', 'a', 'b']], [['reset-password', '--force']]])(
  'the arguments %j are refused with the usage',
  async (args) => {
    await makeSuperAdmin(database.db)
    const { code, output } = await run(args)
    expect(code).toBe(1)
    expect(output).toContain('npm run super-admin -- reset-password')
  },
  30_000,
)

test('turn-off-two-step turns two-step login off for all accounts or for one', async () => {
  const { db } = database
  const [one, two] = [await makeSuperAdmin(db, { email: 'one@example.test' }), await makeSuperAdmin(db)]
  const keyFile = join(folder, 'second-factor.key')
  await openSecondFactorKey(db, keyFile)
  const turnOn = () =>
    db
      .updateTable('super_admins')
      .set({ totp_secret: Buffer.from('sealed'), totp_since: new Date() })
      .execute()
  const on = async () =>
    (await db.selectFrom('super_admins').select('id').where('totp_since', 'is not', null).execute()).map(
      ({ id }) => id,
    )
  await turnOn()
  const first = await run(['turn-off-two-step', 'ONE@example.test'])
  expect([first.code, first.output.includes('one@example.test')]).toEqual([0, true])
  expect(await on()).toEqual([two.id])
  expect((await run(['turn-off-two-step', 'nobody@example.test'])).code).toBe(1)

  // The key file is kept if it exists.
  expect((await run(['turn-off-two-step'])).code).toBe(0)
  expect(await on()).toEqual([])
  await openSecondFactorKey(db, keyFile)
  await rm(keyFile)
  await turnOn()
  await expect(openSecondFactorKey(db, keyFile)).rejects.toThrow('is missing')
  expect((await run(['turn-off-two-step'])).code).toBe(0)
  await openSecondFactorKey(db, keyFile)
  const logged = await db
    .selectFrom('audit_log')
    .select('subject_id')
    .where('detail', 'like', 'The operator turned two-step login off%')
    .execute()
  expect(logged.filter(({ subject_id }) => subject_id === String(one.id)).length).toBeGreaterThan(1)
})

test('a database without the current schema is refused', async () => {
  const empty = await createTestDatabase({ empty: true })
  onTestFinished(empty.destroy)
  const { code, output } = await run(['reset-password'], empty.connectionString)
  expect(code).toBe(1)
  expect(output).toContain('Start the portal once')
})
