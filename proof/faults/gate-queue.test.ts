import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createExampleBody } from '@tahanan/contract/tickets/example.ts'
import { workPermit } from '@tahanan/contract/tickets/modules/work-permit.ts'
import { addAccounts } from './add-accounts.ts'
import { createPortalProcess } from './portal-process.ts'

/**
 * Tests `kill -9` of the portal while a gate device sends the entries that it recorded offline. Sends half of
 * them twice, and all in random order.
 */
const ENTRY_COUNT = Number(process.env['ENTRIES'] ?? 5000)
const PASS_COUNT = 20
const ENTRIES_PER_CALL = 500
const KILL_COUNT = 4

const portal = await createPortalProcess()
afterAll(() => portal.remove())

const callApi = async (method: string, path: string, token: string, body: object) => {
  const response = await fetch(`${portal.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as { id: number; code: string; data: { outcome: string }[] }
}

test('a queue that is sent through kills of the server is written once each, and counts as it happened', async () => {
  await portal.start()
  const { residents, admin } = await addAccounts(portal.connectionString(), 1)
  const resident = residents[0]?.token ?? ''
  for (let passIndex = 0; passIndex < PASS_COUNT; passIndex++) {
    const permit = await callApi(
      'POST',
      '/permit',
      resident,
      createExampleBody(workPermit, new Date(), 'Asia/Manila'),
    )
    await callApi('PUT', `/permit/${permit.id}`, admin.token, { status: 2 })
  }
  // Registers a gate device, because only such a device may send entries that were recorded offline.
  const gate = await callApi('POST', '/gate', admin.token, { name: 'Main gate', direction: 'both' })
  const device = await callApi('POST', '/gate-device', admin.token, { gateId: gate.id, name: 'Tablet' })
  await callApi('POST', '/gate-enrolment', admin.token, { code: device.code })
  const firstEntryTime = Date.now() - ENTRY_COUNT * 1000
  const gatePasses = await runQuery<{ code: string }>(
    `update gate_passes set valid_from = $1, people = 30000, day_from = null, day_to = null returning code`,
    [new Date(firstEntryTime)],
  )

  const events = Array.from({ length: ENTRY_COUNT }, (_, eventIndex) => {
    const entryTime = new Date(firstEntryTime + eventIndex * 1000).toISOString()
    const kind = Math.floor(eventIndex / PASS_COUNT) % 3 === 2 ? 'out' : 'in'
    return {
      key: randomUUID(),
      code: gatePasses[eventIndex % PASS_COUNT]?.code,
      kind,
      at: entryTime,
      deviceAt: entryTime,
      offline: true,
    }
  })
  const shuffledEvents = [...events, ...events.filter((_, eventIndex) => eventIndex % 2 === 0)]
    .map((event) => [Math.random(), event] as const)
    .toSorted(([firstKey], [secondKey]) => firstKey - secondKey)
    .map(([, event]) => event)
  let killCount = 0
  const killAndRestart = async () => {
    await sleep(300 + Math.random() * 500)
    await portal.end('SIGKILL')
    await portal.start()
  }
  for (
    let firstEntryIndex = 0;
    firstEntryIndex < shuffledEvents.length;
    firstEntryIndex += ENTRIES_PER_CALL
  ) {
    const sendEntries = () =>
      callApi('POST', '/gate-events', admin.token, {
        events: shuffledEvents.slice(firstEntryIndex, firstEntryIndex + ENTRIES_PER_CALL),
      })
    const killPromise = killCount < KILL_COUNT ? killAndRestart() : undefined
    killCount++
    let entriesResponse = await sendEntries().catch(() => undefined)
    await killPromise
    // Repeats the call after the kill too, because on a busy machine it may time out after a minute.
    for (let attempt = 0; !entriesResponse && attempt < 10; attempt++)
      entriesResponse = await sendEntries().catch(() => undefined)
    expect(entriesResponse?.data.map(({ outcome }) => outcome)).not.toContain('refused')
  }
  const [entryCounts] = await runQuery(
    'select count(*)::int as n, count(distinct key)::int as keys from gate_events',
  )
  expect(entryCounts).toEqual({ n: ENTRY_COUNT, keys: ENTRY_COUNT })
  const arrivalCount = events.filter(({ kind }) => kind === 'in').length
  const [sums] = await runQuery('select sum(entered)::int as came, sum("left")::int as went from gate_passes')
  expect(sums).toEqual({ came: arrivalCount, went: ENTRY_COUNT - arrivalCount })
})

async function runQuery<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: portal.connectionString() })
  await client.connect()
  try {
    return (await client.query(text, values)).rows as Row[]
  } finally {
    await client.end()
  }
}
