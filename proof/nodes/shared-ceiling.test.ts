import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openCluster, type ClusterAccount } from './cluster.ts'

const LIMIT = 40
/** Milliseconds after which all nodes know the call counts of the others. */
const COUNT_SYNC_MS = 1500

const cluster = await openCluster({ env: { RATE_LIMIT_PER_MINUTE: String(LIMIT) } })
afterAll(cluster.close)
// Counts are reset each minute, and a test must not run across a reset. So this waits for the next minute if
// less than 30 s are left.
beforeEach(async () => {
  const msUntilNextMinute = 60_000 - (Date.now() % 60_000)
  if (msUntilNextMinute < 30_000) await wait(msUntilNextMinute)
})

async function countAllowedCalls(person: ClusterAccount, url: string, calls: number): Promise<number> {
  let allowedCount = 0
  for (let n = 0; n < calls; n++) {
    const { status } = await person.withBaseUrl(url).get('/me')
    expect([200, 429]).toContain(status)
    if (status === 200) allowedCount++
  }
  return allowedCount
}

test('a session over the limit at one node is refused at the other; other sessions are not', async () => {
  const [busy, otherResident] = [await cluster.resident(), await cluster.resident()]
  expect(await countAllowedCalls(busy, cluster.one, LIMIT + 10)).toBe(LIMIT)
  // Node two loads the shared count of a session after its first call, so this first call always succeeds.
  expect(await countAllowedCalls(busy, cluster.secondNodeUrl, 1)).toBe(1)
  await wait(COUNT_SYNC_MS)
  expect(await countAllowedCalls(busy, cluster.secondNodeUrl, 5)).toBe(0)
  expect(await countAllowedCalls(otherResident, cluster.secondNodeUrl, 5)).toBe(5)
})

test('a node counts the calls of an idle session at the other node', async () => {
  const busyResident = await cluster.resident()
  expect(await countAllowedCalls(busyResident, cluster.secondNodeUrl, 1)).toBe(1)
  await wait(COUNT_SYNC_MS)
  // Node one may count the call at node two early or late, so one call more or less is allowed.
  expect(await countAllowedCalls(busyResident, cluster.one, LIMIT + 10)).toBeGreaterThanOrEqual(LIMIT - 1)
  await wait(COUNT_SYNC_MS)
  expect(await countAllowedCalls(busyResident, cluster.secondNodeUrl, 5)).toBe(0)
})

test('without Redis each node counts for itself', async () => {
  await cluster.redis?.process.end('SIGKILL')
  const otherResident = await cluster.resident()
  expect(await countAllowedCalls(otherResident, cluster.one, LIMIT + 5)).toBe(LIMIT)
  expect(await countAllowedCalls(otherResident, cluster.secondNodeUrl, LIMIT + 5)).toBe(LIMIT)
})
