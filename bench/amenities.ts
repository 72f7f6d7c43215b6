import { join } from 'node:path'
import { Client } from 'pg'
import type { AmenityRules } from '@tahanan/contract/amenities/rules.ts'
import { createExampleBody } from '@tahanan/contract/tickets/example.ts'
import { reservation } from '@tahanan/contract/tickets/modules/reservation.ts'
import { addDays, formatDay } from '@tahanan/contract/time.ts'
import { insertDefaultSettings } from '@tahanan/server/features/settings/insert-default-settings.ts'
import { sendBookingReminders } from '@tahanan/server/features/tickets/reservations/send-booking-reminders.ts'
import { openDatabase } from '@tahanan/server/platform/db/client.ts'
import { dropIndexes } from '@tahanan/server/platform/db/drop-indexes.ts'
import { migrate } from '@tahanan/server/platform/db/migrate.ts'
import { openAccounts, type OpenAccounts } from './accounts.ts'
import type { BenchCluster } from './databases.ts'
import { startPortalProcess, type RunningProcess } from './processes.ts'
import { runLoad, formatRequest } from './run-load.ts'
import { getMedian, getQuantile, formatVerdict } from './statistics.ts'

interface AmenityBenchSize {
  readonly reservations: number
  readonly tenants: number
  readonly rounds: number
  readonly milliseconds: number
  /**
   * Folder of an earlier release of the portal (packages installed). The benchmark compares its speed with
   * this release.
   */
  readonly before: string | undefined
}

const TIME_ZONE = 'Asia/Manila'
const AMENITY_COUNT = 30
const BOOKED_DAYS = 92
const CONNECTION_COUNT = 8
/** Number of prepared requests. It is larger than the number of bookings that one round can create. */
const BOOKINGS_PER_ROUND = 2000

const INSERT_RESERVATIONS_SQL = `
  insert into tenants (client_code, uoccname, created_at)
    select 'A-' || n, 'Tenant ' || n, now() - interval '20 years' from generate_series(1, {tenants}) n;
  insert into amenities (title) select 'Amenity ' || n from generate_series(1, {amenities}) n;
  create temp table booked as
    select n, 1 + n % {amenities} as amenity, 1 + (n * 7919::bigint) % {tenants} as tenant,
      ((now() at time zone '{zone}')::date + {ahead} - n / {amenities} / 9
        + (6 + (n / {amenities} % 9 * 2 + n / {amenities} / 9) % 15) * interval '1 hour') at time zone '{zone}' as starts
    from generate_series(0, {reservations} - 1) n;
  insert into tickets (id, module, ticket_number, tenant_id, status, details, search_text, created_at, updated_at)
    overriding system value
    select n + 1, 'reservation', 'RS-2000-' || n, tenant, case when starts < now() then 4 when n % 5 = 0 then 1 else 2 end,
      jsonb_build_object('amenityId', amenity, 'title', 'Amenity Booking', 'description', 'Birthday lunch',
        'startTime', to_char(starts at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'endTime', to_char((starts + interval '1 hour') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
      'rs-2000-' || n || E'\\n\\nbirthday lunch', least(starts - interval '3 days', now()), least(starts, now())
    from booked order by starts;
  insert into amenity_bookings (ticket_id, amenity_id, during)
    select n + 1, amenity, tstzrange(starts, starts + interval '1 hour') from booked order by starts;
  select setval(pg_get_serial_sequence('tickets', 'id'), {reservations})`

const AMENITY_RULES: Partial<AmenityRules> = {
  hours: [{ days: 'all', opens: '06:00', closes: '21:00' }],
  closures: [{ from: null, to: null, weekday: '1', opens: '12:00', closes: '13:00', reason: 'Repairs' }],
  minMinutes: 60,
  maxMinutes: 240,
  stepMinutes: 30,
  cleaningMinutes: 30,
  noticeHours: 2,
  aheadDays: 120,
  quotas: [
    { most: 50, what: 'bookings', per: 'open', of: 'all' },
    { most: 20, what: 'hours', per: 'week', of: 'this' },
    { most: 40, what: 'hours', per: 'month', of: 'all' },
  ],
  gapMinutes: 60,
  onlyPaid: 1,
  pricePer: 'hour',
  price: 100,
}

