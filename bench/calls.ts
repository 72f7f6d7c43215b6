import type { BenchDatabase } from './databases.ts'
import { startBareProcess, startPortalProcess, type RunningProcess } from './processes.ts'
import { createGatePassBody, LIST_PATH, LIST_STATUSES, findSearchTerms, SERVICES_PATH } from './requests.ts'
import { runLoad, formatRequest, type LoadResult } from './run-load.ts'
import { getMedian, getQuantile, formatVerdict } from './statistics.ts'

/**
 * Goals of each call. `ratios`: calls per second of the portal divided by those of the bare server, on the
 * small and the large database. `growth`: the portal's median latency on the large database divided by that
 * on the small one.
 */
const GOALS = {
  list: { ratios: [0.6, 1.5], growth: 1.3 },
  'page 500': { ratios: [1, 1], growth: undefined },
  search: { ratios: [0.6, 0.9], growth: undefined },
  'create by a resident': { ratios: undefined, growth: undefined },
  'create by the office': { ratios: undefined, growth: undefined },
} as const

export type CallName = keyof typeof GOALS
export const CALL_NAMES = Object.keys(GOALS) as CallName[]

const SERVER_KINDS = ['portal', 'bare'] as const
type ServerKind = (typeof SERVER_KINDS)[number]

interface ServerPair extends Record<ServerKind, RunningProcess> {
  database: BenchDatabase
  requests: Record<CallName, Buffer[]>
  rounds: Record<CallName, Record<ServerKind, LoadResult[]>>
}

/**
 * Alternates short rounds of both servers and both databases, so that other load of the machine affects all
 * of them alike.
 */
export async function measureCalls(
  databases: readonly BenchDatabase[],
  options: {
    calls: readonly CallName[]
    rounds: number
    milliseconds: number
    connections: number
    dataDir: string
  },
  logProgress: (message: string) => void,
): Promise<string[][]> {
  const { calls, rounds, milliseconds, connections, dataDir } = options
  const pairs: ServerPair[] = []
  try {
    for (const database of databases) pairs.push(await startServerPair(database, dataDir))
    for (const call of calls) {
      logProgress(`measuring ${call}`)
      // Round -1 warms up query plans, caches and compiled code, so its times are discarded.
      for (let round = -1; round < rounds; round++)
        for (const pair of pairs)
          for (const side of round % 2 === 0 ? SERVER_KINDS : SERVER_KINDS.toReversed()) {
            const loadResult = await runLoad(pair[side].port, pair.requests[call], {
              connections,
              milliseconds,
            })
            if (round >= 0) pair.rounds[call][side].push(loadResult)
          }
    }
  } finally {
    for (const { portal, bare } of pairs) await Promise.all([portal.stop(), bare.stop()])
  }
  return [
    ...calls.flatMap((call) =>
      pairs.map((pair, size) => formatRatioRow(pair, call, GOALS[call].ratios?.[size])),
    ),
    ...calls.flatMap((call) => pairs.map((pair) => formatLatencyRow(pair, call))),
    ...calls.map((call) => formatGrowthRow(pairs, call)),
  ]
}

const createEmptyRounds = (): Record<ServerKind, LoadResult[]> => ({ portal: [], bare: [] })

async function startServerPair(database: BenchDatabase, dataDir: string): Promise<ServerPair> {
  const { url, admins, residents, tickets } = database
  const searchTerms = await findSearchTerms(url)
  // One of fifty tickets is deleted, so only the first nine tenths of the pages are certain to exist.
  const latePageNumber = Math.floor((tickets * 0.9) / 10)
  const createGetRequests = (path: string): Buffer[] =>
    admins.map(({ token }) => formatRequest('GET', path, token))
  const getOfficeToken = (index: number): string => admins[index % admins.length]?.token ?? ''
  return {
    database,
    bare: await startBareProcess(url),
    portal: await startPortalProcess(url, dataDir),
    requests: {
      list: LIST_STATUSES.flatMap((status) => createGetRequests(`${LIST_PATH}&status=${status}`)),
      'page 500': createGetRequests(`${SERVICES_PATH}&page=${Math.min(500, latePageNumber)}`),
      search: searchTerms.map((term, index) =>
        formatRequest(
          'GET',
          `${SERVICES_PATH}&searchTerm=${encodeURIComponent(term)}`,
          getOfficeToken(index),
        ),
      ),
      // The portal takes a resident's tenant from the session; the bare server has no sessions, so the body
      // contains the tenant.
      'create by a resident': residents.map(({ id, token }) =>
        formatRequest('POST', '/api/ticket', token, createGatePassBody(id)),
      ),
      'create by the office': residents.map(({ id }, index) =>
        formatRequest('POST', '/api/ticket?by=office', getOfficeToken(index), createGatePassBody(id)),
      ),
    },
    rounds: {
      list: createEmptyRounds(),
      'page 500': createEmptyRounds(),
      search: createEmptyRounds(),
      'create by a resident': createEmptyRounds(),
      'create by the office': createEmptyRounds(),
    },
  }
}

const formatLabel = ({ database }: ServerPair, call: CallName): string =>
  `${call}, ${database.tickets.toLocaleString('en')} tickets`
const getRates = (results: readonly LoadResult[]) =>
  results.map(({ requests, seconds }) => requests / seconds)
const getLatencies = (results: readonly LoadResult[]) => results.flatMap(({ latencies }) => latencies)

/**
 * Formats a table row with the median of the rounds' ratios. Each round has its own ratio, because a
 * disturbance of the machine affects both servers of a round alike.
 */
function formatRatioRow(pair: ServerPair, call: CallName, goal?: number): string[] {
  const [portalRates, bareRates] = [getRates(pair.rounds[call].portal), getRates(pair.rounds[call].bare)]
  const rateRatio = getMedian(portalRates.map((rate, round) => rate / (bareRates[round] ?? Number.NaN)))
  return [
    `${formatLabel(pair, call)}, requests/s`,
    getMedian(portalRates).toFixed(0),
    getMedian(bareRates).toFixed(0),
    rateRatio.toFixed(2),
    ...(goal === undefined ? ['', ''] : [`≥ ${goal.toFixed(2)}`, formatVerdict(rateRatio >= goal)]),
  ]
}

function formatLatencyRow(pair: ServerPair, call: CallName): string[] {
  const [portalLatencies, bareLatencies] = [
    getLatencies(pair.rounds[call].portal),
    getLatencies(pair.rounds[call].bare),
  ]
  const [p50, p99] = [getQuantile(portalLatencies, 0.5), getQuantile(portalLatencies, 0.99)]
  const latencyCells = [`${p50.toFixed(1)} (${p99.toFixed(1)})`, getQuantile(bareLatencies, 0.5).toFixed(1)]
  return [`${formatLabel(pair, call)}, p50 (p99) ms`, ...latencyCells, '', '', '']
}

function formatGrowthRow([smallPair, largePair]: readonly ServerPair[], call: CallName): string[] {
  const getMedians = (pair?: ServerPair) =>
    pair?.rounds[call].portal.map(({ latencies }) => getQuantile(latencies, 0.5)) ?? []
  const smallMedians = getMedians(smallPair)
  const growthFactor = getMedian(
    getMedians(largePair).map((p50, round) => p50 / (smallMedians[round] ?? Number.NaN)),
  )
  const { growth } = GOALS[call]
  const goalCells = growth === undefined ? ['', ''] : [`≤ ${growth}`, formatVerdict(growthFactor <= growth)]
  return [`${call}, p50 large : small`, growthFactor.toFixed(2), '', '', ...goalCells]
}
