import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../platform/db/testing.ts'
import { createSession } from '../../sessions/sessions.ts'
import { makeAdmin } from '../../../testing/accounts.ts'
import { newUniqId } from './testing.ts'
import type { ImportBody, SavedBody } from './testing.ts'

let server: ChildProcess | undefined
let base: string

const database = await createTestDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'tahanan-killed-'))
const admin = await makeAdmin(database.db)
const authorization = `Bearer ${(await createSession(database.db, 'admin', admin.id)).token}`
afterAll(async () => {
  await end('SIGTERM')
  await database.destroy()
  await rm(dataDir, { recursive: true, force: true })
})

const ROWS = 4000
const list = Array.from({ length: ROWS }, (_, index) => ({
  urefno: `KILL-${index}`,
  uoccname: `Occupant ${index}`,
  uothdep: '1,234.50',
  invdate: '31/10/2026',
  attachment: `KILL-${index}.pdf`,
}))

test('a server that is killed while it saves goes on where it stood, and ends as a clean run', async () => {
  const uniqId = newUniqId()
  const seen: number[] = []
  for (const afterRows of [1, 1500, 3000]) {
    await start()
    const answer = put({ uniqId, pdfFiles: list }).catch(() => null)
    await until(async () => (await saved(uniqId)) >= afterRows)
    await end('SIGKILL')
    await answer
    seen.push(await saved(uniqId))
  }
  // Nothing that was saved is lost by a kill, and nothing is counted twice.
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  await start()
  const last = await put({ uniqId })
  expect(await last.json()).toMatchObject({
    count: ROWS,
    total: ROWS,
    created: ROWS,
    updated: 0,
    refused: [],
  } satisfies Partial<SavedBody>)

  expect([await count('tenants'), await count('statements'), await count('notifications')]).toEqual([
    ROWS,
    ROWS,
    ROWS,
  ])
  const record = await fetch(`${base}/statement-imports/${uniqId}`, { headers: { authorization } })
  expect(await record.json()).toMatchObject({
    state: 'done',
    saved: ROWS,
    created: ROWS,
  } satisfies Partial<ImportBody>)
}, 120_000)

const count = async (table: 'tenants' | 'statements' | 'notifications') =>
  (
    await database.db
      .selectFrom(table)
      .select((row) => row.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n

const put = (body: object) =>
  fetch(`${base}/tenant-soa-info`, {
    method: 'PUT',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function saved(uniqId: string): Promise<number> {
  const row = await database.db
    .selectFrom('statement_imports')
    .select('saved')
    .where('uniq_id', '=', uniqId)
    .executeTakeFirst()
  return row?.saved ?? 0
}

async function until(done: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 30_000; !(await done()); await sleep(3))
    if (Date.now() > deadline) throw new Error('Waited in vain.')
}

/** The portal as it is started in earnest, in a process of its own. */
async function start(): Promise<void> {
  const port = await freePort()
  base = `http://127.0.0.1:${port}/api`
  server = spawn(process.execPath, ['server/main.ts'], {
    cwd: new URL('../../../..', import.meta.url),
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: String(port),
      DATABASE_URL: database.connectionString,
      DATA_DIR: dataDir,
      DEMO: 'false',
      LOG_LEVEL: 'error',
      SUPER_ADMIN_EMAIL: 'super@example.test',
      SUPER_ADMIN_PASSWORD: 'for-a-test-only',
    },
    stdio: 'ignore',
  })
  await until(() =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
}

async function end(signal: NodeJS.Signals): Promise<void> {
  if (!server || server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise((resolve) => server?.once('exit', resolve))
  server.kill(signal)
  await ended
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}
