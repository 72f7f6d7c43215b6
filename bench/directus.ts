import { Client } from 'pg'
import { ticketSearchText } from '../server/platform/db/search-text.ts'
import { gatePass } from '@tahanan/contract/tickets/modules/gate-pass.ts'
import type { BenchCluster, BenchDatabase } from './databases.ts'
import { installDirectus, startDirectus } from './directus-server.ts'
import type { RunningDirectus } from './directus-server.ts'
import { load, rawRequest } from './load.ts'
import { startPortalProcess } from './processes.ts'
import { CREATE_PATH, createBody, LIST_PATH, LIST_STATUSES } from './recorded-portal.ts'
import { searchTerms } from './search-terms.ts'
import { median } from './statistics.ts'

const CALLS = ['list', 'search', 'create'] as const
type CallName = (typeof CALLS)[number]

export interface DirectusFigures {
  call: CallName
  tickets: number
  /** Requests per second, medians of the rounds. */
  portal: number
  directus: number
  /** Median of the rounds' own ratios. */
  ratio: number
}

/**
 * The portal beside Directus, a general server for tables: the same list, search and create of the same tickets, each on a database of its
 * own in one cluster, in short rounds that take turns. Directus is called as the administrator whom its permissions do not slow,
 * without the portal's triggers and unique numbers, with the portal's indexes. Throws NoDirectus where it cannot be installed.
 */
export async function measureDirectus(
  cluster: BenchCluster,
  size: { tickets: number; tenants: number; rounds: number; milliseconds: number; connections: number },
  say: (what: string) => void,
): Promise<DirectusFigures[]> {
  const installed = await installDirectus(cluster.folder, say)
  const { tickets, tenants } = size
  const database = await cluster.open({ tickets, tenants, residents: 64, admins: 8 })
  say('copying the tickets for Directus')
  const copy = await cluster.copy(database, 'bench_directus')
  await leaveToDirectus(copy)
  const directus = await startDirectus(installed, copy)
  const portal = await startPortalProcess(database.url, cluster.folder).catch(async (error: unknown) => {
    await directus.stop()
    throw error
  })
  try {
    await describeTables(directus)
    const requests = {
      portal: await portalRequests(database),
      directus: await directusRequests(database, directus.token),
    }
    const figures: DirectusFigures[] = []
    for (const call of CALLS) {
      say(`measuring ${call} of both`)
      const rates = { portal: [] as number[], directus: [] as number[] }
      for (let round = -1; round < size.rounds; round++)
        for (const side of round % 2 === 0
          ? (['portal', 'directus'] as const)
          : (['directus', 'portal'] as const)) {
          const { port } = side === 'portal' ? portal : directus
          const result = await load(port, requests[side][call], size)
          // Round -1 warms up.
          if (round >= 0) rates[side].push(result.requests / result.seconds)
        }
      figures.push({
        call,
        tickets,
        portal: median(rates.portal),
        directus: median(rates.directus),
        ratio: median(rates.portal.map((rate, round) => rate / (rates.directus[round] ?? Number.NaN))),
      })
    }
    return figures
  } finally {
    await Promise.all([directus.stop(), portal.stop()])
  }
}

/** Without what belongs to the portal's own writing. */
async function leaveToDirectus(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('alter table tickets disable trigger user')
    await client.query('drop index tickets_number')
  } finally {
    await client.end()
  }
}

/** Takes the tables among Directus' collections; that a ticket has a tenant it reads off the foreign key. */
async function describeTables({ port, token }: RunningDirectus): Promise<void> {
  for (const collection of ['tickets', 'tenants']) {
    const answer = await fetch(`http://127.0.0.1:${port}/collections/${collection}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ meta: { hidden: false } }),
    })
    if (!answer.ok) throw new Error(`Directus, ${collection}: ${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
  }
}

async function portalRequests(database: BenchDatabase): Promise<Record<CallName, Buffer[]>> {
  const admin = (index: number): string => database.admins[index % database.admins.length] ?? ''
  const terms = await searchTerms(database.url)
  const body = createBody(new Date())
  return {
    list: LIST_STATUSES.map((status, index) =>
      rawRequest('GET', `${LIST_PATH}&status=${status}`, admin(index)),
    ),
    search: terms.map((term, index) =>
      rawRequest('GET', `${LIST_PATH}&searchTerm=${encodeURIComponent(term)}`, admin(index)),
    ),
    create: database.residents.map(({ token }) => rawRequest('POST', CREATE_PATH, token, body)),
  }
}

/** Requests that ask Directus for the same: ten rows with their tenant, newest first, and how many there are. */
async function directusRequests(database: BenchDatabase, token: string): Promise<Record<CallName, Buffer[]>> {
  const terms = await searchTerms(database.url)
  const page =
    '/items/tickets?limit=10&page=1&sort=-id&meta=filter_count&filter[module][_eq]=gatePass' +
    '&fields=*,tenant_id.id,tenant_id.client_code,tenant_id.uoccname,tenant_id.unit_number'
  const details = createBody(new Date())
  return {
    list: LIST_STATUSES.map((status) => rawRequest('GET', `${page}&filter[status][_eq]=${status}`, token)),
    search: terms.map((term) => {
      const places = ['[search_text]', '[tenant_id][client_code]', '[tenant_id][uoccname]']
      const anywhere = places.map(
        (place, nth) => `&filter[_or][${nth}]${place}[_icontains]=${encodeURIComponent(term)}`,
      )
      return rawRequest('GET', `${page}&filter[status][_neq]=0${anywhere.join('')}`, token)
    }),
    create: database.residents.map(({ id }) =>
      rawRequest('POST', '/items/tickets', token, {
        module: 'gatePass',
        ticket_number: 'GP-2026-000000',
        tenant_id: id,
        status: 1,
        details,
        search_text: ticketSearchText(gatePass, details),
      }),
    ),
  }
}
