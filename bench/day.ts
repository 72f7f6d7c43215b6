import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { OpenAccounts } from './accounts.ts'
import type { BenchCluster, BenchDatabase } from './databases.ts'
import { openLiveConnections } from './live/live-processes.ts'
import { getArrivals, findUpdates, type LiveFigures } from './live/live.ts'
import { getProcessMegabytes, startPortalProcess } from './processes.ts'
import { createGatePassBody, findSearchTerms } from './requests.ts'
import { runLoad, formatRequest } from './run-load.ts'
import { runPacedLoad, type PacedCall } from './run-paced-load.ts'
import { getQuantile, formatVerdict } from './statistics.ts'

interface DayFigures {
  online: { residents: number; admins: number }
  tickets: number
  pace: number
  /**
   * Maximum rate in calls per second, measured with the same mix of calls over 16 connections without pauses.
   */
  maxRate: number
  refusedCount: number
  calls: { name: string; count: number; p50: number; p99: number }[]
  events: Pick<LiveFigures, 'p50' | 'p99' | 'worst' | 'lost'>
  megabytes: number
  /** Size of the database, and bytes of one ticket with its history, notifications and events. */
  database: { megabytes: number; bytesPerTicket: number }
}

const CONNECTION_COUNT = 16

/** Share of each call in the load, in percent. */
const CALL_SHARES: readonly (readonly [times: number, name: string])[] = [
  [16, 'resident: gate passes'],
  [10, 'resident: services'],
  [14, 'resident: one ticket'],
  [10, 'resident: notifications'],
  [8, 'resident: posts'],
  [6, 'resident: statements'],
  [3, 'resident: files a gate pass'],
  [14, 'office: gate passes of a status'],
  [7, 'office: services'],
  [2, 'office: page 500'],
  [5, 'office: searches'],
  [3, 'office: dashboard'],
  [2, 'office: moves a ticket on'],
]

/**
 * Measures an hour with much traffic: calls at random times (`runPacedLoad`), while each account has a live
 * connection. Then makes the same calls at full speed.
 */
export async function measureDay(
  cluster: BenchCluster,
  size: {
    tickets: number
    tenants: number
    residents: number
    admins: number
    callsPerSecond: number
    seconds: number
  },
  logProgress: (message: string) => void,
): Promise<string[][]> {
  const { tickets } = size
  const database = await cluster.openFilledDatabase(size)
  const updates = await findUpdates(
    database.url,
    database.residents.map(({ id }) => id),
    Math.ceil(size.seconds * size.callsPerSecond * 0.04),
  )
  const databaseFacts = await loadDatabaseFacts(database)
  const server = await startPortalProcess(database.url, cluster.folder)
  try {
    logProgress(`${size.residents} residents and ${size.admins} administrators come online`)
    const liveConnections = await openLiveConnections(
      server.port,
      [...database.residents, ...database.admins].map(({ token }) => token),
    )
    try {
      const updateTimes = new Map<number, number>()
      const pickNextCall = createCallPicker(database, databaseFacts, updates, (id, sentAt) =>
        updateTimes.set(id, sentAt),
      )
      await runPacedLoad(server.port, {
        callsPerSecond: size.callsPerSecond,
        milliseconds: 3000,
        next: pickNextCall,
      })
      logProgress(`${size.seconds} seconds of a busy hour`)
      updateTimes.clear()
      const started = performance.now()
      const { times, refusedCount } = await runPacedLoad(server.port, {
        callsPerSecond: size.callsPerSecond,
        milliseconds: size.seconds * 1000,
        next: pickNextCall,
      })
      const count = [...times.values()].flat().length
      const pace = count / ((performance.now() - started) / 1000)
      await sleep(1000)
      const eventArrivals = getArrivals(updateTimes, liveConnections.arrivals)
      const serverMegabytes = getProcessMegabytes(server.pid)
      logProgress('the same as fast as it goes')
      const requests = Array.from({ length: 4000 }, pickNextCall).map(({ method, path, token, body }) =>
        formatRequest(method, path, token, body),
      )
      const fullSpeedLoad = await runLoad(server.port, requests, {
        connections: CONNECTION_COUNT,
        milliseconds: size.seconds * 500,
      })
      return formatDayRows({
        online: { residents: size.residents, admins: size.admins },
        tickets,
        pace,
        maxRate: fullSpeedLoad.requests / fullSpeedLoad.seconds,
        refusedCount,
        calls: CALL_SHARES.flatMap(([, name]) => {
          const callTimes = times.get(name) ?? []
          return callTimes.length === 0
            ? []
            : [
                {
                  name,
                  count: callTimes.length,
                  p50: getQuantile(callTimes, 0.5),
                  p99: getQuantile(callTimes, 0.99),
                },
              ]
        }),
        events: eventArrivals,
        megabytes: serverMegabytes,
        database: await measureSize(database.url),
      })
    } finally {
      await liveConnections.close()
    }
  } finally {
    await server.stop()
  }
}

interface DatabaseFacts {
  terms: readonly string[]
  tickets: ReadonlyMap<number, { id: number; module: string }>
}

async function loadDatabaseFacts({ url, residents }: BenchDatabase): Promise<DatabaseFacts> {
  const tickets = await withClient(url, async (client) => {
    const { rows } = await client.query<{ id: string; tenant_id: string; module: string }>(
      `select distinct on (tenant_id) id, tenant_id, module from tickets
       where module = 'gatePass' and status <> 0 and tenant_id = any($1) order by tenant_id, id`,
      [residents.map(({ id }) => id)],
    )
    return new Map(
      rows.map((row) => [Number(row.tenant_id), { id: Number(row.id), module: row.module }] as const),
    )
  })
  return { terms: await findSearchTerms(url), tickets }
}

