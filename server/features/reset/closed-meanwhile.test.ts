import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openArchive } from '#platform/backup/archive/read-archive.ts'
import { connect, connectionOf } from '#platform/db/connect.ts'
import { TEST_PASSWORD } from '#testing/accounts.ts'
import { openTestPortal } from '#testing/portal.ts'

const portal = await openTestPortal()

/** Inserts circulars without a pause; `stop` returns the number of acknowledged ones. */
async function startWriting() {
  const client = await connect(connectionOf(portal.services.pool), 'test')
  const writing = { acknowledged: 0, stopped: false }
  const written = (async () => {
    while (!writing.stopped) {
      await client.query(`insert into memorandums (title, description, date) values ('Water', '', now())`)
      writing.acknowledged++
      await sleep(1)
    }
    await client.end()
  })()
  while (writing.acknowledged < 3) await Promise.race([sleep(5), written])
  return {
    stop: async () => {
      writing.stopped = true
      await written
      return writing.acknowledged
    },
  }
}

test('rows written during the backup of a reset are in the backup or still there afterwards', async () => {
  const superAdmin = await portal.as('super-admin')
  const writer = await startWriting()
  const answer = await superAdmin.delete('/reset-data?tables=memorandums', { password: TEST_PASSWORD })
  expect(answer.status).toBe(200)
  const acknowledged = await writer.stop()

  const path = join(portal.services.config.dataDir, 'backups', String(answer.body['backup']))
  const archive = await openArchive(path)
  const saved = archive.manifest.tables.find(({ name }) => name === 'memorandums')?.rows ?? 0
  await archive.close()
  const there = await portal.db.selectFrom('memorandums').select('id').execute()
  expect(saved + there.length).toBe(acknowledged)
})

test('a failed reset unlocks its tables', async () => {
  const superAdmin = await portal.as('super-admin')
  const { id } = await portal.db
    .insertInto('backups')
    .values({ cause: 'person', started_by: 'somebody else' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const answer = await superAdmin.delete('/reset-data?tables=memorandums', { password: TEST_PASSWORD })
  expect([answer.status, answer.body.code]).toEqual([409, 'backupRunning'])
  await portal.db.deleteFrom('backups').where('id', '=', id).execute()
  const writer = await startWriting()
  expect(await writer.stop()).toBeGreaterThan(0)
})

test('a reset waits for a change in progress', async () => {
  const superAdmin = await portal.as('super-admin')
  const client = await connect(connectionOf(portal.services.pool), 'test')
  await client.query('begin')
  await client.query(`insert into memorandums (title, description, date) values ('Slow', '', now())`)
  const reset = superAdmin.delete('/reset-data?tables=memorandums', { password: TEST_PASSWORD })
  // longer than the reset's lock timeout, after which it retries
  await sleep(1500)
  await client.query('commit')
  await client.end()
  expect((await reset).status).toBe(200)
  expect(await portal.db.selectFrom('memorandums').select('id').execute()).toEqual([])
})

test('a reset that fails in the database deletes nothing and is recorded in the audit log', async () => {
  const superAdmin = await portal.as('super-admin')
  await portal.db
    .insertInto('memorandums')
    .values({ title: 'Stays', description: '', date: new Date() })
    .execute()
  await sql`create function keep() returns trigger language plpgsql as $$ begin raise 'kept'; end $$`.execute(
    portal.db,
  )
  await sql`create trigger keep before truncate or delete on memorandums execute function keep()`.execute(
    portal.db,
  )
  const answer = await superAdmin.delete('/reset-data?tables=memorandums', { password: TEST_PASSWORD })
  await sql`drop function keep() cascade`.execute(portal.db)
  expect([answer.status, answer.body.code]).toEqual([503, 'resetFailed'])
  expect(await portal.db.selectFrom('memorandums').select('title').execute()).toEqual([{ title: 'Stays' }])
  const last = await portal.db
    .selectFrom('audit_log')
    .select(['action', 'detail'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  expect(last).toEqual({ action: 'refused', detail: 'A database reset failed; nothing was deleted.' })
})
