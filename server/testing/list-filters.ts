import fc from 'fast-check'
import { expect } from 'vitest'
import type { TicketFilterKey } from '@tahanan/contract/lists/filters.ts'
import { listSorts } from '@tahanan/contract/sorting.ts'
import type { LoggedInCaller } from './callers.ts'

export interface ModelRow {
  readonly id: number
  readonly status: number
  readonly created: string
  readonly main: string | null
  readonly type: string
  readonly tenant: { readonly id: number; readonly clientCode: string; readonly unitNumber: string }
  readonly assigneeId?: number
  readonly isLate?: boolean
  readonly text?: string
}

type Query = Partial<Record<TicketFilterKey | 'status' | 'sort' | 'searchTerm', string>>

/** Times just before and after midnight in Manila (UTC+8), also at the end of a month and of a year. */
export const INSTANTS = [
  '2025-12-30T15:59:59.999Z',
  '2025-12-30T16:00:00.000Z',
  '2025-12-31T15:59:59.999Z',
  '2025-12-31T16:00:00.000Z',
  '2026-01-31T15:59:59.999Z',
  '2026-02-28T16:00:00.000Z',
] as const
const DAYS = ['2025-12-30', '2025-12-31', '2026-01-01', '2026-01-31', '2026-02-28', '2026-03-01']
const toDay = (instant: string) => new Date(Date.parse(instant) + 8 * 3_600_000).toISOString().slice(0, 10)

function matchesQuery(row: ModelRow, query: Query): boolean {
  const { statuses, from, to, by, type, tenantId, unit = '', assigneeId, late, searchTerm } = query
  const instant = by ? row.main : row.created
  const day = instant === null ? '' : toDay(instant)
  const hasPrefix = (text: string) => text.toLowerCase().startsWith(unit.toLowerCase())
  return (
    (!statuses || statuses.split(',').includes(String(row.status))) &&
    (!from || day >= from) &&
    (!to || (day !== '' && day <= to)) &&
    (!type || row.type === type) &&
    (!tenantId || String(row.tenant.id) === tenantId) &&
    (hasPrefix(row.tenant.clientCode) || hasPrefix(row.tenant.unitNumber)) &&
    (!assigneeId || String(row.assigneeId ?? 0) === assigneeId) &&
    (!late || row.isLate === true) &&
    (!searchTerm || row.text === searchTerm)
  )
}

const STATUS_TABS = [1, 2, 3, 4, 5]

interface ModelList {
  readonly path: string
  readonly ids?: string
  readonly rows: readonly ModelRow[]
  readonly keys: readonly TicketFilterKey[]
  readonly sorts: readonly string[]
  readonly hasTabs: boolean
  readonly searchTerm: string
  readonly assignees?: readonly string[]
  readonly tabs?: readonly number[]
}

const chooseField = (values: readonly string[]) => fc.constantFrom('', ...values)

function generateQueries({
  keys,
  sorts,
  rows,
  searchTerm,
  assignees = [],
  tabs = STATUS_TABS,
}: ModelList): fc.Arbitrary<Query> {
  const tenantIds = [...new Set(rows.map(({ tenant }) => String(tenant.id)))]
  const values: Record<TicketFilterKey, readonly string[]> = {
    statuses: [String(tabs[0]), '5,4', '3,3', tabs.slice(0, 2).join(), tabs.join()],
    from: DAYS,
    to: DAYS,
    by: ['main'],
    type: ['1', '2'],
    tenantId: [...tenantIds, '999999'],
    unit: ['A', 'a-1', 'b', 'tower 1', '7_', '%', 'zz'],
    assigneeId: ['0', ...assignees],
    late: ['1'],
  }
  return fc
    .record({
      ...Object.fromEntries(keys.map((key) => [key, fc.oneof(fc.constant(''), chooseField(values[key]))])),
      status: fc.oneof(fc.constant(''), chooseField(tabs.map(String))),
      sort: chooseField(listSorts(sorts)),
      searchTerm: fc.oneof(fc.constant(''), fc.constant(''), chooseField([searchTerm])),
    })
    .filter(({ from, to }: Query) => !from || !to || from <= to)
}

interface Page {
  data: { id: number }[]
  total: number
  counts?: Record<string, number>
}

/**
 * Compares the answers of a list with those of a simple model: the rows, the total, the count of each tab,
 * and the ids for a CSV file, which must be in the order of the list.
 */
export async function checkAgainstModel(
  office: LoggedInCaller,
  list: ModelList,
  numRuns: number,
): Promise<void> {
  const { path, ids, rows, hasTabs, tabs = STATUS_TABS } = list
  await fc.assert(
    fc.asyncProperty(generateQueries(list), async (query) => {
      const searchParams = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''))
      const matchingRows = rows.filter((row) => matchesQuery(row, query))
      const tabRows = matchingRows.filter(({ status }) => !query.status || String(status) === query.status)
      const wholeResponse = await office.get<Page>(`/${path}?${searchParams}&limit=100`)
      expect([String(searchParams), wholeResponse.status]).toEqual([String(searchParams), 200])
      const shownIds = wholeResponse.body.data.map(({ id }) => id)
      expect([...shownIds].toSorted((a, b) => b - a)).toEqual(
        tabRows.map(({ id }) => id).toSorted((a, b) => b - a),
      )
      if (!query.sort) expect(shownIds).toEqual([...shownIds].toSorted((a, b) => b - a))
      const secondPageResponse = await office.get<Page>(`/${path}?${searchParams}&limit=10&page=2`)
      expect(secondPageResponse.body.data.map(({ id }) => id)).toEqual(shownIds.slice(10, 20))
      expect([wholeResponse.body.total, secondPageResponse.body.total]).toEqual([
        tabRows.length,
        tabRows.length,
      ])
      if (hasTabs) {
        const { counts = {} } = wholeResponse.body
        expect(counts['all']).toBe(matchingRows.length)
        for (const status of tabs)
          expect(counts[status]).toBe(matchingRows.filter((row) => row.status === status).length)
      }
      if (ids === undefined) return
      const { body } = await office.get<Page>(`/${ids}?${searchParams}&all=1`)
      expect(body.data.map(({ id }) => id)).toEqual(shownIds)
    }),
    { numRuns },
  )
}
