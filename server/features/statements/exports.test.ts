import { expect, test } from 'vitest'
import { publishPost } from '#features/posts/testing.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import { BILLING_SORTS, DATE_SORTS, MONITOR_SORTS, TENANT_SORTS } from '@tahanan/contract/sorting.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin')

const TENANT_FIELDS = [
  ['C-2', 'abad, Ana', '2026-03-01'],
  ['a-3', 'Cruz, Carla', null],
  ['B-1', 'Bautista, Ben', '2026-01-01'],
  ['D 4', 'Cruz, Dado', '2026-02-01'],
] as const
for (const [index, [clientCode, uoccname, lastSeen]] of TENANT_FIELDS.entries()) {
  const tenant = await portal.as('client', { clientCode, uoccname, soaAmount: (index * 7) % 5 })
  await tenant.post('/feedback', { rate: 1 + index, message: `=Salamat po ${index} Cruz` })
  await publishPost(admin, { title: `Notice ${index} of Cruz` })
  await portal.db.updateTable('tenants').set({ last_seen: lastSeen }).where('id', '=', tenant.id).execute()
}
for (const [index, day] of ['2026-01-09', '2026-01-02', '2026-01-20'].entries())
  await admin.post('/memorandum', { title: `Memo ${index}`, description: 'x', date: day })

type Row = Record<string, unknown> & { id: number }
const loadRows = async (path: string) => {
  const { status, body } = await admin.get<ListOf<Row>>(path)
  expect([path, status]).toEqual([path, 200])
  return body.data
}
const getIds = (rows: Row[]) => rows.map(({ id }) => id)

function sortIds(rows: Row[], key: string, descending: boolean): number[] {
  const getSortValue = ({ [key]: value }: Row) => (typeof value === 'string' ? value.toLowerCase() : value)
  const sortedRows = rows.toSorted((a, b) => {
    const [firstValue, secondValue] = [getSortValue(a), getSortValue(b)] as [
      string | number | null,
      string | number | null,
    ]
    if (firstValue === secondValue) return b.id - a.id
    if (firstValue === null || secondValue === null) return firstValue === null ? 1 : -1
    return firstValue < secondValue === descending ? 1 : -1
  })
  return getIds(sortedRows)
}

const LIST_CASES = [
  ['tenants', 'tenantIds', TENANT_SORTS],
  ['logged-in-monitor', 'logged-in-monitorIds', MONITOR_SORTS],
  ['feedbacks', 'feedbackIds', DATE_SORTS],
  ['posts', 'postIds', DATE_SORTS],
] as const

test.each([...LIST_CASES, ['memorandums', undefined, ['date']] as const])(
  '/%s is sorted across its pages in both directions',
  async (listName, _, keys) => {
    const allRows = await loadRows(`/${listName}?limit=0`)
    expect(allRows.length).toBeGreaterThan(2)
    for (const key of keys)
      for (const sort of [key, `-${key}`]) {
        const pages = await Promise.all(
          [1, 2].map((page) => loadRows(`/${listName}?limit=2&page=${page}&sort=${sort}`)),
        )
        expect([sort, getIds(pages.flat())]).toEqual([
          sort,
          sortIds(allRows, key, sort.startsWith('-')).slice(0, 4),
        ])
      }
    for (const sort of ['password', 'id', `${keys[0]},id`])
      expect((await admin.get(`/${listName}?sort=${sort}`)).status).toBe(400)
  },
)

test.each([...LIST_CASES, ['billings', 'billingIds', BILLING_SORTS] as const])(
  'the file of /%s has the rows of the search, or the selected ones, in the order of the list',
  async (listName, path, keys) => {
    for (const sort of ['', ...keys.flatMap((key) => [key, `-${key}`])]) {
      const list = await loadRows(`/${listName}?limit=50&searchTerm=cruz&sort=${sort}`)
      expect(list.length).toBeGreaterThan(1)
      const file = await loadRows(`/${path}?all=1&searchTerm=cruz&sort=${sort}`)
      expect([sort, getIds(file)]).toEqual([sort, getIds(list)])
    }
    const sort = `-${keys[0]}`
    const list = await loadRows(`/${listName}?limit=50&searchTerm=cruz&sort=${sort}`)
    const selectedIds = [list.at(-1)!.id, list[0]!.id, 999_999]
    const file = await loadRows(`/${path}?selectedIds=${selectedIds.join()}&sort=${sort}`)
    expect(getIds(file)).toEqual([list[0]!.id, list.at(-1)!.id])
    expect(await loadRows(`/${path}`)).toEqual([])
    expect((await admin.get(`/${path}?all=1&sort=password`)).status).toBe(400)
  },
)
