import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createLedgerCalls, getDayFromNow, type Resident } from '#features/ledger/testing.ts'
import { publishPost } from '#features/posts/testing.ts'
import { createNotice } from '#features/privacy-notice/testing.ts'
import { createSeries } from '#features/receipts/testing.ts'
import { createTestTicket, insertTestFile } from '#features/tickets/testing.ts'
import { openArchive } from '#platform/backup/archive/open-archive.ts'
import { createTestAmenity, TEST_PASSWORD } from '#testing/accounts.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import { RESET_GROUP_NAMES } from '@tahanan/contract/reset.ts'
import { resetData } from './reset-data.ts'

const portal = await openTestPortal()
const superAdmin = await portal.as('super-admin')
beforeEach(async () => {
  await publishPost(await portal.as('admin'))
})

async function fillTables(admin: LoggedInCaller, resident: Resident): Promise<void> {
  const [post] = await portal.db.selectFrom('posts').select('id').execute()
  await resident.post('/comment', { postId: post?.id, comment: 'Thank you' })
  await createTestAmenity(portal.db)
  await createTestTicket(resident, 'incidentReport', {
    images: [await insertTestFile(portal.db, resident, 'incidentreports')],
  })
  await createLedgerCalls(portal, admin).importStatement(
    resident,
    1500,
    getDayFromNow(-20),
    getDayFromNow(10),
  )
  await createLedgerCalls(portal, admin).pay(resident, 10)
  const version = await createNotice(portal.db)
  await resident.post('/privacy-notice-views', { version })
}
const EMPTIED_TABLES = [
  'tenants',
  'tickets',
  'ticket_events',
  'ticket_tallies',
  'payments',
  'posts',
  'comments',
  'admins',
  'amenities',
  'notifications',
  'statements',
  'privacy_notices',
  'privacy_notice_views',
]

const toUrl = (...groups: string[]) => `/reset-data?tables=${groups.join(',')}`
const listRefusals = async () =>
  (await portal.db.selectFrom('audit_log').select(['detail']).where('action', '=', 'refused').execute()).map(
    ({ detail }) => detail ?? '',
  )

test('is refused and recorded: other roles, wrong, missing and guessed passwords, unknown groups', async () => {
  const listBackups = () => portal.db.selectFrom('backups').select('id').execute()
  const backupsBefore = await listBackups()
  const admin = await portal.as('admin')
  const resident = await portal.as('client')
  expect((await portal.nobody.delete(toUrl('posts'), { password: TEST_PASSWORD })).status).toBe(401)
  for (const caller of [admin, resident]) {
    expect((await caller.delete(toUrl('posts'), { password: TEST_PASSWORD })).status).toBe(403)
    expect((await caller.get('/reset-data/preview?tables=posts')).status).toBe(403)
  }
  expect((await superAdmin.delete(toUrl('posts'), { password: 'not this one' })).body.errors).toEqual({
    password: ['The password is not right.'],
  })
  expect((await superAdmin.delete(toUrl('posts'), {})).body.errors).toEqual({
    password: ['Please input your password!'],
  })
  expect((await superAdmin.delete(toUrl('posts'))).status).toBe(400)
  for (const invalidTables of [
    'secrets',
    'posts,audit_log',
    'posts;drop table posts',
    '__proto__',
    'constructor',
    '',
  ])
    expect(
      (await superAdmin.delete(toUrl(encodeURIComponent(invalidTables)), { password: TEST_PASSWORD })).status,
      invalidTables,
    ).toBe(400)
  const refusals = await listRefusals()
  expect(refusals.filter((detail) => detail.includes('DELETE /api/reset-data')).length).toBe(2)
  for (const reason of [
    'The password is not right',
    'Please input your password',
    'There is no group secrets',
  ])
    expect(
      refusals.some((detail) => detail.includes(reason)),
      reason,
    ).toBe(true)

  const passwordGuesser = await portal.as('super-admin')
  const statuses: number[] = []
  for (let n = 0; n < 12; n++)
    statuses.push((await passwordGuesser.delete(toUrl('posts'), { password: `guess ${n}` })).status)
  expect(statuses.at(-1)).toBe(429)
  const [lockedOut] = (await listRefusals()).filter((detail) => detail.startsWith('Database reset: Too many'))
  expect(lockedOut).toBeDefined()
  const wrongPasswordRefusals = (await listRefusals()).filter(
    (detail) => detail === 'Database reset: The password is not right.',
  )
  expect(wrongPasswordRefusals.length).toBeGreaterThan(1)
  expect(await portal.db.selectFrom('posts').select('id').execute()).not.toHaveLength(0)
  expect(await listBackups()).toEqual(backupsBefore)
  await portal.db.deleteFrom('login_failures').execute()
})

