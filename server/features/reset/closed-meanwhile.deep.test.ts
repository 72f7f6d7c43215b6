import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openArchive } from '#platform/backup/archive/open-archive.ts'
import { connect, getConnectionString } from '#platform/db/connect.ts'
import { TEST_PASSWORD } from '#testing/accounts.ts'
import { openTestPortal } from '#testing/portal.ts'

const portal = await openTestPortal()
const superAdmin = await portal.as('super-admin')
const resetMemorandums = () =>
  superAdmin.delete('/reset-data?tables=memorandums', { password: TEST_PASSWORD })

async function startWriting() {
  const client = await connect(getConnectionString(portal.services.pool), 'test')
  const writerState = { acknowledged: 0, stopped: false }
  const writerPromise = (async () => {
    while (!writerState.stopped) {
      await client.query(`insert into memorandums (title, description, date) values ('Water', '', now())`)
      writerState.acknowledged++
      await sleep(1)
    }
    await client.end()
  })()
  await expect.poll(() => writerState.acknowledged).toBeGreaterThanOrEqual(3)
  return {
    stop: async () => {
      writerState.stopped = true
      await writerPromise
      return writerState.acknowledged
    },
  }
}

test('rows written during the backup of a reset are in the backup or still there afterwards', async () => {
  const writer = await startWriting()
  const resetResponse = await resetMemorandums()
  expect(resetResponse.status).toBe(200)
  const acknowledgedCount = await writer.stop()

  const path = join(portal.services.config.dataDir, 'backups', String(resetResponse.body['backup']))
  const archive = await openArchive(path)
  const savedCount = archive.manifest.tables.find(({ name }) => name === 'memorandums')?.rows ?? 0
  await archive.close()
  const remainingRows = await portal.db.selectFrom('memorandums').select('id').execute()
  expect(savedCount + remainingRows.length).toBe(acknowledgedCount)
})

test('a reset tries again to lock its tables while a change takes longer than its lock timeout', async () => {
  const client = await connect(getConnectionString(portal.services.pool), 'test')
  await client.query('begin')
  await client.query(`insert into memorandums (title, description, date) values ('Slow', '', now())`)
  const resetPromise = resetMemorandums()
  const triedPhases = new Set<string>()
  await expect
    .poll(async () => {
      const { rows } = await sql<{ began: Date }>`select query_start as began from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(portal.db)
      for (const { began } of rows) triedPhases.add(began.toISOString())
      return triedPhases.size
    })
    .toBeGreaterThanOrEqual(2)
  await client.query('commit')
  await client.end()
  expect((await resetPromise).status).toBe(200)
  expect(await portal.db.selectFrom('memorandums').select('id').execute()).toEqual([])
})
