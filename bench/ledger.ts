import { Client } from 'pg'
import { insertDefaultSettings } from '@tahanan/server/features/settings/insert-default-settings.ts'
import { openDatabase } from '@tahanan/server/platform/db/client.ts'
import { migrate } from '@tahanan/server/platform/db/migrate.ts'
import { openAccounts } from './accounts.ts'
import type { BenchCluster } from './databases.ts'
import { startPortalProcess } from './processes.ts'
import { runLoad, formatRequest } from './run-load.ts'
import { getQuantile, formatVerdict } from './statistics.ts'

interface LedgerBenchSize {
  readonly tenants: number
  readonly months: number
}

const INSERT_HISTORY_SQL = `
  insert into tenants (client_code, uoccname, created_at)
    select 'L-' || n, 'Tenant ' || n, now() - interval '6 years' from generate_series(1, {tenants}) n;
  insert into statements (tenant_id, title, soa_amount, soa_date, created_at)
    select t.id, 'Statement of Account', 1000 + m, now() - make_interval(months => m),
      now() - make_interval(months => m)
    from tenants t, generate_series({months}, 1, -1) m order by m desc, t.id;
  insert into payments (reference_number, tenant_id, type, status, soa_amount, amount_paid, transaction_date,
      posted_date, receipt_number)
    select 'PY-' || m || '-' || t.id, t.id, 1, 4, 1000 + m, 900, now(),
      now() - make_interval(months => m) + interval '9 days', 'AR-' || m || '-' || t.id
    from tenants t, generate_series({months}, 1, -1) m order by m desc, t.id;
  update tenants set soa_amount = 1001, soa_date = now() - interval '1 month';
  select open_ledgers('Asia/Manila')`

const INSERT_ENTRIES_SQL = `
  insert into ledger_entries (tenant_id, date, due_date, kind, label, amount)
    select t.id, current_date - (m * 30 + 15 - part), case part when 0 then current_date - m * 30 end,
      case part when 0 then 'charge' else 'credit' end, 'Dues', case part when 0 then 1000 else -980 end
    from (select {month} as m) month, generate_series(0, 1) part, tenants t order by part, t.id`

export async function measureLedger(
  cluster: BenchCluster,
  { tenants, months }: LedgerBenchSize,
  logProgress: (message: string) => void,
): Promise<string[][]> {
  const url = await cluster.createEmptyDatabase('bench_ledger')
  const { db, close } = openDatabase({ connectionString: url, poolSize: 1, queryTimeoutMs: 0 })
  await migrate(db)
    .then(() => insertDefaultSettings(db))
    .finally(close)
  logProgress(`filling ${tenants.toLocaleString('en')} ledgers of ${months} months`)
  const ledgerCreationMs = await fillDatabase(url, { tenants, months })
  const accounts = await openAccounts(url, { residents: 1, admins: 1 })
  const portal = await startPortalProcess(url, cluster.folder)
  const sizeLabel = `${tenants.toLocaleString('en')} tenants, ${months} months`
  try {
    const timeCall = async (path: string, goal: number): Promise<string[]> => {
      const request = formatRequest('GET', `/api${path}`, accounts.admins[0]?.token ?? '')
      const { latencies } = await runLoad(portal.port, [request], { connections: 1, milliseconds: 2000 })
      const p50 = getQuantile(latencies, 0.5)
      return [
        `GET ${path}, ${sizeLabel}, p50 ms`,
        p50.toFixed(1),
        '',
        '',
        `≤ ${goal}`,
        formatVerdict(p50 <= goal),
      ]
    }
    return [
      [`opening the ledgers, ${sizeLabel}, s`, (ledgerCreationMs / 1000).toFixed(1), '', '', '', ''],
      await timeCall(`/ledger/${accounts.residents[0]?.id ?? 1}`, 3),
      await timeCall('/ageing', 300),
      await timeCall('/billings?limit=10', 50),
      await timeCall('/billings?limit=0', 1000),
      await timeCall('/reminders?kind=after&days=7', 300),
    ]
  } finally {
    await portal.stop()
  }
}

/** Fills the database. Returns the milliseconds in which PostgreSQL created the ledgers (`open_ledgers`). */
async function fillDatabase(url: string, { tenants, months }: LedgerBenchSize): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const runQuery = async (statement: string, month = 0): Promise<number> => {
      const startTime = performance.now()
      const placeholderValues: Readonly<Record<string, number>> = { tenants, months, month }
      await client.query(
        statement.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(placeholderValues[name])),
      )
      return performance.now() - startTime
    }
    await client.query('begin')
    let duration = 0
    for (const statement of INSERT_HISTORY_SQL.split(';\n')) duration = await runQuery(statement)
    await client.query('commit')
    for (let month = months; month > 0; month--) await runQuery(INSERT_ENTRIES_SQL, month)
    await client.query('vacuum (analyze)')
    return duration
  } finally {
    await client.end()
  }
}
