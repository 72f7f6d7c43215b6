import { load, rawRequest } from './load.ts'
import type { LoadResult } from './load.ts'
import type { BenchDatabase } from './databases.ts'
import { startBareProcess, startPortalProcess } from './processes.ts'
import type { RunningProcess } from './processes.ts'
import { CREATE_PATH, createBody, LIST_PATH, LIST_STATUSES, SERVICES_PATH } from './recorded-portal.ts'
import { searchTerms } from './search-terms.ts'
import { median, quantile } from './statistics.ts'

export type CallName = 'list' | 'page 500' | 'page near the end' | 'search' | 'create'
export const CALL_NAMES: readonly CallName[] = ['list', 'page 500', 'page near the end', 'search', 'create']

/** One database with both servers on it. */
interface Pair {
  database: BenchDatabase
  portal: RunningProcess
  bare: RunningProcess
  requests: Record<CallName, Buffer[]>
}

/** One line of the table: a call at one size. */
export interface CallFigures {
  call: CallName
  tickets: number
  /** Requests per second, medians of the rounds. */
  portal: number
  bare: number
  /** Median of the rounds' own ratios, so that what disturbs a round disturbs both sides of it. */
  ratio: number
  /** Milliseconds. */
  portalP50: number
  portalP99: number
  bareP50: number
  /** Medians of the portal, one a round: rounds lie side by side in time, so sizes are compared round by round too. */
  roundP50s: number[]
}

/**
 * Measures the portal and the bare server on each database in short rounds that take turns: portal, bare, portal, bare …,
 * small database, large database.
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
  say: (what: string) => void,
): Promise<CallFigures[]> {
  const pairs: Pair[] = []
  try {
    for (const database of databases) pairs.push(await startPair(database, options.dataDir))
    const figures: CallFigures[] = []
    for (const call of options.calls) {
      say(`measuring ${call}`)
      const rounds = pairs.map(() => ({ portal: [] as LoadResult[], bare: [] as LoadResult[] }))
      for (let round = -1; round < options.rounds; round++) {
        for (const [index, pair] of pairs.entries()) {
          // Round -1 warms up: plans, caches, compiled code.
          const milliseconds = round < 0 ? options.milliseconds / 2 : options.milliseconds
          for (const side of round % 2 === 0
            ? (['portal', 'bare'] as const)
            : (['bare', 'portal'] as const)) {
            const result = await load(pair[side].port, pair.requests[call], {
              connections: options.connections,
              milliseconds,
            })
            if (round >= 0) rounds[index]?.[side].push(result)
          }
        }
      }
      figures.push(
        ...pairs.map(({ database }, index) =>
          summarise(call, database.tickets, rounds[index] ?? { portal: [], bare: [] }),
        ),
      )
    }
    return figures
  } finally {
    for (const { portal, bare } of pairs) await Promise.all([portal.stop(), bare.stop()])
  }
}

async function startPair(database: BenchDatabase, dataDir: string): Promise<Pair> {
  const now = new Date()
  const terms = await searchTerms(database.url)
  const admin = (index: number) => database.admins[index % database.admins.length] ?? ''
  // One ticket of fifty is deleted, so that nine tenths of the pages are there for sure.
  const nearEnd = Math.floor((database.tickets * 0.9) / 10)
  const farPages = (page: number) =>
    database.admins.map((token) => rawRequest('GET', `${SERVICES_PATH}&page=${page}`, token))
  const bare = await startBareProcess(database.url, dataDir)
  return {
    database,
    bare,
    portal: await startPortalProcess(database.url, dataDir),
    requests: {
      list: database.admins.flatMap((token) =>
        LIST_STATUSES.map((status) => rawRequest('GET', `${LIST_PATH}&status=${status}`, token)),
      ),
      'page 500': farPages(Math.min(500, nearEnd)),
      'page near the end': farPages(nearEnd),
      search: terms.map((term, index) =>
        rawRequest('GET', `${LIST_PATH}&searchTerm=${encodeURIComponent(term)}`, admin(index)),
      ),
      create: database.residents.map(({ token }) => rawRequest('POST', CREATE_PATH, token, createBody(now))),
    },
  }
}

const rates = (results: readonly LoadResult[]) => results.map(({ requests, seconds }) => requests / seconds)
const waits = (results: readonly LoadResult[]) => results.flatMap(({ latencies }) => latencies)

function summarise(
  call: CallName,
  tickets: number,
  { portal, bare }: { portal: LoadResult[]; bare: LoadResult[] },
): CallFigures {
  const [portalRates, bareRates] = [rates(portal), rates(bare)]
  return {
    call,
    tickets,
    portal: median(portalRates),
    bare: median(bareRates),
    ratio: median(portalRates.map((rate, round) => rate / (bareRates[round] ?? Number.NaN))),
    portalP50: quantile(waits(portal), 0.5),
    portalP99: quantile(waits(portal), 0.99),
    bareP50: quantile(waits(bare), 0.5),
    roundP50s: portal.map(({ latencies }) => quantile(latencies, 0.5)),
  }
}
