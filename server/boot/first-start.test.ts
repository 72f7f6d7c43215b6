import { afterEach, beforeEach, expect, test } from 'vitest'
import { findAccount } from '#features/sessions/accounts.ts'
import { createTestDatabase, type TestDatabase } from '#platform/db/testing.ts'
import { verifyPassword } from '#platform/hash-password.ts'
import { ConfigError } from '#platform/platform-config.ts'
import { prepareFirstStart } from './first-start.ts'

let database: TestDatabase
let logLines: string[]
const log = {
  info: (text: string) => logLines.push(`info: ${text}`),
  warn: (text: string) => logLines.push(`warn: ${text}`),
}
beforeEach(async () => {
  logLines = []
  database = await createTestDatabase()
})
afterEach(() => database.destroy())

test('an empty database gets its settings and a super-administrator with a generated password', async () => {
  const generatedLogin = await prepareFirstStart(database.db, { superAdmin: undefined }, log)
  expect(generatedLogin?.password.length).toBeGreaterThanOrEqual(20)
  const account = await findAccount(database.db, 'super-admin', generatedLogin?.email ?? '')
  expect(await verifyPassword(account?.password_hash, generatedLogin?.password ?? '')).toBe(true)
  expect(await prepareFirstStart(database.db, { superAdmin: undefined }, log)).toBeNull()
})

test('the environment names the first super-administrator, and later changes no password', async () => {
  const superAdmin = { email: 'owner@example.test', password: 'from-the-environment' }
  expect(await prepareFirstStart(database.db, { superAdmin }, log)).toBeNull()
  await prepareFirstStart(database.db, { superAdmin: { ...superAdmin, password: 'another-password' } }, log)
  const account = await findAccount(database.db, 'super-admin', 'Owner@Example.test')
  expect(await verifyPassword(account?.password_hash, 'from-the-environment')).toBe(true)
})

test('an unused login of the environment is logged, with the reason', async () => {
  const superAdmin = { email: 'owner@example.test', password: 'from-the-environment' }
  await prepareFirstStart(database.db, { superAdmin }, log)
  expect(logLines).toEqual([])
  await prepareFirstStart(database.db, { superAdmin }, log)
  expect(logLines).toEqual([
    expect.stringMatching(/^info: SUPER_ADMIN_PASSWORD is not used: this super-administrator exists/),
  ])
  logLines = []
  await prepareFirstStart(database.db, { superAdmin: { ...superAdmin, email: 'other@example.test' } }, log)
  expect(logLines).toEqual([expect.stringMatching(/^warn: SUPER_ADMIN_EMAIL .* another e-mail address/)])
  expect(logLines.join(' ')).not.toContain('example.test')
})

test('processes that start together make one account, whatever their environments name', async () => {
  const logins = [undefined, 'one@example.test', 'two@example.test', undefined, 'three@example.test']
  const configuredLogins = logins.map((email) => email && { email, password: 'from-the-environment' })
  const createdLogins = await Promise.all(
    configuredLogins.map((superAdmin) =>
      prepareFirstStart(database.db, { superAdmin: superAdmin || undefined }, log),
    ),
  )
  const accounts = await database.db.selectFrom('super_admins').select('email').execute()
  expect(accounts).toHaveLength(1)
  const isGenerated = accounts[0]?.email === 'super-admin@localhost'
  expect(createdLogins.filter((login) => login !== null)).toHaveLength(isGenerated ? 1 : 0)
  expect(logLines).toHaveLength(isGenerated ? 3 : 2)
})

test('by default no balance blocks visitor passes, gate passes and incidents', async () => {
  await prepareFirstStart(database.db, { superAdmin: undefined }, log)
  const rows = await database.db.selectFrom('service_settings').select(['type', 'status', 'amount']).execute()
  expect(rows).toHaveLength(8)
  for (const { type, status, amount } of rows) {
    expect(status).toBe(1)
    expect(amount).toBe(['visitorPass', 'gatePass', 'incident'].includes(type) ? 9_999_999_999.99 : 20_000)
  }
})

test('existing settings are kept', async () => {
  await prepareFirstStart(database.db, { superAdmin: undefined }, log)
  await database.db
    .updateTable('settings')
    .set({ value: 'Bahay' })
    .where('name', '=', 'websiteName')
    .execute()
  await prepareFirstStart(database.db, { superAdmin: undefined }, log)
  const { value } = await database.db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'websiteName')
    .executeTakeFirstOrThrow()
  expect(value).toBe('Bahay')
})

test('a leaked password in the environment makes no super-administrator', async () => {
  const superAdmin = { email: 'owner@example.test', password: 'Password1' }
  await expect(prepareFirstStart(database.db, { superAdmin }, log)).rejects.toThrow(ConfigError)
  expect(await findAccount(database.db, 'super-admin', superAdmin.email)).toBeUndefined()
})
