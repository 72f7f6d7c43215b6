import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAccounts, type Accounts } from './add-accounts.ts'
import { startLoad } from './load.ts'
import { createPortalProcess, listProcessTree, sendSignal, waitUntil } from './portal-process.ts'
import { requireConsistentData } from './require-consistent-data.ts'

/** Tests faults 3 and 4 of docs/reliability.md (fault 3: the database restarts; fault 4: it hangs). */
const portal = await createPortalProcess()
let accounts: Accounts
beforeAll(async () => {
  await portal.start()
  accounts = await addAccounts(portal.connectionString(), 5)
})
afterAll(() => portal.remove())

const getLocation = () => ({ connectionString: portal.connectionString(), dataDir: portal.dataDir })

// SIGINT is PostgreSQL's 'fast' shutdown, which operators and package upgrades use. SIGQUIT is the
// 'immediate' shutdown, which is like a crash.
test.each(['SIGINT', 'SIGQUIT'] as const)(
  'a database restarted (%s) under load comes back, and calls meanwhile answer 503',
  async (signalName) => {
    const load = await startLoad(portal.url, accounts)
    await waitUntil(() => load.acknowledged.length > 10, 'nothing is written')
    const stoppedPid = portal.databasePid()
    const startedAt = performance.now()
    sendSignal(stoppedPid, signalName)
    await waitUntil(() => ![0, stoppedPid].includes(portal.databasePid()), 'the database was not restarted')
    const writeCountBefore = load.acknowledged.length
    await waitUntil(() => load.acknowledged.length > writeCountBefore + 10, 'nothing is written any more')
    const recoveryTime = performance.now() - startedAt
    await load.stop()
    console.log(
      `database restarted (${signalName}): writing again after ${Math.round(recoveryTime)} ms; ` +
        `${load.refused.unavailable} calls refused with 503`,
    )
    expect(load.unexpectedAnswers).toEqual([])
    expect(load.refused.unanswered).toBe(0)
    expect(load.refused.unavailable).toBeGreaterThan(0)
    await requireConsistentData(getLocation(), load.acknowledged)
  },
)

test('while the database hangs, calls answer 503 and pages are served', async () => {
  const stoppedPids = listProcessTree(portal.databasePid())
  for (const pid of stoppedPids) sendSignal(pid, 'SIGSTOP')
  try {
    const { token } = accounts.residents[0] ?? { token: '' }
    // Makes more calls than the pool has connections: some calls wait for a connection, others for a query.
    const timedCalls = Array.from({ length: 10 }, () => [
      timeCall('GET', '/api/tickets?page=1&limit=10', token),
      timeCall('POST', '/api/ticket', token, { bearerName: 'Nobody' }),
      timeCall('POST', '/api/login', undefined, { clientCode: 'A-1', password: 'not-this-one' }),
      timeCall('GET', '/readyz'),
    ]).flat()
    const servedPages: TimedResponse[] = []
    const refusalsPromise = Promise.all(timedCalls)
    const finishedPromise = refusalsPromise.then(() => true)
    do {
      for (const path of ['/healthz', '/', '/admin']) servedPages.push(await timeCall('GET', path))
    } while (!(await Promise.race([finishedPromise, sleep(100, false)])))
    const refusedCalls = await refusalsPromise

    const slowestPageMs = Math.max(...servedPages.map(({ durationMs }) => durationMs))
    const slowestRefusalMs = Math.max(...refusedCalls.map(({ durationMs }) => durationMs))
    console.log(
      `database hung: ${refusedCalls.length} calls refused, the slowest after ${Math.round(slowestRefusalMs)} ms; ` +
        `meanwhile ${servedPages.length} pages served, the slowest in ${Math.round(slowestPageMs)} ms`,
    )
    expect(new Set(servedPages.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(refusedCalls.map(({ status }) => status))).toEqual(new Set([503]))
  } finally {
    for (const pid of stoppedPids) sendSignal(pid, 'SIGCONT')
  }
  const resumedAt = performance.now()
  const load = await startLoad(portal.url, accounts)
  await waitUntil(() => load.acknowledged.length > 10, 'nothing is written after the database resumed')
  console.log(`database resumed: ten writes after ${Math.round(performance.now() - resumedAt)} ms`)
  await load.stop()
  expect(load.unexpectedAnswers).toEqual([])
  await requireConsistentData(getLocation(), load.acknowledged)
})

interface TimedResponse {
  status: number
  durationMs: number
}

async function timeCall(method: string, path: string, token?: string, body?: object): Promise<TimedResponse> {
  const startedAt = performance.now()
  const response = await fetch(`${portal.url}${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  await response.arrayBuffer()
  return { status: response.status, durationMs: performance.now() - startedAt }
}