export async function measureAmenities(
  cluster: BenchCluster,
  size: AmenityBenchSize,
  logProgress: (message: string) => void,
): Promise<string[][]> {
  const url = await cluster.createEmptyDatabase('bench_amenities')
  const { db, close } = openDatabase({ connectionString: url, poolSize: 1, queryTimeoutMs: 0 })
  const sizeLabel = `${size.reservations.toLocaleString('en')} reservations`
  const resultRows: string[][] = []
  try {
    await migrate(db)
    await insertDefaultSettings(db)
    logProgress(`filling a database with ${sizeLabel}`)
    await fillDatabase(url, size)
    // The benchmark sends the reminders before a portal starts, because a running portal would send them
    // itself.
    const reminderTime = new Date(`${formatDay(new Date(), TIME_ZONE)}T10:00:00+08:00`)
    for (const reminderCase of ['all of a day', 'none left']) {
      const startTime = performance.now()
      const sentReminderCount = await sendBookingReminders(
        { db, relay: { wake() {} } },
        TIME_ZONE,
        reminderTime,
      )
      const duration = performance.now() - startTime
      resultRows.push([
        `reminders, ${reminderCase} (${sentReminderCount}), ${sizeLabel}, ms`,
        duration.toFixed(1),
        '',
        '',
        '',
        '',
      ])
    }
  } finally {
    await close()
  }
  const accounts = await openAccounts(url, { residents: 64, admins: 1 })
  const portals = [await startPortalProcess(url, cluster.folder)]
  try {
    if (size.before) portals.push(await startOlderPortal(url, cluster.folder, size.before))
    logProgress('measuring the calendar of an amenity')
    resultRows.push(...(await measureCalendarCalls(portals[0], accounts, sizeLabel)))
    logProgress('measuring the filing of bookings')
    resultRows.push(...(await timeBookingCalls(portals, accounts, size, sizeLabel)))
    return resultRows
  } finally {
    for (const portal of portals) await portal.stop()
  }
}

const startOlderPortal = (url: string, dataDir: string, folder: string): Promise<RunningProcess> =>
  startPortalProcess(url, dataDir, {}, join(folder, 'server/main.ts'))

async function fillDatabase(url: string, { reservations, tenants }: AmenityBenchSize): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const placeholderValues = {
    reservations,
    tenants,
    amenities: AMENITY_COUNT,
    ahead: BOOKED_DAYS,
    zone: TIME_ZONE,
  }
  try {
    await client.query('begin')
    const recreateIndexes = await dropIndexes(client, ['tickets', 'amenity_bookings'])
    for (const statement of INSERT_RESERVATIONS_SQL.split(';\n'))
      await client.query(
        statement.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof placeholderValues) =>
          String(placeholderValues[name]),
        ),
      )
    await recreateIndexes()
    await client.query('update amenities set rules = $1 where id = 1', [JSON.stringify(AMENITY_RULES)])
    await client.query('commit')
    await client.query('vacuum (analyze)')
  } finally {
    await client.end()
  }
}

