import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { DataCopies } from '@tahanan/contract/privacy/copy-answers.ts'
import { parseZip } from '@tahanan/server/features/privacy/copies/testing-copies.ts'
import { openDatabase } from '@tahanan/server/platform/db/client.ts'
import { TEST_PASSWORD } from '@tahanan/server/testing/accounts.ts'
import { addAccounts } from './add-accounts.ts'
import { createPortalProcess, waitUntil } from './portal-process.ts'

/** Tests `kill -9` of the portal while it makes a data copy (a file with the personal data of a resident). */
const portal = await createPortalProcess()
afterAll(() => portal.remove())

/** So many rows that the data copy is still in progress when the test sees its unfinished file. */
const NOTIFICATION_COUNT = 150_000

test('a copy that was being made when the server was killed is made by the next one, without remains', async () => {
  await portal.start()
  const [resident] = (await addAccounts(portal.connectionString(), 1)).residents
  if (!resident) throw new Error('no resident')
  const { db, close } = openDatabase({ connectionString: portal.connectionString(), queryTimeoutMs: 0 })
  await sql`insert into notifications (area, tenant_id, kind, title, message, fanned_out)
    select 'client', ${resident.id}, 'ticket', 'News ' || n, repeat('words ', 40), true
    from generate_series(1, ${sql.lit(NOTIFICATION_COUNT)}) n`.execute(db)
  await close()

  const headers = { authorization: `Bearer ${resident.token}`, 'content-type': 'application/json' }
  const postJson = async <Body>(path: string, body: unknown = {}) => {
    const response = await fetch(`${portal.url}/api${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    expect(response.ok).toBe(true)
    return (await response.json()) as Body
  }
  const listCopies = async () =>
    ((await (await fetch(`${portal.url}/api/data-copies`, { headers })).json()) as DataCopies).data
  const folder = join(portal.dataDir, 'copies')
  const listPartialFiles = () =>
    existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.partial')) : []

  await postJson('/confirmation', { password: TEST_PASSWORD })
  const { id } = await postJson<{ id: number }>('/data-copy')
  await waitUntil(() => listPartialFiles().length > 0, 'the copy was not begun')
  await portal.end('SIGKILL')
  expect(listPartialFiles()).toHaveLength(1)
  await portal.start()
  await waitUntil(async () => (await listCopies())[0]?.state === 'ready', 'the copy was not made', 120_000)
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^copy-.*\.zip$/)])

  const { url } = await postJson<{ url: string }>(`/data-copy/${id}/link`)
  const archive = Buffer.from(await (await fetch(portal.url + url)).arrayBuffer())
  const data = JSON.parse(parseZip(archive).get('data.json')?.toString() ?? '') as {
    tables: { notifications: unknown[] }
  }
  expect(data.tables.notifications).toHaveLength(NOTIFICATION_COUNT)
})
