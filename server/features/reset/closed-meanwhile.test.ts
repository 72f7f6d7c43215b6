import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { openArchive } from '#platform/backup/archive/open-archive.ts'
import { connect, getConnectionString } from '#platform/db/connect.ts'
import { TEST_PASSWORD } from '#testing/accounts.ts'
import { countLockWaits } from '#testing/count-lock-waits.ts'
import { openTestPortal } from '#testing/portal.ts'

const portal = await openTestPortal()
const superAdmin = await portal.as('super-admin')
beforeEach(async () => {
  await portal.db.deleteFrom('memorandums').execute()
})
const resetMemorandums = () =>
  superAdmin.delete('/reset-data?tables=memorandums', { password: TEST_PASSWORD })
const listTitles = async () =>
  (await portal.db.selectFrom('memorandums').select('title').execute()).map(({ title }) => title)
const INSERT = `insert into memorandums (title, description, date) values ('Water', '', now())`

test('a reset waits for a change in progress, so that its backup holds what it deletes', async () => {
  const client = await connect(getConnectionString(portal.services.pool), 'test')
  await client.query('begin')
  await client.query(INSERT)
  const resetPromise = resetMemorandums()
  await expect.poll(() => countLockWaits(portal.db)).toBe(1)
  await client.query('commit')
  await client.end()
  const { status, body } = await resetPromise
  expect(status).toBe(200)
  const path = join(portal.services.config.dataDir, 'backups', String(body['backup']))
  const archive = await openArchive(path)
  expect(archive.manifest.tables.find(({ name }) => name === 'memorandums')?.rows).toBe(1)
  await archive.close()
  expect(await listTitles()).toEqual([])
})

test('a failed reset unlocks its tables', async () => {
  const { id } = await portal.db
    .insertInto('backups')
    .values({ cause: 'person', started_by: 'somebody else' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const resetResponse = await resetMemorandums()
  expect([resetResponse.status, resetResponse.body.code]).toEqual([409, 'backupRunning'])
  await portal.db.deleteFrom('backups').where('id', '=', id).execute()
  await portal.services.pool.query(INSERT)
  expect(await listTitles()).toEqual(['Water'])
})

test('a reset that fails in the database deletes nothing and is recorded in the audit log', async () => {
  await portal.services.pool.query(INSERT)
  await sql`create function keep() returns trigger language plpgsql as $$ begin raise 'kept'; end $$`.execute(
    portal.db,
  )
  await sql`create trigger keep before truncate or delete on memorandums execute function keep()`.execute(
    portal.db,
  )
  const resetResponse = await resetMemorandums()
  await sql`drop function keep() cascade`.execute(portal.db)
  expect([resetResponse.status, resetResponse.body.code]).toEqual([503, 'resetFailed'])
  expect(await listTitles()).toEqual(['Water'])
  const lastAuditEntry = await portal.db
    .selectFrom('audit_log')
    .select(['action', 'detail'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  expect(lastAuditEntry).toEqual({
    action: 'refused',
    detail: 'A database reset failed; nothing was deleted.',
  })
})
