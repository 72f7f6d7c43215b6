import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openCluster, type Person } from './cluster.ts'

const LIMIT = 40
/** Longer than the interval at which processes share their counts. */
const SHARED_MS = 1500

const cluster = await openCluster({ env: { RATE_LIMIT_PER_MINUTE: String(LIMIT) } })
afterAll(cluster.close)
// Counts are reset each minute, so a test must not continue into the next minute.
beforeEach(async () => {
  const left = 60_000 - (Date.now() % 60_000)
  if (left < 30_000) await wait(left)
})

async function countAllowed(person: Person, url: string, calls: number): Promise<number> {
  let passed = 0
  for (let n = 0; n < calls; n++) {
    const { status } = await person.over(url).get('/me')
    expect([200, 429]).toContain(status)
    if (status === 200) passed++
  }
  return passed
}

test('a session over the limit at one node is refused at the other; other sessions are not', async () => {
  const [busy, calm] = [await cluster.resident(), await cluster.resident()]
  expect(await countAllowed(busy, cluster.one, LIMIT + 10)).toBe(LIMIT)
  // A node loads the shared count of a session after the first call of the session at this node.
  expect(await countAllowed(busy, cluster.two, 1)).toBe(1)
  await wait(SHARED_MS)
  expect(await countAllowed(busy, cluster.two, 5)).toBe(0)
  expect(await countAllowed(calm, cluster.two, 5)).toBe(5)
})

test('a node counts the calls of an idle session at the other node', async () => {
  const busy = await cluster.resident()
  expect(await countAllowed(busy, cluster.two, 1)).toBe(1)
  await wait(SHARED_MS)
  // Node one may add the call at the other node during these calls or after them.
  expect(await countAllowed(busy, cluster.one, LIMIT + 10)).toBeGreaterThanOrEqual(LIMIT - 1)
  await wait(SHARED_MS)
  expect(await countAllowed(busy, cluster.two, 5)).toBe(0)
})

test('without Redis each node counts for itself', async () => {
  await cluster.redis?.process.end('SIGKILL')
  const someone = await cluster.resident()
  expect(await countAllowed(someone, cluster.one, LIMIT + 5)).toBe(LIMIT)
  expect(await countAllowed(someone, cluster.two, LIMIT + 5)).toBe(LIMIT)
})
