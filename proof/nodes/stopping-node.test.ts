import { afterAll, expect, test } from 'vitest'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { openCluster } from './cluster.ts'
import { createGatePassBody, type TicketRow } from './gate-pass.ts'
import { waitUntil } from './until.ts'

// Rate limits are off, because the residents create more tickets than a user normally may.
const cluster = await openCluster({ env: { RATE_LIMIT_PER_MINUTE: '0', STOP_DELAY_SECONDS: '3' } })
afterAll(cluster.close)

test('every ticket filed at a stopping node reaches the pages of the other node', async () => {
  const [first, second] = cluster.nodes
  if (!first || !second) throw new Error('two nodes are started')
  const admin = await cluster.admin()
  const residents = await Promise.all(Array.from({ length: 8 }, () => cluster.resident()))
  // This page does not reconnect, so it shows only events that were sent to it before the node stopped.
  const page = await admin.device(first.url)
  const acknowledgedIds: number[] = []
  const isReady = () => fetch(`${second.url}/readyz`).then(({ ok }) => ok)

  const writePromises = residents.map(async (resident) => {
    const caller = resident.withBaseUrl(second.url)
    for (;;) {
      const createResponse = await caller
        .post<TicketRow>('/ticket', createGatePassBody())
        .catch(() => undefined)
      // No response means that the node has closed its port, so the resident stops.
      if (!createResponse) return
      if (createResponse.status === 201) acknowledgedIds.push(createResponse.body.id)
    }
  })
  await waitUntil('there is load', () => acknowledgedIds.length > 20)
  const endPromise = second.end('SIGTERM')
  await waitUntil('the proxy is told', async () => !(await isReady()))
  const idCountBefore = acknowledgedIds.length
  await Promise.all([endPromise, ...writePromises])
  expect(acknowledgedIds.length, 'calls were answered while the proxy was told').toBeGreaterThan(
    idCountBefore,
  )

  const getShownIds = () => {
    const event = liveChannels.adminTickets('tickets', admin.id)
    return new Set(
      page.received.flatMap((receivedEvent) =>
        receivedEvent.event === event ? [receivedEvent.data['id']] : [],
      ),
    )
  }
  await waitUntil('the page shows every ticket', () => acknowledgedIds.every((id) => getShownIds().has(id)))
  expect(page.connections()).toBe(1)
})
