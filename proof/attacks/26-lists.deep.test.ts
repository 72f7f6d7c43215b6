import { expect, test } from 'vitest'
import { IMPORT_LIMITS } from '@tahanan/contract/billing/statement-import.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import type { LoggedInCaller } from '@tahanan/server/testing/callers.ts'
import { openTestPortal } from '@tahanan/server/testing/portal.ts'
import { listApiCalls, type ApiCall } from './api-calls.ts'
import { createCommunity } from './community.ts'

/**
 * Tests attack 26 of docs/attacks.yaml on every list: wildcards, oversized search terms and limits out of
 * range.
 */
const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const community = await createCommunity(portal)
const listCalls = (await listApiCalls(portal)).filter(
  ({ method, query }) => method === 'get' && (query.includes('limit') || query.includes('searchTerm')),
)

type CallerName = 'owner' | 'office' | 'superAdmin'
interface List {
  data: unknown[]
  total: number
}

const getPath = ({ path }: ApiCall, callerName: CallerName) =>
  path
    .replace('{readerId}', String(community[callerName].id))
    .replace('{uniqId}', community.uniqId)
    .replace('{id}', String(community.ids['bank-line']))
    .replace('{tenantId}', String(community.owner.id))
    .replace('{id}', String(community.ids[path.split('/')[1] ?? '']))
    .concat(
      path === '/comments'
        ? `?postId=${community.ids.post}&`
        : path.endsWith('/pdfs')
          ? '?kind=missing&'
          : path === '/receipt-register'
            ? '?seriesId=1&'
            : '?',
    )
const fetchList = (list: ApiCall, callerName: CallerName, query: string) =>
  (community[callerName] as LoggedInCaller).get<List>(getPath(list, callerName) + query)

async function findReaders(list: ApiCall): Promise<CallerName[]> {
  const readerNames: CallerName[] = []
  for (const caller of ['owner', 'office', 'superAdmin'] as const)
    if ((await fetchList(list, caller, '')).status === 200) readerNames.push(caller)
  expect([list.path, readerNames.length]).toEqual([list.path, expect.toSatisfy((count: number) => count > 0)])
  return readerNames
}

/**
 * Returns the highest allowed `limit` of a list. It is higher for the PDFs of an import, because one response
 * contains all of them.
 */
const getLargestLimit = ({ path }: ApiCall) =>
  path === '/statement-imports/{uniqId}/pdfs' ? IMPORT_LIMITS.rows : LIMITS.allRows

test('a limit is a number from 0 to 10,000, a page at least 1', async () => {
  expect(listCalls.length).toBeGreaterThan(35)
  for (const listCall of listCalls.filter(({ query }) => query.includes('limit')))
    for (const caller of await findReaders(listCall)) {
      const getStatus = async (query: string) => (await fetchList(listCall, caller, query)).status
      const invalidQueries = [
        'limit=-1',
        'limit=1e9',
        `limit=${getLargestLimit(listCall) + 1}`,
        'limit=1.5',
        'limit=',
        'limit=x',
        'limit=1&limit=2',
      ]
      if (listCall.query.includes('page')) invalidQueries.push('page=0', 'page=-1', 'page=1e12')
      for (const query of invalidQueries)
        expect([listCall.path, caller, query, await getStatus(query)]).toEqual([
          listCall.path,
          caller,
          query,
          400,
        ])
      if (!listCall.query.includes('page')) continue
      const unlimitedResponse = await fetchList(listCall, caller, 'limit=0')
      expect([
        listCall.path,
        unlimitedResponse.status,
        unlimitedResponse.body.data.length <= getLargestLimit(listCall),
      ]).toEqual([listCall.path, 200, true])
      // Three lists answer 400 for a page beyond their newest 10,000 rows. The other lists return an empty
      // page.
      const lastPageStatus = await getStatus(`page=${LIMITS.page}&limit=${LIMITS.allRows}`)
      expect([listCall.path, lastPageStatus]).toEqual([
        listCall.path,
        ['/audit-log', '/deliveries', '/gate-log'].includes(listCall.path) ? 400 : 200,
      ])
    }
})

/**
 * Counts the results of a search. The global search groups its results by kind, and CSV calls return arrays.
 */
async function countSearchResults(list: ApiCall, callerName: CallerName, term: string): Promise<number> {
  const allQuery = list.query.includes('all') ? '&all=1' : ''
  const { status, body } = await fetchList(
    list,
    callerName,
    `searchTerm=${encodeURIComponent(term)}${allQuery}`,
  )
  expect([list.path, term, status]).toEqual([list.path, term, 200])
  if (Array.isArray(body)) return body.length
  return Array.isArray(body.data) ? body.data.length : JSON.stringify(body).split('"id":').length - 1
}

const UNMATCHED_TERMS = [
  '%%',
  '___',
  'K%a 100',
  'K_lesa',
  'Kalesa 100_',
  'wash%day',
  String.raw`Kalesa\%`,
  String.raw`100\% wash`,
  "Kalesa' or '1'='1",
]

test('a search matches % and _ literally, and refuses terms of 10 KB', async () => {
  let listsWithResults = 0
  for (const listCall of listCalls.filter(({ query }) => query.includes('searchTerm'))) {
    if (listCall.path === '/audit-log/export') continue
    for (const caller of await findReaders(listCall)) {
      const matchCount = await countSearchResults(listCall, caller, 'Kalesa')
      for (const term of ['Kalesa 100%', '100% wash_day'])
        expect([listCall.path, caller, term, await countSearchResults(listCall, caller, term)]).toEqual([
          listCall.path,
          caller,
          term,
          matchCount,
        ])
      for (const term of UNMATCHED_TERMS)
        expect([listCall.path, caller, term, await countSearchResults(listCall, caller, term)]).toEqual([
          listCall.path,
          caller,
          term,
          0,
        ])
      if (matchCount > 0) listsWithResults++
      const oversizedSearch = await fetchList(listCall, caller, `searchTerm=${'x'.repeat(10_240)}`)
      expect([listCall.path, oversizedSearch.status]).toEqual([listCall.path, 400])
    }
  }
  expect(listsWithResults).toBeGreaterThan(20)
})
