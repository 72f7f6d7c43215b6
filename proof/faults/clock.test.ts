import { Client } from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '@tahanan/server/platform/db/testing.ts'
import { createSamplePicture } from '@tahanan/server/platform/files/content/testing-samples.ts'
import { createTestTenant, TEST_PASSWORD } from '@tahanan/server/testing/accounts.ts'
import { addAccounts } from './add-accounts.ts'
import { startLoad } from './load.ts'
import { createPortalProcess, waitUntil, type PortalProcess } from './portal-process.ts'
import { requireConsistentData } from './require-consistent-data.ts'
import { createClock, startDatabaseWithClock } from './wrong-clock.ts'

/**
 * Tests fault 9 of docs/reliability.md: the clock is two days ahead or behind, or passes midnight of the new
 * year in Manila.
 */
const DAY_SECONDS = 86_400
const clock = createClock()
afterAll(() => clock?.remove())
const FAKETIME_MISSING_MESSAGE = 'faketime is not installed'

describe.each([2, -2])('the server’s clock is %i days off, the database’s is right', (days) => {
  test('calls work and rows have the right time, also after the correction', async ({ skip }) => {
    if (!clock) return skip(FAKETIME_MISSING_MESSAGE)
    const database = await createTestDatabase()
    const portal = await createPortalProcess({
      DATABASE_URL: database.connectionString,
      ...clock.environment,
    })
    clock.set(days * DAY_SECONDS)
    try {
      await portal.start()
      expect(Math.abs(await findHoursAhead(portal))).toBeCloseTo(Math.abs(days) * 24, 0)
      const { clientCode } = await createTestTenant(database.db)
      const token = await logIn(portal, clientCode)
      await uploadAndFileReport(portal, token, clock.now())
      clock.set(0)
      await uploadAndFileReport(portal, token, clock.now())
      const { rows } = await database.pool.query(
        `select count(*)::int as n from tickets where abs(extract(epoch from created_at - now())) < 600`,
      )
      expect(rows).toEqual([{ n: 2 }])
      await requireConsistentData(
        { connectionString: database.connectionString, dataDir: portal.dataDir },
        [],
      )
    } finally {
      clock.set(0)
      await portal.remove()
      await database.destroy()
    }
  })
})

test('the whole machine is two days off and then right again: logins work, numbers go on, nothing is lost', async ({
  skip,
}) => {
  if (!clock) return skip(FAKETIME_MISSING_MESSAGE)
  const database = await startDatabaseWithClock(clock)
  const portal = await createPortalProcess({ DATABASE_URL: database.url, ...clock.environment })
  const location = { connectionString: database.url, dataDir: portal.dataDir }
  try {
    await portal.start()
    const accountsBefore = await addAccounts(database.url, 3)
    const writtenRecords = []
    for (const secondsAhead of [0, 2 * DAY_SECONDS, 0, -2 * DAY_SECONDS, 0]) {
      clock.set(secondsAhead)
      // Logs in again, because a jump of the clock may expire the old sessions.
      const accounts =
        secondsAhead === 0 && writtenRecords.length === 0
          ? accountsBefore
          : await addAccounts(database.url, 3)
      const load = await startLoad(portal.url, accounts, clock.now)
      await waitUntil(
        () => load.acknowledged.length > 15,
        `nothing is written with the clock ${secondsAhead} s ahead`,
      )
      await load.stop()
      expect(load.unexpectedAnswers, `${secondsAhead} s ahead`).toEqual([])
      writtenRecords.push(...load.acknowledged)
    }
    const storedCounts = await requireConsistentData(location, writtenRecords)
    expect(await findSecondsBetweenTickets(database.url)).toBeGreaterThan(3.9 * DAY_SECONDS)
    console.log(
      `clock set to +2, 0, -2, 0 days under the running portal: ` +
        `${storedCounts.acknowledged} acknowledged writes, all stored; ${storedCounts.tickets} ticket numbers, none twice`,
    )
  } finally {
    clock.set(0)
    await portal.remove()
    await database.stop()
  }
})

