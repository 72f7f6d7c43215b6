import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { logIn } from '#features/sessions/log-in.ts'
import { openSecondFactorKey } from '#features/sessions/second-factor/open-second-factor-key.ts'
import { createTestDatabase, openTestDatabase } from '#platform/db/testing.ts'
import { createTestSuperAdmin } from '#testing/accounts.ts'

const folder = await mkdtemp(join(tmpdir(), 'tahanan-command-'))
const database = await openTestDatabase()
beforeEach(async () => {
  await database.db.deleteFrom('super_admins').execute()
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

const COMMAND_FILE = join(import.meta.dirname, 'super-admin-main.ts')
async function runSuperAdminCommand(args: string[], connectionString = database.connectionString) {
  const env = {
    ...process.env,
    DATABASE_URL: connectionString,
    DATA_DIR: folder,
    DEMO: 'false',
    NODE_ENV: 'test',
  }
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [COMMAND_FILE, ...args], { env, cwd: '/' })
    return { code: 0, output: stdout }
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string }
    return { code, output: stderr }
  }
}
const visitor = { address: '127.0.0.1', userAgent: undefined }

test('reset-password prints a password that logs in, for the named one of several', async () => {
  const { db } = database
  await createTestSuperAdmin(db, { email: 'one@example.test' })
  await createTestSuperAdmin(db, { email: 'Owner@example.test' })
  const ambiguousResetResult = await runSuperAdminCommand(['reset-password'])
  expect([ambiguousResetResult.code, ambiguousResetResult.output]).toEqual([
    1,
    expect.stringContaining('Owner@example.test'),
  ])

  const { code, output } = await runSuperAdminCommand(['reset-password', 'OWNER@example.test'])
  expect(code).toBe(0)
  const password = /Owner@example\.test\s+(\S{20})/.exec(output)?.[1] ?? ''
  const services = { db, relay: { wake: () => {} }, isPublished: () => false }
  const loginResult = await logIn(services, 'super-admin', { name: 'Owner@example.test', password }, visitor)
  expect(loginResult.token).toHaveLength(43)
})

test.each([[[]], [['reset']], [['reset-password', 'a', 'b']], [['reset-password', '--force']]])(
  'the arguments %j are refused',
  async (args) => {
    await createTestSuperAdmin(database.db)
    const { code, output } = await runSuperAdminCommand(args)
    expect(code).toBe(2)
    expect(output).toContain('npm run super-admin -- --help')
  },
)

test('turn-off-two-step names the accounts, also without the key file', async () => {
  const { db } = database
  await createTestSuperAdmin(db, { email: 'one@example.test' })
  const keyFile = join(folder, 'second-factor.key')
  await openSecondFactorKey(db, keyFile)
  await rm(keyFile)
  await db
    .updateTable('super_admins')
    .set({ totp_secret: Buffer.from('sealed'), totp_since: new Date() })
    .execute()
  const unknownEmailResult = await runSuperAdminCommand(['turn-off-two-step', 'nobody@example.test'])
  expect([unknownEmailResult.code, unknownEmailResult.output]).toEqual([
    1,
    expect.stringContaining('No account with this e-mail'),
  ])
  const result = await runSuperAdminCommand(['turn-off-two-step'])
  expect([result.code, result.output]).toEqual([0, expect.stringContaining('one@example.test')])
  expect(await db.selectFrom('super_admins').select('totp_since').execute()).toEqual([{ totp_since: null }])
  await openSecondFactorKey(db, keyFile)
  expect((await runSuperAdminCommand(['turn-off-two-step'])).output).toMatch(
    /\nNo account has two-step login\.\n\n$/,
  )
})

test('a database without the current schema is refused', async () => {
  const emptyDatabase = await createTestDatabase({ empty: true })
  onTestFinished(emptyDatabase.destroy)
  const { code, output } = await runSuperAdminCommand(['reset-password'], emptyDatabase.connectionString)
  expect(code).toBe(1)
  expect(output).toContain('Start the portal once')
})
