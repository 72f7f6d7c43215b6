import { afterAll, expect, test } from 'vitest'
import { openCluster, type ClusterAccount } from './cluster.ts'
import { createGatePassBody, type TicketRow } from './gate-pass.ts'
import { openList, type LiveList } from './live-list.ts'
import { waitUntil } from './until.ts'

// Rate limits are off, because the residents create more tickets than a user normally may.
const cluster = await openCluster({ env: { RATE_LIMIT_PER_MINUTE: '0' } })
afterAll(cluster.close)

const fetchList = async (admin: ClusterAccount): Promise<TicketRow[]> =>
  (await admin.withBaseUrl(cluster.proxy.url).get<{ data: TicketRow[] }>('/tickets?limit=0')).body.data

const toComparable = (rows: readonly TicketRow[]) =>
  rows
    .map(({ id, ticketNumber, bearerName, status, updated_at }) => ({
      id,
      ticketNumber,
      bearerName,
      status,
      updated_at,
    }))
    .toSorted((a, b) => a.id - b.id)

async function expectUpToDatePage(page: LiveList, admin: ClusterAccount): Promise<void> {
  const currentTickets = toComparable(await fetchList(admin))
  await waitUntil(
    'the page is current',
    () => page.isCurrent() && JSON.stringify(toComparable(page.rows())) === JSON.stringify(currentTickets),
  ).catch(() => expect(toComparable(page.rows())).toEqual(currentTickets))
}

// Fault 10 of docs/reliability.md: a page loses its connection.
test('a page that was disconnected during a hundred changes shows what a new page shows', async () => {
  const [admin, resident] = [await cluster.admin(), await cluster.resident()]
  const { one, secondNodeUrl, proxy } = cluster
  const ids: number[] = []
  const createTicket = async (n: number) => {
    const { body } = await resident
      .withBaseUrl(n % 2 ? one : secondNodeUrl)
      .post<TicketRow>('/ticket', createGatePassBody(`Away ${n}`))
    ids.push(body.id)
  }
  for (let n = 0; n < 20; n++) await createTicket(n)
  const page = await openList(admin, proxy.url)
  await waitUntil('the page shows them', () => ids.every((id) => page.hasTicket(id)))

  const nodes = proxy.nodes.splice(0)
  proxy.destroyTunnels()
  await waitUntil('the page is cut off', () => !page.isCurrent())
  const rowsBefore = toComparable(page.rows())
  for (let n = 20; n < 60; n++) await createTicket(n)
  for (let n = 0; n < 40; n++)
    await admin
      .withBaseUrl(n % 2 ? one : secondNodeUrl)
      .put(`/ticket/${ids[n]}`, n % 2 ? { status: 2 } : { remarks: `Away ${n}` })
  for (const id of ids.slice(40, 60))
    expect((await resident.withBaseUrl(secondNodeUrl).delete(`/ticket/${id}`)).status).toBe(200)
  expect(toComparable(page.rows())).toEqual(rowsBefore)

  proxy.nodes.push(...nodes)
  await expectUpToDatePage(page, admin)
  expect(page.rows()).toHaveLength(40)
  page.close()
})

// Fault 11 of docs/reliability.md: a node (one of several server processes) is killed.
test('a node is killed under load behind the proxy: no acknowledged write is lost', async () => {
  const { proxy, nodes, database } = cluster
  const admin = await cluster.admin()
  const residents = await Promise.all(Array.from({ length: 8 }, () => cluster.resident()))
  const pages = await Promise.all(Array.from({ length: 6 }, () => openList(admin, proxy.url)))
  const phones = await Promise.all(residents.map((resident) => resident.device(proxy.url, { again: true })))
  const acknowledgedTickets: { name: string; row: TicketRow }[] = []
  const changedTickets: { id: number; remarks: string }[] = []
  const failedCalls: string[] = []
  const load = { isOver: false }

  const createAndChangeTickets = async (resident: ClusterAccount, n: number): Promise<void> => {
    const caller = resident.withBaseUrl(proxy.url)
    const adminCaller = admin.withBaseUrl(proxy.url)
    for (let k = 0; !load.isOver; k++) {
      const name = `Load ${n}-${k}`
      const createResponse = await caller
        .post<TicketRow>('/ticket', createGatePassBody(name))
        .catch(() => null)
      if (createResponse?.status !== 201) {
        failedCalls.push(`${name}: ${createResponse?.status ?? 'no answer'}`)
        continue
      }
      acknowledgedTickets.push({ name, row: createResponse.body })
      const remarks = `seen ${name}`
      const changeResponse = await adminCaller
        .put(`/ticket/${createResponse.body.id}`, { remarks })
        .catch(() => null)
      if (changeResponse?.status === 200) changedTickets.push({ id: createResponse.body.id, remarks })
      else failedCalls.push(`${remarks}: ${changeResponse?.status ?? 'no answer'}`)
    }
  }
  const writePromises = residents.map(createAndChangeTickets)
  await waitUntil('there is load', () => acknowledgedTickets.length > 40)
  expect(failedCalls).toEqual([])
  const killedNode = nodes[0]
  await killedNode?.process.end('SIGKILL')
  const ticketCountAtKill = acknowledgedTickets.length
  await waitUntil('the other node serves on', () => acknowledgedTickets.length > ticketCountAtKill + 60)
  load.isOver = true
  await Promise.all(writePromises)

  expect(failedCalls.length).toBeLessThanOrEqual(residents.length * 2)
  for (const reason of failedCalls) expect(reason).toMatch(/: (502|no answer)$/)

  const ticketRows = await database.db.selectFrom('tickets').select(['id', 'remarks', 'details']).execute()
  const byId = new Map(ticketRows.map((row) => [row.id, row]))
  for (const { name, row } of acknowledgedTickets)
    expect(byId.get(row.id)).toMatchObject({ details: { bearerName: name } })
  for (const { id, remarks } of changedTickets) expect(byId.get(id)?.remarks).toBe(remarks)
  // A ticket whose call got no response must be stored with its history, or not at all.
  const histories = await database.db
    .selectFrom('tickets as t')
    .leftJoin('ticket_events as e', 'e.ticket_id', 't.id')
    .select((of) => ['t.id', of.fn.count<number>('e.id').as('events')])
    .groupBy('t.id')
    .execute()
  expect(histories.filter(({ events }) => events === 0)).toEqual([])
  const { body: list } = await admin
    .withBaseUrl(proxy.url)
    .get<{ total: number; data: unknown[] }>('/tickets?limit=0')
  expect(list.total).toBe(list.data.length)

  for (const page of pages) await expectUpToDatePage(page, admin)
  for (const phone of phones) await waitUntil('the phone is back', () => phone.socket.connected)
  const fetchCounts = pages.map((page) => page.getFetchCount())
  const { body } = await (residents[0] as ClusterAccount)
    .withBaseUrl(proxy.url)
    .post<TicketRow>('/ticket', createGatePassBody('Afterwards'))
  await waitUntil('all pages receive it', () => pages.every((page) => page.hasTicket(body.id)))
  expect(pages.map((page) => page.getFetchCount())).toEqual(fetchCounts)
})
