import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCluster, type Cluster, type ClusterAccount } from './cluster.ts'
import { createGatePassBody, type TicketRow } from './gate-pass.ts'
import { openList } from './live-list.ts'
import { startRedis, type RedisServer } from './redis-server.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'
import { waitUntil } from './until.ts'

let redis: RedisServer
let redisProxies: [TcpProxy, TcpProxy]
let cluster: Cluster
let resident: ClusterAccount
let admin: ClusterAccount
beforeAll(async () => {
  redis = await startRedis()
  const port = Number(new URL(redis.url).port)
  redisProxies = [await startTcpProxy(port), await startTcpProxy(port)]
  // Each node has its own proxy to Redis, so that a test can disconnect one node alone.
  cluster = await openCluster({
    withRedis: false,
    nodeEnvs: redisProxies.map((line) => ({ REDIS_URL: `redis://127.0.0.1:${line.port}` })),
  })
  ;[resident, admin] = [await cluster.resident(), await cluster.admin()]
})
afterAll(async () => {
  await cluster?.close()
  await Promise.all(redisProxies.map((line) => line.close()))
  await redis.close()
})

const createTicket = async (url: string): Promise<number> => {
  const { status, body } = await resident.withBaseUrl(url).post<TicketRow>('/ticket', createGatePassBody())
  expect(status).toBe(201)
  return body.id
}

async function openBothPages() {
  const pages = [await openList(admin, cluster.one), await openList(admin, cluster.secondNodeUrl)] as const
  const waitForBothPages = (id: number, timeoutMs?: number) =>
    waitUntil(`both pages show ticket ${id}`, () => pages.every((page) => page.hasTicket(id)), timeoutMs)
  await waitForBothPages(await createTicket(cluster.one))
  await waitForBothPages(await createTicket(cluster.secondNodeUrl))
  return { pages, waitForBothPages, close: () => pages.forEach((page) => page.close()) }
}

test('Redis restarts empty: calls succeed, each node updates its own pages, all pages catch up', async () => {
  const { pages, waitForBothPages, close } = await openBothPages()
  await redis.process.end('SIGKILL')
  const ticketIdsDuringOutage = [
    await createTicket(cluster.one),
    await createTicket(cluster.secondNodeUrl),
    await createTicket(cluster.one),
  ]
  for (const url of [cluster.one, cluster.secondNodeUrl]) {
    expect((await admin.withBaseUrl(url).get('/tickets')).status).toBe(200)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    const lateList = await openList(admin, url)
    await waitUntil('a page that is opened now shows all', () =>
      ticketIdsDuringOutage.every((id) => lateList.hasTicket(id)),
    )
    lateList.close()
  }
  for (const id of ticketIdsDuringOutage)
    await waitUntil('a page at one of the nodes receives it at once', () =>
      pages.some((page) => page.hasTicket(id)),
    )
  await redis.start()
  for (const id of ticketIdsDuringOutage) await waitForBothPages(id)
  await waitUntil('events cross again without a fetch', async () => {
    const fetchCountsBefore = pages.map((page) => page.getFetchCount())
    await waitForBothPages(await createTicket(cluster.one))
    await waitForBothPages(await createTicket(cluster.secondNodeUrl))
    return pages.every((page, n) => page.getFetchCount() === fetchCountsBefore[n])
  })
  close()
})

test.each([
  ['first', 0],
  ['second', 1],
] as const)(
  'only the connection of the %s node is cut: pages fetch the events that they missed',
  async (_, n) => {
    const { waitForBothPages, close } = await openBothPages()
    redisProxies[n].cut()
    const missedTicketId = await createTicket(n === 0 ? cluster.one : cluster.secondNodeUrl)
    const otherTicketId = await createTicket(n === 0 ? cluster.secondNodeUrl : cluster.one)
    redisProxies[n].mend()
    await waitForBothPages(missedTicketId)
    await waitForBothPages(otherTicketId)
    close()
  },
)

test('Redis stops answering: each node updates its own pages, all pages catch up afterwards', async () => {
  const { pages, waitForBothPages, close } = await openBothPages()
  redisProxies[0].silence()
  const ticketIdsDuringOutage: number[] = []
  // Repeats with a new ticket. If an event is not sent within half a second, the other node may send it, and
  // then it reaches this page only after the outage.
  await waitUntil('the node’s own page receives an event', async () => {
    const id = await createTicket(cluster.one)
    ticketIdsDuringOutage.push(id)
    return waitUntil('it arrives', () => pages[0].hasTicket(id), 2000).then(
      () => true,
      () => false,
    )
  })
  redisProxies[0].mend()
  for (const id of ticketIdsDuringOutage) await waitForBothPages(id)
  close()
})

test('silent connections are replaced, for sending and for receiving', async () => {
  const { waitForBothPages, close } = await openBothPages()
  redisProxies[0].silence()
  const sentTicketId = await createTicket(cluster.one)
  const receivedTicketId = await createTicket(cluster.secondNodeUrl)
  redisProxies[0].mendForNew()
  await waitForBothPages(sentTicketId)
  await waitForBothPages(receivedTicketId)
  await waitUntil('events cross again', async () => {
    const id = await createTicket(cluster.secondNodeUrl)
    return waitForBothPages(id, 500).then(
      () => true,
      () => false,
    )
  })
  // Polls, because the log entry may be written after the events.
  await waitUntil('the node logs it', () => cluster.nodes[0]?.process.output().includes('connecting anew'))
  close()
})
