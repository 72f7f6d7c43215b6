import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '@tahanan/server/platform/db/client.ts'
import type { BenchCluster } from '../databases.ts'
import { getProcessMegabytes, startPortalProcess } from '../processes.ts'
import { getQuantile, formatVerdict } from '../statistics.ts'
import { openLiveConnections } from './live-processes.ts'

export interface LiveFigures {
  sockets: number
  /**
   * Quantiles of the delay in milliseconds. The delay begins when an update is sent, and ends when it arrives
   * at the page of the resident or of an administrator.
   */
  p50: number
  p99: number
  worst: number
  /** Events that did not arrive within a second after the last update. */
  lost: number
  megabytes: number
}

const ADMINISTRATOR_COUNT = 20
/** Pause between two updates. Ten updates a second are far more than an office makes. */
const UPDATE_INTERVAL_MS = 100

export async function measureLiveEvents(
  cluster: BenchCluster,
  options: { sockets: number; updates: number },
  logProgress: (message: string) => void,
): Promise<string[][]> {
  const residentCount = options.sockets - ADMINISTRATOR_COUNT
  const database = await cluster.openFilledDatabase({
    tickets: 2 * options.sockets,
    tenants: residentCount,
    residents: residentCount,
    admins: ADMINISTRATOR_COUNT,
  })
  const updates = await findUpdates(
    database.url,
    database.residents.map(({ id }) => id),
    options.updates,
  )
  const server = await startPortalProcess(database.url, cluster.folder)
  try {
    logProgress(`opening ${options.sockets} live connections`)
    const liveConnections = await openLiveConnections(
      server.port,
      [...database.residents, ...database.admins].map(({ token }) => token),
    )
    try {
      logProgress(`${options.updates} updates`)
      const sendUpdate = async (method: 'PUT' | 'POST', path: string, body: object): Promise<number> => {
        const sendTime = performance.timeOrigin + performance.now()
        const response = await fetch(`http://127.0.0.1:${server.port}/api${path}`, {
          method,
          headers: {
            authorization: `Bearer ${database.admins[0]?.token}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify(body),
        })
        if (!response.ok) throw new Error(`update: ${response.status} ${await response.text()}`)
        await response.arrayBuffer()
        await sleep(UPDATE_INTERVAL_MS)
        return sendTime
      }
      const ticketUpdateTimes = new Map<number, number>()
      const messageTimes = new Map<string, number>()
      for (const { id, status } of updates) {
        ticketUpdateTimes.set(id, await sendUpdate('PUT', `/ticket/${id}`, { status }))
        const message = { kind: 'ticket', id, text: 'The office is on its way.' }
        messageTimes.set(`message ${id}`, await sendUpdate('POST', '/message', message))
      }
      await sleep(1000)
      return [
        ...formatLiveRows({
          sockets: options.sockets,
          ...getArrivals(ticketUpdateTimes, liveConnections.arrivals),
          megabytes: getProcessMegabytes(server.pid),
        }),
        ...formatMessageRows(options.sockets, getArrivals(messageTimes, liveConnections.arrivals)),
      ]
    } finally {
      await liveConnections.close()
    }
  } finally {
    await server.stop()
  }
}

/**
 * Returns the quantiles of the delays between sending and arrival, in milliseconds, and the number of lost
 * events.
 */
export function getArrivals(
  sentTimes: ReadonlyMap<number | string, number>,
  arrivals: ReadonlyMap<string, number>,
): Pick<LiveFigures, 'p50' | 'p99' | 'worst' | 'lost'> {
  const deliveryDelays = [...sentTimes].flatMap(([id, sentAt]) =>
    ['client', 'admin'].map((side) => (arrivals.get(`${side} ${id}`) ?? Number.NaN) - sentAt),
  )
  const arrivalDelays = deliveryDelays.filter((wait) => !Number.isNaN(wait))
  return {
    p50: getQuantile(arrivalDelays, 0.5),
    p99: getQuantile(arrivalDelays, 0.99),
    worst: Math.max(...arrivalDelays),
    lost: deliveryDelays.length - arrivalDelays.length,
  }
}

export async function findUpdates(
  url: string,
  residents: readonly number[],
  count: number,
): Promise<{ id: number; status: number }[]> {
  const { db, close } = openDatabase({ connectionString: url, poolSize: 1 })
  try {
    const tickets = await db
      .selectFrom('tickets')
      .select(['id', 'tenant_id', 'status'])
      .distinctOn('tenant_id')
      .where('module', '=', 'gatePass')
      .where('status', '>', 1)
      .where('tenant_id', 'in', residents)
      .orderBy('tenant_id')
      .limit(count)
      .execute()
    return tickets.map(({ id, status }) => ({ id, status: status === 3 ? 4 : 3 }))
  } finally {
    await close()
  }
}

const formatMessageRows = (
  sockets: number,
  { p50, p99, lost }: ReturnType<typeof getArrivals>,
): string[][] => [
  [`live, ${sockets} sockets, message p50 ms`, p50.toFixed(1), '', '', '', ''],
  [`live, ${sockets} sockets, message p99 ms`, p99.toFixed(1), '', '', '≤ 100', formatVerdict(p99 <= 100)],
  ['live, messages that did not arrive', String(lost), '', '', '0', formatVerdict(lost === 0)],
]

function formatLiveRows({ sockets, p50, p99, worst, lost, megabytes }: LiveFigures): string[][] {
  return [
    [`live, ${sockets} sockets, p50 ms`, p50.toFixed(1), '', '', '', ''],
    [`live, ${sockets} sockets, p99 ms`, p99.toFixed(1), '', '', '≤ 100', formatVerdict(p99 <= 100)],
    [`live, ${sockets} sockets, slowest ms`, worst.toFixed(1), '', '', '', ''],
    ['live, events that did not arrive', String(lost), '', '', '0', formatVerdict(lost === 0)],
    ['live, memory of the server, MB', megabytes.toFixed(0), '', '', '< 200', formatVerdict(megabytes < 200)],
  ]
}
