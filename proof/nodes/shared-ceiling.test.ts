import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openCluster, type Person } from './cluster.ts'

const CEILING = 40
/** Longer than a process waits before it tells the others what it counted. */
const TOLD_MS = 1500

const cluster = await openCluster({ env: { RATE_LIMIT_PER_MINUTE: String(CEILING) } })
afterAll(cluster.close)
// A window ends with the minute; a test that began in one and ended in the next would count nothing.
beforeEach(async () => {
  const left = 60_000 - (Date.now() % 60_000)
  if (left < 10_000) await wait(left)
}, 90_000)

/** Calls one after the other; answers how many were let through. */
async function letThrough(person: Person, url: string, calls: number): Promise<number> {
  let passed = 0
  for (let n = 0; n < calls; n++) {
    const { status } = await person.over(url).get('/me')
    expect([200, 429]).toContain(status)
    if (status === 200) passed++
  }
  return passed
}

test('a session that has used up the ceiling at one node is turned away at the other; others are not', async () => {
  const [busy, calm] = [await cluster.resident(), await cluster.resident()]
  expect(await letThrough(busy, cluster.one, CEILING + 10)).toBe(CEILING)
  // The other node hears of what the session did elsewhere once it knows it.
  expect(await letThrough(busy, cluster.two, 1)).toBe(1)
  await wait(TOLD_MS)
  expect(await letThrough(busy, cluster.two, 5)).toBe(0)
  expect(await letThrough(calm, cluster.two, 5)).toBe(5)
})

test('a node at which a session has been quiet for a while hears what it did at the other', async () => {
  const busy = await cluster.resident()
  expect(await letThrough(busy, cluster.two, 1)).toBe(1)
  await wait(TOLD_MS)
  // Node one hears of that call in the midst of these, or after them.
  expect(await letThrough(busy, cluster.one, CEILING + 10)).toBeGreaterThanOrEqual(CEILING - 1)
  await wait(TOLD_MS)
  expect(await letThrough(busy, cluster.two, 5)).toBe(0)
})

test('while Redis is away, each node counts by itself, and no call waits', async () => {
  await cluster.redis?.process.end('SIGKILL')
  const someone = await cluster.resident()
  const started = performance.now()
  expect(await letThrough(someone, cluster.one, CEILING + 5)).toBe(CEILING)
  expect(await letThrough(someone, cluster.two, CEILING + 5)).toBe(CEILING)
  expect(performance.now() - started).toBeLessThan(10_000)
})
