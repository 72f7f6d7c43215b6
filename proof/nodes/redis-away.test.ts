import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCluster, type Cluster, type Person } from './cluster.ts'
import { aGatePass, type TicketRow } from './gate-pass.ts'
import { openList } from './live-list.ts'
import { startRedis, type RedisServer } from './redis-server.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'
import { until } from './until.ts'

let redis: RedisServer
let cables: [TcpProxy, TcpProxy]
let cluster: Cluster
let resident: Person
let admin: Person
beforeAll(async () => {
  redis = await startRedis()
  const port = Number(new URL(redis.url).port)
  cables = [await startTcpProxy(port), await startTcpProxy(port)]
  // Each node has its own line to Redis.
  cluster = await openCluster({
    withRedis: false,
    ofEach: cables.map((cable) => ({ REDIS_URL: `redis://127.0.0.1:${cable.port}` })),
  })
  ;[resident, admin] = [await cluster.resident(), await cluster.admin()]
})
afterAll(async () => {
  await cluster?.close()
  await Promise.all(cables.map((cable) => cable.close()))
  await redis.close()
})

const file = async (url: string): Promise<number> => {
  const { status, body } = await resident.over(url).post<TicketRow>('/ticket', aGatePass())
  expect(status).toBe(201)
  return body.id
}

/** Pages of the office at both nodes, both showing what there is. */
async function openPages() {
  const pages = [await openList(admin, cluster.one), await openList(admin, cluster.two)] as const
  const bothShow = (id: number, patienceMs?: number) =>
    until(`both pages show ticket ${id}`, () => pages.every((page) => page.shows(id)), patienceMs)
  // both are connected now, so later failures are not of the start
  await bothShow(await file(cluster.one))
  await bothShow(await file(cluster.two))
  return { pages, bothShow, close: () => pages.forEach((page) => page.close()) }
}

test('Redis is killed and comes back empty: calls go on, own pages are told, and all pages are right again', async () => {
  const { pages, bothShow, close } = await openPages()
  await redis.process.end('SIGKILL')
  const away = [await file(cluster.one), await file(cluster.two), await file(cluster.one)]
  for (const url of [cluster.one, cluster.two]) {
    expect((await admin.over(url).get('/tickets')).status).toBe(200)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    // Whoever begins to listen now is served as well.
    const late = await openList(admin, url)
    await until('a page that is opened now shows all', () => away.every((id) => late.shows(id)))
    late.close()
  }
  for (const id of away)
    await until('a page of some node is told at once', () => pages.some((page) => page.shows(id)))
  await redis.start()
  for (const id of away) await bothShow(id)
  await until('events cross again, and nobody needs to fetch', async () => {
    const before = pages.map((page) => page.fetched())
    await bothShow(await file(cluster.one))
    await bothShow(await file(cluster.two))
    return pages.every((page, n) => page.fetched() === before[n])
  })
  close()
})

test.each([
  ['first', 0],
  ['second', 1],
] as const)(
  'the line of the %s node alone is cut: what it could not tell the others they fetch',
  async (_, n) => {
    const { bothShow, close } = await openPages()
    cables[n].cut()
    const missed = await file(n === 0 ? cluster.one : cluster.two)
    const other = await file(n === 0 ? cluster.two : cluster.one)
    cables[n].mend()
    await bothShow(missed)
    await bothShow(other)
    close()
  },
)

test('Redis falls silent: own pages wait a second at most, and everything is right when it speaks again', async () => {
  const { pages, bothShow, close } = await openPages()
  cables[0].silence()
  const silent: number[] = []
  for (let n = 0; n < 5; n++) silent.push(await file(cluster.one))
  await until('its own page is told', () => silent.every((id) => pages[0].shows(id)))
  cables[0].mend()
  for (const id of silent) await bothShow(id)
  close()
})

test('connections that stay silent are given up and made anew, for telling and for hearing', async () => {
  const { bothShow, close } = await openPages()
  cables[0].silence()
  const told = await file(cluster.one)
  const heard = await file(cluster.two)
  cables[0].mendForNew()
  await bothShow(told)
  await bothShow(heard)
  // events from now on came over new connections
  await until('events cross again', async () => {
    const id = await file(cluster.two)
    return bothShow(id, 500).then(
      () => true,
      () => false,
    )
  })
  // what a process says comes through a pipe of its own, perhaps after the events
  await until('the node says so', () => cluster.nodes[0]?.process.output().includes('connecting anew'))
  close()
})