test('a reset is not run if its backup fails', async () => {
  const { config } = portal.services
  const brokenContext = { ...portal.services, config: { ...config, dataDir: '/dev/null/nowhere' } }
  const actor = { area: 'super-admin', id: superAdmin.id, sessionId: 0, name: 'Super Admin' } as const
  await expect(resetData(brokenContext, actor, ['posts'], TEST_PASSWORD, '127.0.0.1')).rejects.toThrow(
    'Unable To Reset Database',
  )
  expect(await portal.db.selectFrom('posts').select('id').execute()).not.toHaveLength(0)
  expect((await listRefusals()).some((detail) => detail.includes('its backup failed'))).toBe(true)
})

test('a reset of everything keeps only the caller and the defaults, and leaves a readable backup', async () => {
  const admin = await portal.as('admin')
  const resident = await portal.as('client')
  const otherSuperAdmin = await portal.as('super-admin')
  await fillTables(admin, resident)
  const listIssuedNumbers = () =>
    portal.db.selectFrom('issued_numbers').select(['number', 'amount', 'at']).orderBy('id').execute()
  await createSeries(admin)
  const entryId = await createLedgerCalls(portal, admin).charge(resident)
  expect((await admin.post('/invoice', { entryId })).status).toBe(201)
  // Clears the reference of the number series to this administrator. Otherwise the reset would not delete the
  // administrator (rules 12.4).
  await portal.db.updateTable('number_series').set({ admin_id: null }).execute()
  const issuedNumbers = await listIssuedNumbers()
  const listJobs = () => portal.services.pool.query('select from graphile_worker.jobs')
  await portal.services.pool.query(`select graphile_worker.add_job('of-a-record')`)
  const resetResponse = await superAdmin.delete(toUrl(...RESET_GROUP_NAMES), { password: TEST_PASSWORD })
  expect(resetResponse.status).toBe(200)
  expect((await listJobs()).rows).toEqual([])
  const archive = await openArchive(
    join(portal.services.config.dataDir, 'backups', String(resetResponse.body['backup'])),
  )
  for (const table of EMPTIED_TABLES) {
    const savedTable = archive.manifest.tables.find(({ name }) => name === table)
    expect(savedTable?.rows, table).toBeGreaterThan(0)
    expect((await portal.services.pool.query(`select from ${table}`)).rows, table).toHaveLength(0)
  }
  await archive.close()
  for (const caller of [admin, resident, otherSuperAdmin]) expect((await caller.get('/me')).status).toBe(401)
  expect((await superAdmin.get('/me')).status).toBe(200)
  const name = (await portal.nobody.get<{ name: string; value: string }[]>('/public-website-settings')).body
  expect(name.find((setting) => setting.name === 'websiteName')?.value).toBe('Tahanan')
  expect((await portal.nobody.get('/public-terms-and-conditions')).status).toBe(200)
  const loginResponse = await portal.nobody.post('/login/super-admin', {
    email: superAdmin.account.email,
    password: TEST_PASSWORD,
  })
  expect(loginResponse.status).toBe(200)

  // The register of issued numbers keeps its numbers but no names (rules 18.11).
  expect(await listIssuedNumbers()).toEqual(issuedNumbers)
  const personalDataQuery = sql`select from issued_numbers where num_nonnulls(tenant_id, payment_id, entry_id, document) > 0`
  expect((await personalDataQuery.execute(portal.db)).rows).toEqual([])

  const deliveries = await portal.drainEvents()
  for (const area of ['client', 'admin']) expect(deliveries).toContainEqual({ disconnect: `area.${area}` })
  const row = await portal.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'reset')
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ actor_area: 'super-admin', actor_id: superAdmin.id, subject: 'database' })
  expect(row.after).toMatchObject({
    payments: expect.stringMatching(/^1 payment, 1 charge or credit$/) as string,
  })
  expect(
    await portal.db.selectFrom('audit_log').select('id').where('action', '=', 'remove').execute(),
  ).toHaveLength(0)
  const ownedFiles = await portal.db
    .selectFrom('files')
    .select('key')
    .where('owner_id', 'is not', null)
    .execute()
  expect(ownedFiles).toHaveLength(0)

  const lastNumber = issuedNumbers.findLast(({ number }) => number.startsWith('AR-'))?.number
  await createLedgerCalls(portal, await portal.as('admin')).pay(await portal.as('client'), 10)
  const nextNumber = (await listIssuedNumbers()).at(-1)?.number
  expect(Number(nextNumber?.slice(8))).toBe(Number(lastNumber?.slice(8)) + 1)
})
