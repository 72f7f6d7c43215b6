import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import { BILLING_SORTS, PAYMENT_SORTS } from '@tahanan/contract/sorting.ts'

let resident: LoggedInCaller

const TENANT_FIELDS = [
  ['C-2', 'abad, Ana', 500, '2026-03-31'],
  ['a-3', 'Cruz, Carla', 80, null],
  ['B-1', 'Bautista, Ben', 1200, '2026-05-31'],
  ['d-4', 'Bautista, Ana', 500, '2026-01-31'],
  ['C-1', 'Dizon, Dan', 90.5, '2026-05-31'],
  ['E-9', 'Ecija, Eva', 0, null],
] as const

const portal = await openTestPortal()
const admin = await portal.as('admin')
for (const [clientCode, uoccname, soaAmount, date] of TENANT_FIELDS) {
  const tenant = await portal.as('client', { clientCode, uoccname, soaAmount })
  resident ??= tenant
  const soaDate = date && new Date(date)
  await portal.db.updateTable('tenants').set({ soa_date: soaDate }).where('id', '=', tenant.id).execute()
}
await sql`
  insert into payments (reference_number, tenant_id, type, status, soa_amount, amount_paid, transaction_date)
  select 'PY-2026-' || lpad((n * 7 % 13)::text, 6, '0'), t.id, 1, 2 + n / 3 % 2, 1, 1,
    timestamptz '2026-03-01' + (n * 5 % 11) * interval '1 day'
  from (select id, row_number() over (order by id) as place from tenants) t, generate_series(1, 12) n
  where n % 6 + 1 = t.place`.execute(portal.db)

type Row = Record<string, unknown> & { id: number }

async function loadAllPages(caller: LoggedInCaller, path: string, query: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const { status, body } = await caller.get<{ data: Row[]; total: number }>(
      `${path}?${query}&limit=4&page=${page}`,
    )
    expect([path, query, status]).toEqual([path, query, 200])
    rows.push(...body.data)
    if (rows.length >= body.total || body.data.length === 0) return rows
  }
}

function sortIds(rows: Row[], key: string, descending: boolean): number[] {
  const getSortValue = (row: Row): string | number | null => {
    const { clientCode, uoccname } = (row.tenant ?? row) as Record<string, string>
    if (key === 'created_at') return row.id
    const value = key === 'clientCode' ? clientCode : key === 'clientName' ? uoccname : row[key]
    return typeof value === 'string' ? value.toLowerCase() : (value as number | null)
  }
  const sortedRows = rows.toSorted((a, b) => {
    const [firstValue, secondValue] = [getSortValue(a), getSortValue(b)]
    if (firstValue === secondValue) return b.id - a.id
    if (firstValue === null || secondValue === null) return firstValue === null ? 1 : -1
    return firstValue < secondValue === descending ? 1 : -1
  })
  return sortedRows.map(({ id }) => id)
}

test('billings and payments are sorted across all pages, missing values last', async () => {
  for (const [path, keys, count] of [
    ['/billings', BILLING_SORTS, 6],
    ['/payments', PAYMENT_SORTS, 12],
  ] as const) {
    const rowsInDefaultOrder = await loadAllPages(admin, path, '')
    expect([path, rowsInDefaultOrder.length]).toEqual([path, count])
    for (const key of keys)
      for (const sort of [key, `-${key}`]) {
        const rows = await loadAllPages(admin, path, `sort=${sort}`)
        expect([path, sort, rows.map(({ id }) => id)]).toEqual([
          path,
          sort,
          sortIds(rowsInDefaultOrder, key, sort.startsWith('-')),
        ])
      }
    expect((await admin.get(`${path}?sort=attachment`)).status).toBe(400)
    expect((await admin.get(`${path}?sort=clientName&page=1000`)).status).toBe(200)
    expect((await admin.get(`${path}?sort=clientName&page=1001`)).status).toBe(400)
  }
  const verifiedPayments = await loadAllPages(
    admin,
    '/payments',
    'status=3&searchTerm=py-2026&sort=transactionDate',
  )
  expect(verifiedPayments.map(({ id }) => id)).toEqual(sortIds(verifiedPayments, 'transactionDate', false))
  expect(verifiedPayments).toHaveLength(6)
})

test('a resident sorts only their own payments', async () => {
  const ownPayments = await loadAllPages(resident, '/payments', 'sort=transactionDate')
  expect(ownPayments.map(({ tenantId }) => tenantId)).toEqual([resident.id, resident.id])
  expect(ownPayments.map(({ id }) => id)).toEqual(sortIds(ownPayments, 'transactionDate', false))
})