function pickRandom<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new Error('Nothing to choose from.')
  return item
}

function createCallPicker(
  { residents, admins }: OpenAccounts,
  { terms, tickets }: DatabaseFacts,
  updates: { id: number; status: number }[],
  onUpdate: (id: number, sentAt: number) => void,
): () => PacedCall {
  const weightedCallNames = CALL_SHARES.flatMap(([times, name]) => Array.from({ length: times }, () => name))
  const residentsWithTickets = residents.filter(({ id }) => tickets.has(id))
  const gatePassBody = createGatePassBody()
  const remainingUpdates = [...updates]
  return () => {
    const name = pickRandom(weightedCallNames)
    const resident = pickRandom(name === 'resident: one ticket' ? residentsWithTickets : residents)
    const call = { name, token: name.startsWith('resident') ? resident.token : pickRandom(admins).token }
    switch (name) {
      case 'resident: gate passes':
        return { ...call, ...createListCall('tickets?') }
      case 'resident: services':
      case 'office: services':
        return { ...call, ...createListCall('services?') }
      case 'resident: one ticket':
        return { ...call, method: 'GET', path: `/api/ticket/${tickets.get(resident.id)?.id}` }
      case 'resident: notifications':
        return { ...call, ...createListCall(`client-notif/${resident.id}?`) }
      case 'resident: posts':
        return { ...call, ...createListCall('posts?') }
      case 'resident: statements':
        return { ...call, ...createListCall('statements?') }
      case 'resident: files a gate pass':
        return { ...call, method: 'POST', path: '/api/ticket', body: gatePassBody }
      case 'office: page 500':
        return { ...call, method: 'GET', path: '/api/services?page=500&limit=10' }
      case 'office: searches':
        return { ...call, ...createListCall(`tickets?searchTerm=${encodeURIComponent(pickRandom(terms))}&`) }
      case 'office: dashboard':
        return { ...call, method: 'GET', path: '/api/summary-requests' }
      case 'office: moves a ticket on': {
        const ticketUpdate = remainingUpdates.pop()
        if (!ticketUpdate) break
        return {
          ...call,
          method: 'PUT',
          path: `/api/ticket/${ticketUpdate.id}`,
          body: { status: ticketUpdate.status },
          onSent: (sentAt) => onUpdate(ticketUpdate.id, sentAt),
        }
      }
    }
    return {
      ...call,
      name: 'office: gate passes of a status',
      ...createListCall(`tickets?status=${pickRandom([1, 2, 4])}&`),
    }
  }
}

const createListCall = (path: string) => ({ method: 'GET', path: `/api/${path}page=1&limit=10` })

async function measureSize(url: string): Promise<DayFigures['database']> {
  const ticketTables = ['tickets', 'ticket_events', 'amenity_bookings', 'ticket_tallies']
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ all: string; tickets: string; n: string }>(
      `select pg_database_size(current_database()) as all, (select count(*) from tickets) as n,
         (select sum(pg_total_relation_size(name::regclass)) from unnest($1::text[]) name) as tickets`,
      [ticketTables],
    )
    const [row] = rows
    return {
      megabytes: Number(row?.all) / 1e6,
      bytesPerTicket: Number(row?.tickets) / Number(row?.n),
    }
  })
}

async function withClient<Result>(
  url: string,
  callback: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await callback(client)
  } finally {
    await client.end()
  }
}

const formatDayRow = (label: string, value: string, goal = '', verdict = ''): string[] => [
  label,
  value,
  '',
  '',
  goal,
  verdict,
]

function formatDayRows(figures: DayFigures): string[][] {
  const { online, tickets, pace, maxRate, calls, events, refusedCount, megabytes, database } = figures
  const onlineText = `${online.residents} residents and ${online.admins} in the office online`
  const name = `day, ${onlineText}, ${tickets.toLocaleString('en')} tickets`
  return [
    formatDayRow(`${name}: calls a second, as they came`, pace.toFixed(0)),
    formatDayRow('day, calls turned away', String(refusedCount), '0', formatVerdict(refusedCount === 0)),
    formatDayRow('day, the same calls as fast as they go, a second', maxRate.toFixed(0)),
    ...calls.map(({ name: call, count, p50, p99 }) =>
      formatDayRow(
        `day, ${call} (${count}), p50 (p99) ms`,
        `${p50.toFixed(1)} (${p99.toFixed(1)})`,
        'p99 < 10 p50',
        formatVerdict(p99 < 10 * p50),
      ),
    ),
    formatDayRow(
      'day, events from the call to the page, p50 (p99; slowest) ms',
      `${events.p50.toFixed(1)} (${events.p99.toFixed(1)}; ${events.worst.toFixed(0)})`,
      'p99 ≤ 100',
      formatVerdict(events.p99 <= 100),
    ),
    formatDayRow(
      'day, events that did not arrive',
      String(events.lost),
      '0',
      formatVerdict(events.lost === 0),
    ),
    formatDayRow('day, memory of the server, MB', megabytes.toFixed(0)),
    formatDayRow('day, size of the database, MB', database.megabytes.toFixed(0)),
    formatDayRow(
      'day, of it a ticket with its history and indexes, bytes',
      database.bytesPerTicket.toFixed(0),
    ),
  ]
}
