import { expect, test } from 'vitest'
import { IMPORT_LIMITS } from '@tahanan/contract/billing/statement-import.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import type { LoggedIn } from '@tahanan/server/testing/callers.ts'
import { openTestPortal } from '@tahanan/server/testing/portal.ts'
import { apiCalls, type ApiCall } from './api-calls.ts'
import { makeCommunity } from './community.ts'

/** Attack 26, on every list there is: wildcards, endless terms, limits that mean everything. */
const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const community = await makeCommunity(portal)
const lists = (await apiCalls(portal)).filter(
  ({ method, query }) => method === 'get' && (query.includes('limit') || query.includes('searchTerm')),
)

type Who = 'owner' | 'office' | 'superAdmin'
interface List {
  data: unknown[]
  total: number
}

/** A list's path for a caller, with what it needs besides. */
const pathFor = ({ path }: ApiCall, who: Who) =>
  path
    .replace('{readerId}', String(community[who].id))
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
/** Retries on 503, which a very busy machine answers. */
async function ask(list: ApiCall, who: Who, query: string) {
  for (let tries = 1; ; tries++) {
    const answer = await (community[who] as LoggedIn).get<List>(pathFor(list, who) + query)
    if (answer.status !== 503 || tries === 3) return answer
  }
}

/** Returns the readers of a list; none may be left out, or the test would prove nothing. */
async function readersOf(list: ApiCall): Promise<Who[]> {
  const readers: Who[] = []
  for (const who of ['owner', 'office', 'superAdmin'] as const)
    if ((await ask(list, who, '')).status === 200) readers.push(who)
  expect([list.path, readers.length]).toEqual([list.path, expect.toSatisfy((count: number) => count > 0)])
  return readers
}

/** The names of an import's PDFs are told in one piece: short words of at most one import's rows. */
const mostOf = ({ path }: ApiCall) =>
  path === '/statement-imports/{uniqId}/pdfs' ? IMPORT_LIMITS.rows : LIMITS.allRows

test('a limit is a number from 0 to 10,000, and a page begins at 1', async () => {
  expect(lists.length).toBeGreaterThan(35)
  for (const list of lists.filter(({ query }) => query.includes('limit')))
    for (const who of await readersOf(list)) {
      const statusOf = async (query: string) => (await ask(list, who, query)).status
      const wrong = [
        'limit=-1',
        'limit=1e9',
        `limit=${mostOf(list) + 1}`,
        'limit=1.5',
        'limit=',
        'limit=x',
        'limit=1&limit=2',
      ]
      if (list.query.includes('page')) wrong.push('page=0', 'page=-1', 'page=1e12')
      for (const query of wrong)
        expect([list.path, who, query, await statusOf(query)]).toEqual([list.path, who, query, 400])
      if (!list.query.includes('page')) continue
      const all = await ask(list, who, 'limit=0')
      expect([list.path, all.status, all.body.data.length <= mostOf(list)]).toEqual([list.path, 200, true])
      // The audit log ends after its newest 10,000 lines and says so; other lists are empty there.
      const last = await statusOf(`page=${LIMITS.page}&limit=${LIMITS.allRows}`)
      expect([list.path, last]).toEqual([list.path, list.path === '/audit-log' ? 400 : 200])
    }
})

/** Counts the findings of a search. The search over everything answers by kind, the CSV calls answer bare lists. */
async function found(list: ApiCall, who: Who, term: string): Promise<number> {
  const all = list.query.includes('all') ? '&all=1' : ''
  const { status, body } = await ask(list, who, `searchTerm=${encodeURIComponent(term)}${all}`)
  expect([list.path, term, status]).toEqual([list.path, term, 200])
  if (Array.isArray(body)) return body.length
  return Array.isArray(body.data) ? body.data.length : JSON.stringify(body).split('"id":').length - 1
}

const NOWHERE = [
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

test('a search takes % and _ as they stand, and refuses terms without end', async () => {
  let finding = 0
  for (const list of lists.filter(({ query }) => query.includes('searchTerm'))) {
    if (list.path === '/audit-log/export') continue
    for (const who of await readersOf(list)) {
      const words = await found(list, who, 'Kalesa')
      // the term is found, and with a wildcard in place of a letter nothing is
      for (const term of ['Kalesa 100%', '100% wash_day'])
        expect([list.path, who, term, await found(list, who, term)]).toEqual([list.path, who, term, words])
      for (const term of NOWHERE)
        expect([list.path, who, term, await found(list, who, term)]).toEqual([list.path, who, term, 0])
      if (words > 0) finding++
      const endless = await ask(list, who, `searchTerm=${'x'.repeat(10_240)}`)
      expect([list.path, endless.status]).toEqual([list.path, 400])
    }
  }
  expect(finding).toBeGreaterThan(20)
})
