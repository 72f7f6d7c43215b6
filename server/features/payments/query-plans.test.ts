import { CompiledQuery, sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase, type DbOrTx } from '#platform/db/client.ts'
import { toSearchPatterns } from '#platform/db/lists/search-patterns.ts'
import { openTestDatabase } from '#platform/db/testing.ts'
import { getPaymentList, countByStatus, type PaymentFilter } from './repository.ts'

/**
 * Number of payments in the test. To measure a large table, run `PAYMENTS_IN_PLANS=1000000 npx vitest run
 * …/query-plans.test.ts`.
 */
const ROW_COUNT = Number(process.env.PAYMENTS_IN_PLANS ?? 20_000)

const database = await openTestDatabase()
const { db, close } = openDatabase({ connectionString: database.connectionString, queryTimeoutMs: 0 })
await sql`insert into tenants (client_code, uoccname, unit_number)
  select 'U-' || n, 'Tenant ' || md5(n::text), 'Unit ' || n from generate_series(1, 2000) n`.execute(db)
// Resembles a portal after years: nearly all payments are posted; the newest and a few old ones are waiting.
for (let firstRow = 1; firstRow <= ROW_COUNT; firstRow += 50_000)
  await sql`insert into payments (reference_number, tenant_id, type, status, soa_amount, amount_paid, receipt_number)
    select 'PY-2026-' || lpad(n::text, 7, '0'), 1 + n::bigint * 7919 % 2000, 1 + n % 3, s, 1000, 500,
      case when s = 4 then 'AR-2026-' || lpad(n::text, 7, '0') end
    from generate_series(${firstRow}::int, least(${firstRow}::int + 49999, ${ROW_COUNT}::int)) n,
      lateral (select case when n > ${ROW_COUNT}::int - 300 then 1 + n % 2
        when n % 5000 = 0 then 2 when n % 997 = 0 then 3
        when n % 50 = 0 then 5 else 4 end as s) one`.execute(db)
await sql`vacuum analyze payments, tenants`.execute(db)
await close()

interface Plan {
  'Node Type': string
  'Index Name'?: string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: Plan[]
}

async function explainQueries(
  runQueries: (db: DbOrTx) => Promise<unknown>,
): Promise<{ nodes: Plan[]; ms: number; buffers: number }[]> {
  const statements: CompiledQuery[] = []
  const recordingDb = new Proxy(database.db, {
    get: (target, key) =>
      key === 'executeQuery'
        ? (query: CompiledQuery) => (statements.push(query), target.executeQuery(query))
        : Reflect.get(target, key),
  })
  await runQueries(recordingDb)
  return Promise.all(
    statements.map(async ({ sql: text, parameters }) => {
      const explain = CompiledQuery.raw(`explain (analyze, buffers, format json) ${text}`, [...parameters])
      const { rows } = await database.db.executeQuery<{
        'QUERY PLAN': [{ Plan: Plan & { 'Shared Hit Blocks': number }; 'Execution Time': number }]
      }>(explain)
      const [{ Plan: plan, 'Execution Time': ms }] = rows[0]!['QUERY PLAN']
      return { nodes: flattenPlan(plan), ms, buffers: plan['Shared Hit Blocks'] }
    }),
  )
}
const flattenPlan = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flattenPlan)]
const firstPage = { limit: 10, offset: 0 }

async function listUsedIndexes(
  { status, ...filter }: PaymentFilter & { status?: number },
  page = firstPage,
): Promise<string[]> {
  const [plan] = await explainQueries((db) => getPaymentList(status ?? null).read(db, filter, page))
  if (process.env.PAYMENTS_IN_PLANS)
    console.log(JSON.stringify({ status, filter, page, ms: plan!.ms, buffers: plan!.buffers }))
  const sequentialScans = plan!.nodes.filter((node) => node['Node Type'].includes('Seq Scan'))
  expect(sequentialScans.map((node) => node['Relation Name'])).not.toContain('payments')
  // Ignores plan nodes that PostgreSQL did not run, such as the search for duplicates of payments that have
  // none.
  const executedNodes = plan!.nodes.filter((node) => node['Actual Loops'] > 0)
  return executedNodes.flatMap((node) =>
    node['Index Name']?.startsWith('payments_') && node['Index Name'] !== 'payments_pkey'
      ? [`${node['Node Type']} ${node['Index Name']}`]
      : [],
  )
}

test('each tab of the office is an index-only scan of its own index', async () => {
  expect(await listUsedIndexes({})).toEqual(['Index Only Scan payments_newest'])
  expect(await listUsedIndexes({ status: 2 })).toEqual(['Index Only Scan payments_for_verification'])
  for (const status of [3, 5])
    expect(await listUsedIndexes({ status })).toEqual(['Index Only Scan payments_status'])
  // Nearly all payments are posted, so the planner may use either of these two indexes.
  expect((await listUsedIndexes({ status: 4 })).join()).toMatch(/Scan payments_(status|newest)$/)
  expect(await listUsedIndexes({}, { limit: 10, offset: ROW_COUNT - 10 })).toEqual([
    'Index Only Scan payments_newest',
  ])
})

test('a resident’s list uses their index', async () => {
  expect(await listUsedIndexes({ tenantId: 7 })).toEqual(['Index Only Scan payments_tenant'])
  expect((await listUsedIndexes({ tenantId: 7, status: 4 })).join()).toMatch(/payments_(tenant|status)/)
})

test('a search for a number uses the trigram index', async () => {
  const number = `PY-2026-${String(ROW_COUNT / 2).padStart(7, '0')}`
  expect((await listUsedIndexes(toSearchPatterns(number))).join()).toContain('payments_search')
  if (!process.env.PAYMENTS_IN_PLANS) return
  for (const term of ['A-1', 'U-77', 'U-777', 'py-2026', 'no such thing'])
    await listUsedIndexes(toSearchPatterns(term))
  await listUsedIndexes({ status: 5, ...toSearchPatterns('tenant') })
})

test('totals sum a few rows', async () => {
  await sql`delete from payment_tallies`.execute(database.db)
  await sql`insert into payment_tallies select status, count(*) from payments group by status`.execute(
    database.db,
  )
  const [plan] = await explainQueries(countByStatus)
  if (process.env.PAYMENTS_IN_PLANS) console.log(JSON.stringify({ tallies: plan!.ms }))
  expect(Math.max(...plan!.nodes.map((node) => node['Actual Rows']))).toBeLessThan(10)
})
