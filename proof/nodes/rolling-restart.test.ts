import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { openCluster } from './cluster.ts'
import { createGatePassBody, type TicketRow } from './gate-pass.ts'
import { openList } from './live-list.ts'
import { waitUntil } from './until.ts'

// Rate limits are off, because the residents create more tickets than a user normally may.
const cluster = await openCluster({ env: { RATE_LIMIT_PER_MINUTE: '0' } })
afterAll(cluster.close)

test('nodes restarted one after another fail no call, and pages stay current', async () => {
  const { proxy, nodes } = cluster
  const admin = await cluster.admin()
  const residents = await Promise.all(Array.from({ length: 6 }, () => cluster.resident()))
  const pages = await Promise.all([openList(admin, proxy.url), openList(admin, proxy.url)])
  const load = { isOver: false }
  const createdTicketIds: number[] = []
  const failures: string[] = []
  const writePromises = residents.map(async (resident) => {
    const caller = resident.withBaseUrl(proxy.url)
    while (!load.isOver) {
      const createResponse = await caller
        .post<TicketRow>('/ticket', createGatePassBody())
        .catch((error: Error) => error)
      if (createResponse instanceof Error || createResponse.status !== 201)
        failures.push(
          String(createResponse instanceof Error ? createResponse : JSON.stringify(createResponse)),
        )
      else createdTicketIds.push(createResponse.body.id)
      const listResponse = await caller.get('/tickets').catch((error: Error) => error)
      if (listResponse instanceof Error || listResponse.status !== 200)
        failures.push(String(listResponse instanceof Error ? listResponse : listResponse.status))
    }
  })
  for (const oldNode of nodes.slice()) {
    const createdCountBefore = createdTicketIds.length
    await waitUntil('there is load', () => createdTicketIds.length > createdCountBefore + 20)
    // Stops a node as docs/operations.md describes: removes it from the proxy first, then lets it finish its
    // calls.
    proxy.nodes.splice(proxy.nodes.indexOf(oldNode.port), 1)
    // Waits for calls that the proxy has already forwarded to the node.
    await sleep(300)
    await oldNode.end('SIGTERM')
    const createdCountAfterStop = createdTicketIds.length
    await waitUntil('the other node serves', () => createdTicketIds.length > createdCountAfterStop + 20)
    await cluster.start()
  }
  load.isOver = true
  await Promise.all(writePromises)
  expect(failures).toEqual([])
  for (const page of pages) {
    await waitUntil(
      'the page shows every ticket',
      () => page.isCurrent() && createdTicketIds.every((id) => page.hasTicket(id)),
    )
    page.close()
  }
})