test('tickets and payments filed around new year in Manila get numbers of their year', async ({ skip }) => {
  if (!clock) return skip(FAKETIME_MISSING_MESSAGE)
  const database = await startDatabaseWithClock(clock)
  const portal = await createPortalProcess({ DATABASE_URL: database.url, ...clock.environment })
  try {
    const year = new Date().getUTCFullYear() + 1
    // Manila is UTC+8 all year: it has no daylight saving time.
    const midnight = Date.UTC(year, 0, 1) - 8 * 3_600_000
    const getSecondsToMidnight = (seconds: number) => Math.round((midnight - Date.now()) / 1000) - seconds
    clock.set(getSecondsToMidnight(600))
    await portal.start()
    const load = await startLoad(portal.url, await addAccounts(database.url, 3), clock.now)
    await waitUntil(() => load.acknowledged.length > 0, 'nothing is written in the old year')
    // Sets the clock to two seconds before midnight only now, because the start of the portal took an unknown
    // time.
    clock.set(getSecondsToMidnight(2))
    const countTicketsOfYear = (ticketYear: number) =>
      load.acknowledged.filter((write) => write.kind === 'ticket' && write.number.includes(`-${ticketYear}-`))
        .length
    await waitUntil(() => countTicketsOfYear(year) > 10, 'nothing is written in the new year', 60_000)
    await load.stop()
    expect(load.unexpectedAnswers, portal.output()).toEqual([])
    expect(countTicketsOfYear(year - 1)).toBeGreaterThan(0)
    await requireConsistentData(
      { connectionString: database.url, dataDir: portal.dataDir },
      load.acknowledged,
    )

    const client = new Client({ connectionString: database.url })
    await client.connect()
    try {
      // Ignores rows within one second of midnight: their number is assigned a moment before `created_at`, so
      // it may contain the old year.
      const { rows } = await client.query(
        `with given as (select split_part(ticket_number, '-', 2)::int as year, created_at from tickets
           union all select split_part(reference_number, '-', 2)::int, created_at from payments)
         select * from given where year <> extract(year from created_at at time zone 'Asia/Manila')
           and abs(extract(epoch from created_at - to_timestamp($1))) > 1`,
        [midnight / 1000],
      )
      expect(rows).toEqual([])
    } finally {
      await client.end()
    }
    console.log(
      `new year in Manila: ${countTicketsOfYear(year - 1)} tickets of ${year - 1}, ${countTicketsOfYear(year)} of ${year}`,
    )
  } finally {
    clock.set(0)
    await portal.remove()
    await database.stop()
  }
})

async function logIn(portal: PortalProcess, clientCode: string): Promise<string> {
  const loginResponse = await fetch(`${portal.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientCode, password: TEST_PASSWORD }),
  })
  const loginBody = (await loginResponse.json()) as { token: string }
  expect(loginResponse.status, JSON.stringify(loginBody)).toBe(200)
  return loginBody.token
}

async function uploadAndFileReport(portal: PortalProcess, token: string, now: number): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const form = new FormData()
  form.append('url', 'incidentreports/clock.png')
  form.append('file', new Blob([new Uint8Array(await createSamplePicture('png'))]), 'clock.png')
  const uploadResponse = await fetch(`${portal.url}/api/file`, { method: 'POST', headers, body: form })
  expect(uploadResponse.status).toBe(201)
  const { key, name, location } = (await uploadResponse.json()) as {
    key: string
    name: string
    location: string
  }
  expect((await fetch(new URL(location, portal.url))).status).toBe(200)
  const reportResponse = await fetch(`${portal.url}/api/report`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ title: `Filed at ${now}`, description: 'x', images: [{ name, url: key }] }),
  })
  expect(reportResponse.status, await reportResponse.clone().text()).toBe(201)
  const reportsResponse = await fetch(`${portal.url}/api/reports?page=1&limit=10`, { headers })
  const { data } = (await reportsResponse.json()) as { data: { title: string }[] }
  expect(data[0]?.title).toBe(`Filed at ${now}`)
}

async function findHoursAhead(portal: PortalProcess): Promise<number> {
  const { headers } = await fetch(`${portal.url}/healthz`)
  return (Date.parse(headers.get('date') ?? '') - Date.now()) / 3_600_000
}

async function findSecondsBetweenTickets(connectionString: string): Promise<number> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<{ s: number }>(
      'select extract(epoch from max(created_at) - min(created_at))::float8 as s from tickets',
    )
    return rows[0]?.s ?? 0
  } finally {
    await client.end()
  }
}
