import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLoad } from './load.ts'
import { addPeople, type People } from './people.ts'
import { createPortalProcess, familyOf, signal, until } from './portal-process.ts'
import { requireWhole } from './require-whole.ts'

/** Faults 3 and 4: the database is restarted, the database hangs. */
const portal = await createPortalProcess()
let people: People
beforeAll(async () => {
  await portal.start()
  people = await addPeople(portal.connectionString(), 5)
})
afterAll(() => portal.remove())

const place = () => ({ connectionString: portal.connectionString(), dataDir: portal.dataDir })

// How PostgreSQL is told to stop: fast (an operator, an upgrade of the package) and immediate (it is not waited for).
test.each(['SIGINT', 'SIGQUIT'] as const)(
  'a database that is restarted (%s) under load is back within ten seconds, and every call meanwhile is answered with 503',
  async (how) => {
    const load = await startLoad(portal.url, people)
    await until(() => load.acknowledged.length > 10, 'nothing is written')
    const stopped = portal.databasePid()
    const began = performance.now()
    signal(stopped, how)
    await until(() => ![0, stopped].includes(portal.databasePid()), 'the database was not started again')
    const before = load.acknowledged.length
    await until(() => load.acknowledged.length > before + 10, 'nothing is written any more')
    const back = performance.now() - began
    await load.stop()
    console.log(
      `database restarted (${how}): writing again after ${Math.round(back)} ms; ${load.refused.unavailable} calls refused with 503`,
    )
    expect(load.strange).toEqual([])
    expect(load.refused.unanswered).toBe(0)
    expect(load.refused.unavailable).toBeGreaterThan(0)
    expect(back).toBeLessThan(10_000)
    await requireWhole(place(), load.acknowledged)
  },
)

test('while the database hangs, calls answer 503 within five seconds, pages and health are served, and it goes on afterwards', async () => {
  const stopped = familyOf(portal.databasePid())
  for (const pid of stopped) signal(pid, 'SIGSTOP')
  try {
    const { token } = people.residents[0] ?? { token: '' }
    // More at once than there are connections, so that some wait for one and some for an answer.
    const calls = Array.from({ length: 10 }, () => [
      timed('GET', '/api/tickets?page=1&limit=10', token),
      timed('POST', '/api/ticket', token, { bearerName: 'Nobody' }),
      timed('POST', '/api/login', undefined, { clientCode: 'A-1', password: 'not-this-one' }),
      timed('GET', '/readyz'),
    ]).flat()
    const served: Answered[] = []
    const answered = Promise.all(calls)
    const over = answered.then(() => true)
    do {
      for (const path of ['/healthz', '/', '/admin']) served.push(await timed('GET', path))
    } while (!(await Promise.race([over, sleep(100, false)])))
    const refused = await answered

    const slowestServed = Math.max(...served.map(({ took }) => took))
    const slowestRefused = Math.max(...refused.map(({ took }) => took))
    console.log(
      `database hung: ${refused.length} calls refused, the slowest after ${Math.round(slowestRefused)} ms; meanwhile ${served.length} pages served, the slowest in ${Math.round(slowestServed)} ms`,
    )
    expect(new Set(served.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]))
    // calls without the database show how busy the machine is
    expect(slowestRefused - slowestServed).toBeLessThan(5000)
    expect(slowestServed).toBeLessThan(slowestRefused / 2)
  } finally {
    for (const pid of stopped) signal(pid, 'SIGCONT')
  }
  const healed = performance.now()
  const load = await startLoad(portal.url, people)
  await until(() => load.acknowledged.length > 10, 'nothing is written after it woke up')
  console.log(`database woke up: ten writes after ${Math.round(performance.now() - healed)} ms`)
  await load.stop()
  expect(load.strange).toEqual([])
  await requireWhole(place(), load.acknowledged)
})

interface Answered {
  status: number
  took: number
}

async function timed(method: string, path: string, token?: string, body?: object): Promise<Answered> {
  const began = performance.now()
  const answer = await fetch(`${portal.url}${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  await answer.arrayBuffer()
  return { status: answer.status, took: performance.now() - began }
}
