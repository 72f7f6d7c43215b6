import { expect, test } from 'vitest'
import { IMPORT_LIMITS } from '@tahanan/contract/billing/statement-import.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { createTestTicket } from '@tahanan/server/features/tickets/testing.ts'
import type { LoggedInCaller } from '@tahanan/server/testing/callers.ts'
import { openTestPortal } from '@tahanan/server/testing/portal.ts'

/**
 * Tests attack 26 of docs/attacks.yaml: wildcards, oversized search terms and limits out of range.
 * `26-lists.deep.test.ts` tests every list.
 */
const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const adminClient = await portal.as('admin')
const superAdmin = await portal.as('super-admin')
const ownerClient = await portal.as('client', { uoccname: 'Kalesa 100% wash_day' })
await createTestTicket(ownerClient, 'gatePass')
// The administrator's name contains wildcards, because a search in the audit log finds the name of the
// administrator who changed a record.
const clerkClient = await portal.as('admin', { name: 'Kalesa 100% wash_day' })
await clerkClient.put(`/tenant/${ownerClient.id}`, { uoccpers: 'Ben Cruz' })

interface Operation {
  readonly parameters?: readonly { in: string; name: string; schema: Record<string, unknown> }[]
}

const OTHER_LIMITS: Readonly<Record<string, readonly [number, number]>> = {
  '/api/ads': [1, 50],
  '/api/post-analytic-reports': [1, 50],
  '/api/statement-imports/{uniqId}/pdfs': [0, IMPORT_LIMITS.rows],
}

test('every list declares the bounds of its limit, its page and its search term', async () => {
  const { body } = await portal.nobody.get<{ paths: Record<string, { get?: Operation }> }>('/openapi.json')
  const parameterCounts = { limit: 0, page: 0, searchTerm: 0 }
  const wrongParameters: string[] = []
  for (const [path, { get }] of Object.entries(body.paths))
    for (const { name, schema } of get?.parameters ?? []) {
      // Skips the `page` of saved views: it is the name of a page of the web app, not a page number.
      if (!Object.hasOwn(parameterCounts, name) || schema.enum) continue
      parameterCounts[name as keyof typeof parameterCounts] += 1
      const { type, minimum, maximum, maxLength } = schema
      const [minLimit, maxLimit] = OTHER_LIMITS[path] ?? [0, LIMITS.allRows]
      const expectedSchema = {
        limit: ['integer', minLimit, maxLimit, undefined],
        page: ['integer', 1, LIMITS.page, undefined],
        searchTerm: ['string', undefined, undefined, LIMITS.searchTerm],
      }[name]
      if ([type, minimum, maximum, maxLength].join() !== expectedSchema?.join())
        wrongParameters.push(`${path} ${name}`)
    }
  expect(wrongParameters).toEqual([])
  expect(parameterCounts).toEqual({
    limit: expect.toSatisfy((count: number) => count > 40),
    page: expect.toSatisfy((count: number) => count > 40),
    searchTerm: expect.toSatisfy((count: number) => count > 40),
  })
})

interface List {
  readonly data: unknown[]
  readonly total: number
}
const LISTS: readonly (readonly [LoggedInCaller, string])[] = [
  [ownerClient, '/tickets'],
  [adminClient, '/tenants'],
  [superAdmin, '/audit-log'],
]

test('a limit is a number from 0 to 10,000, a page at least 1, a term at most 200 characters', async () => {
  for (const [caller, path] of LISTS) {
    for (const query of [
      'limit=-1',
      'limit=1e9',
      `limit=${LIMITS.allRows + 1}`,
      'limit=1.5',
      'limit=',
      'limit=x',
      'limit=1&limit=2',
      'page=0',
      'page=-1',
      'page=1e12',
      `searchTerm=${'x'.repeat(10_240)}`,
    ])
      expect([path, query, (await caller.get(`${path}?${query}`)).status]).toEqual([path, query, 400])
    const unlimitedResponse = await caller.get<List>(`${path}?limit=0`)
    expect([path, unlimitedResponse.status, unlimitedResponse.body.data.length]).toEqual([
      path,
      200,
      unlimitedResponse.body.total,
    ])
  }
})

const MATCHING_TERMS = ['Kalesa', 'Kalesa 100%', '100% wash_day', '_', '%']
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

test('a search matches % and _ literally', async () => {
  for (const [caller, path] of [
    [ownerClient, '/tickets'],
    [adminClient, '/ticketIds?all=1'],
    [adminClient, '/tenants'],
    [adminClient, '/tenantIds?all=1'],
    [adminClient, '/search'],
    [superAdmin, '/audit-log'],
  ] as const) {
    const countSearchResults = async (term: string) => {
      const separator = path.includes('?') ? '&' : '?'
      const url = `${path}${separator}searchTerm=${encodeURIComponent(term)}`
      const { status, body } = await caller.get<Partial<List>>(url)
      expect([url, status]).toEqual([url, 200])
      return body.data?.length ?? JSON.stringify(body).split('"id":').length - 1
    }
    for (const term of MATCHING_TERMS)
      expect([path, term, (await countSearchResults(term)) > 0]).toEqual([path, term, true])
    for (const term of UNMATCHED_TERMS)
      expect([path, term, await countSearchResults(term)]).toEqual([path, term, 0])
  }
})
