import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { addAccounts } from './add-accounts.ts'
import { startLoad } from './load.ts'
import {
  createPortalProcess,
  waitForDatabaseEnd,
  listProcessTree,
  sendSignal,
  waitUntil,
  type PortalProcess,
} from './portal-process.ts'
import { requireConsistentData } from './require-consistent-data.ts'

/**
 * Tests fault 1 of docs/reliability.md: `kill -9` of the server or the database at random moments under load.
 * `KILLS=500` makes more kills.
 */
const KILL_COUNT = Number(process.env['KILLS'] ?? 50)

const portal = await createPortalProcess()
afterAll(() => portal.remove())

const KILL_METHODS: Readonly<Record<string, (portal: PortalProcess) => Promise<void>>> = {
  async server(portal) {
    await portal.end('SIGKILL')
    await portal.start()
  },
  async 'server, again while its old database is ending'(portal) {
    await portal.end('SIGKILL')
    const restartPromise = portal.start()
    await sleep(Math.random() * 300)
    await portal.end('SIGKILL')
    await restartPromise.catch(() => {})
    await portal.start()
  },
  async database(portal) {
    const killedPid = portal.databasePid()
    sendSignal(killedPid, 'SIGKILL')
    await waitUntil(() => portal.databasePid() !== killedPid, 'the database was not restarted')
    await portal.waitUntilReady()
  },
  async 'one connection of the database'(portal) {
    const [, ...children] = listProcessTree(portal.databasePid())
    const backends = children.filter((pid) => getCommand(pid).includes('tahanan'))
    sendSignal(backends[Math.floor(Math.random() * backends.length)] ?? 0, 'SIGKILL')
    await sleep(50)
    await portal.waitUntilReady()
  },
  async 'everything at once'(portal) {
    const processes = [...listProcessTree(portal.databasePid()), portal.pid()]
    for (const pid of processes) sendSignal(pid, 'SIGKILL')
    await portal.end('SIGKILL')
    await waitForDatabaseEnd(portal.dataDir)
    await portal.start()
  },
}

test(`after ${KILL_COUNT} kills under load every acknowledged write is stored and none is half stored`, async () => {
  await portal.start()
  const load = await startLoad(portal.url, await addAccounts(portal.connectionString(), 5))
  const kinds = Object.keys(KILL_METHODS)
  const recoveryTimesMs: number[] = []
  let writeCountAtKill = 0
  for (let n = 0; n < KILL_COUNT; n++) {
    // Waits until the portal writes again, because it must be running when it is killed the next time.
    await waitUntil(() => load.acknowledged.length > writeCountAtKill + 5, 'nothing is written any more')
    await sleep(Math.random() * 250)
    writeCountAtKill = load.acknowledged.length
    const startedAt = performance.now()
    await KILL_METHODS[kinds[n % kinds.length] ?? '']?.(portal)
    recoveryTimesMs.push(performance.now() - startedAt)
  }
  await waitUntil(
    () => load.acknowledged.length > writeCountAtKill + 5,
    'nothing is written after the last kill',
  )
  await load.stop()
  expect(load.unexpectedAnswers).toEqual([])

  await waitForEmptyOutbox()
  const storedCounts = await requireConsistentData(getLocation(), load.acknowledged)
  console.log(
    `${KILL_COUNT} kills: ${storedCounts.acknowledged} acknowledged writes, all stored; ` +
      `${storedCounts.tickets} tickets, ${storedCounts.payments} payments, ${storedCounts.files} files, all consistent; ` +
      `${load.refused.unanswered} calls without an answer, ${load.refused.unavailable} refused with 503; ` +
      `${storedCounts.orphans} files without a row, for the cleaner; ` +
      `back after ${Math.round(getMedian(recoveryTimesMs))} ms (longest ${Math.round(Math.max(...recoveryTimesMs))} ms)`,
  )
  expect(storedCounts.acknowledged).toBeGreaterThan(KILL_COUNT * 5)
})

test('control: a lost write and a half-stored write are found', async () => {
  const client = new Client({ connectionString: portal.connectionString() })
  await client.connect()
  onTestFinished(() => client.end())
  const absentWrite = {
    kind: 'ticket',
    id: 999_999,
    number: 'GP-2000-000001',
    marker: 'never filed',
  } as const
  await expect(requireConsistentData(getLocation(), [absentWrite])).rejects.toThrow('the ticket is missing')
  await client.query(
    'delete from ticket_events where id = (select max(id) from ticket_events where from_status is null)',
  )
  await expect(requireConsistentData(getLocation(), [])).rejects.toThrow('without exactly one event')
})

const getLocation = () => ({ connectionString: portal.connectionString(), dataDir: portal.dataDir })

async function waitForEmptyOutbox(): Promise<void> {
  const client = new Client({ connectionString: portal.connectionString() })
  await client.connect()
  try {
    await waitUntil(
      async () => (await client.query('select from outbox limit 1')).rows.length === 0,
      'events committed before the kills were never sent',
    )
  } finally {
    await client.end()
  }
}

const getCommand = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

const getMedian = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
