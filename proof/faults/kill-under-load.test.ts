import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startLoad } from './load.ts'
import { addPeople } from './people.ts'
import {
  createPortalProcess,
  databaseGone,
  familyOf,
  signal,
  until,
  type PortalProcess,
} from './portal-process.ts'
import { requireWhole } from './require-whole.ts'

/** Fault 1: `kill -9` of server or database at random under load; `KILLS=500` for a longer run. */
const KILLS = Number(process.env['KILLS'] ?? 50)

const portal = await createPortalProcess()
afterAll(() => portal.remove())

/** Processes to kill, each as it may happen: by the system's out-of-memory killer, by a fault of its own, by somebody's hand. */
const VICTIMS: Readonly<Record<string, (portal: PortalProcess) => Promise<void>>> = {
  async server(portal) {
    await portal.end('SIGKILL')
    await portal.start()
  },
  async 'server again while its database is still ending'(portal) {
    await portal.end('SIGKILL')
    const restarted = portal.start()
    await sleep(Math.random() * 300)
    await portal.end('SIGKILL')
    await restarted.catch(() => {})
    await portal.start()
  },
  async database(portal) {
    const killed = portal.databasePid()
    signal(killed, 'SIGKILL')
    await until(() => portal.databasePid() !== killed, 'the database was not started again')
    await portal.ready()
  },
  async 'one connection of the database'(portal) {
    const [, ...children] = familyOf(portal.databasePid())
    const backends = children.filter((pid) => commandOf(pid).includes('tahanan'))
    signal(backends[Math.floor(Math.random() * backends.length)] ?? 0, 'SIGKILL')
    await sleep(50)
    await portal.ready()
  },
  async 'everything at once'(portal) {
    const everything = [...familyOf(portal.databasePid()), portal.pid()]
    for (const pid of everything) signal(pid, 'SIGKILL')
    await portal.end('SIGKILL')
    await databaseGone(portal.dataDir)
    await portal.start()
  },
}

test(`after ${KILLS} kills under load every acknowledged write is there and none is half there`, async () => {
  await portal.start()
  const load = await startLoad(portal.url, await addPeople(portal.connectionString(), 5))
  const kinds = Object.keys(VICTIMS)
  const backAfter: number[] = []
  let atLastKill = 0
  for (let n = 0; n < KILLS; n++) {
    // at random, but only after a write since the last kill: a portal that is down cannot be interrupted
    await until(() => load.acknowledged.length > atLastKill + 5, 'nothing is written any more')
    await sleep(Math.random() * 250)
    atLastKill = load.acknowledged.length
    const began = performance.now()
    await VICTIMS[kinds[n % kinds.length] ?? '']?.(portal)
    backAfter.push(performance.now() - began)
  }
  await until(() => load.acknowledged.length > atLastKill + 5, 'nothing is written after the last kill')
  await load.stop()
  expect(load.strange).toEqual([])

  await outboxIsEmpty()
  const whole = await requireWhole(place(), load.acknowledged)
  console.log(
    `${KILLS} kills: ${whole.found} acknowledged writes, all there; ${whole.tickets} tickets, ${whole.payments} payments, ${whole.files} files, none half; ` +
      `${load.refused.unanswered} calls without an answer, ${load.refused.unavailable} refused with 503; ` +
      `${whole.strays} files without a row, for the cleaner; back after ${Math.round(middle(backAfter))} ms (longest ${Math.round(Math.max(...backAfter))} ms)`,
  )
  expect(whole.found).toBeGreaterThan(KILLS * 5)
}, 600_000)

test('a write that is lost or half there would be noticed', async () => {
  const client = new Client({ connectionString: portal.connectionString() })
  await client.connect()
  onTestFinished(() => client.end())
  const absent = { kind: 'ticket', id: 999_999, number: 'GP-2000-000001', marker: 'never filed' } as const
  await expect(requireWhole(place(), [absent])).rejects.toThrow('it is not there')
  await client.query(
    'delete from ticket_events where id = (select max(id) from ticket_events where from_status is null)',
  )
  await expect(requireWhole(place(), [])).rejects.toThrow('without exactly one event')
})

const place = () => ({ connectionString: portal.connectionString(), dataDir: portal.dataDir })

/** Live events that were committed before a kill are sent by whoever runs next. */
async function outboxIsEmpty(): Promise<void> {
  const client = new Client({ connectionString: portal.connectionString() })
  await client.connect()
  try {
    await until(
      async () => (await client.query('select from outbox limit 1')).rows.length === 0,
      'events of before the kills were never sent',
    )
  } finally {
    await client.end()
  }
}

const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
