import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createPortalProcess, waitForDatabaseEnd } from './portal-process.ts'

/**
 * Tests a first start that is killed at several moments. It creates the database, the schema, the accounts
 * and the demo community.
 */
const portal = await createPortalProcess({ DEMO: 'true' })
afterAll(() => portal.remove())

test('a first start that was killed several times ends like an undisturbed one', async () => {
  let killCount = 0
  // Kills the first start, then kills it again after twice the time, until a start finishes. This interrupts
  // every step on fast and slow machines.
  for (let timeoutMs = 200; ; timeoutMs *= 2) {
    const startResult = portal.start().then(
      () => true,
      () => false,
    )
    if (await Promise.race([startResult, sleep(timeoutMs, false)])) break
    await portal.end('SIGKILL')
    await startResult
    await waitForDatabaseEnd(portal.dataDir)
    killCount += 1
  }
  const client = new Client({ connectionString: portal.connectionString() })
  await client.connect()
  try {
    const { rows: counts } = await client.query(
      `select (select count(*) from tickets where status <> 0)::int as tickets,
         (select count(*) from super_admins)::int as super_admins,
         (select count(*) from tenants)::int as tenants,
         (select count(distinct client_code) from tenants)::int as codes`,
    )
    expect(counts).toEqual([{ tickets: 400, super_admins: 1, tenants: 60, codes: 60 }])
    const { rows: files } = await client.query<{ key: string; bytes: string }>('select key, bytes from files')
    expect(files.length).toBeGreaterThan(20)
    for (const { key, bytes } of files)
      expect((await stat(join(portal.dataDir, 'files', key))).size, key).toBe(Number(bytes))
  } finally {
    await client.end()
  }
  const loginResponse = await fetch(`${portal.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientCode: 'A-101', password: 'resident-demo' }),
  })
  expect(loginResponse.status).toBe(200)
  console.log(`first start: killed ${killCount} times, then complete`)
  expect(killCount).toBeGreaterThan(2)
})