async function measureCalendarCalls(
  portal: RunningProcess | undefined,
  { residents }: OpenAccounts,
  sizeLabel: string,
): Promise<string[][]> {
  const day = addDays(formatDay(new Date(), TIME_ZONE), 40)
  const measuredCalls = [
    ['a month', `/amenity-days?month=${day.slice(0, 7)}`, 15],
    ['the free times of a day', `/amenity-times?date=${day}`, 10],
  ] as const
  const resultRows: string[][] = []
  for (const [name, path, goal] of measuredCalls)
    for (const rules of ['all rules', 'no rules']) {
      const requests = residents.map(({ token }, index) => {
        const amenityId = rules === 'all rules' ? 1 : 2 + (index % (AMENITY_COUNT - 1))
        return formatRequest('GET', `/api${path}&amenityId=${amenityId}`, token)
      })
      await runLoad(portal?.port ?? 0, requests, { connections: 1, milliseconds: 1000 })
      const { latencies } = await runLoad(portal?.port ?? 0, requests, { connections: 1, milliseconds: 2000 })
      const [p50, p99] = [getQuantile(latencies, 0.5), getQuantile(latencies, 0.99)]
      resultRows.push([
        `${name} of an amenity, ${rules}, ${sizeLabel}, p50 (p99) ms`,
        `${p50.toFixed(1)} (${p99.toFixed(1)})`,
        '',
        '',
        `≤ ${goal}`,
        formatVerdict(p50 <= goal),
      ])
    }
  return resultRows
}

/**
 * Measures the time of booking calls. With an earlier release, the rounds of both releases alternate, and the
 * result is the median of the ratios of the rounds.
 */
async function timeBookingCalls(
  portals: readonly RunningProcess[],
  { residents }: OpenAccounts,
  { rounds, milliseconds }: AmenityBenchSize,
  sizeLabel: string,
): Promise<string[][]> {
  let bookingIndex = 0
  const runRound = async ({ port }: RunningProcess): Promise<number> => {
    const requests = Array.from({ length: BOOKINGS_PER_ROUND }, () => {
      const { token } = residents[bookingIndex % residents.length] ?? { token: '' }
      return formatRequest('POST', '/api/reservation', token, createBookingBody(bookingIndex++))
    })
    const { latencies } = await runLoad(port, requests, { connections: CONNECTION_COUNT, milliseconds })
    return getQuantile(latencies, 0.5)
  }
  const timesByPortal: number[][] = portals.map(() => [])
  // Round -1 warms up query plans, caches and compiled code, so its times are discarded.
  for (let round = -1; round < rounds; round++) {
    const indexedPortals = portals.map((portal, portalIndex) => ({ portal, place: portalIndex }))
    for (const { portal, place: portalIndex } of round % 2 === 0
      ? indexedPortals
      : indexedPortals.toReversed()) {
      const p50 = await runRound(portal)
      if (round >= 0) timesByPortal[portalIndex]?.push(p50)
    }
  }
  const [now = [], baselineTimes] = timesByPortal
  const row = [`filing a booking, no rules, ${sizeLabel}, p50 ms`, getMedian(now).toFixed(1)]
  if (!baselineTimes) return [[...row, '', '', '', '']]
  const p50Ratio = getMedian(now.map((p50, index) => p50 / (baselineTimes[index] ?? Number.NaN)))
  return [
    [
      ...row,
      `${getMedian(baselineTimes).toFixed(1)} before`,
      p50Ratio.toFixed(2),
      '≤ 1.05',
      formatVerdict(p50Ratio <= 1.05),
    ],
  ]
}

function createBookingBody(bookingIndex: number): Record<string, unknown> {
  const amenityId = 2 + (bookingIndex % (AMENITY_COUNT - 1))
  const slot = Math.floor(bookingIndex / (AMENITY_COUNT - 1))
  const day = addDays(formatDay(new Date(), TIME_ZONE), BOOKED_DAYS + 2 + Math.floor(slot / 30))
  const formatHalfHour = (halfHourIndex: number): string =>
    `${day} ${String(6 + Math.floor(halfHourIndex / 2)).padStart(2, '0')}:${halfHourIndex % 2 === 0 ? '00' : '30'}:00`
  const [startTime, endTime] = [formatHalfHour(slot % 30), formatHalfHour((slot % 30) + 1)]
  return { ...createExampleBody(reservation, new Date(), TIME_ZONE), amenityId, startTime, endTime }
}
