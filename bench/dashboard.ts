import { Client } from 'pg'
import type { BenchDatabase } from './databases.ts'
import { startPortalProcess } from './processes.ts'
import { runLoad, formatRequest } from './run-load.ts'
import { getQuantile, formatVerdict } from './statistics.ts'

const BUDGET_MS = 50
/** Limits stricter than `BUDGET_MS`, in milliseconds, for calls that every administrator makes often. */
const BUDGETS_BY_PATH: Readonly<Record<string, number>> = { '/desk': 30, '/desk-counts': 5 }
const createSearchPath = (term: string): string => `/search?searchTerm=${encodeURIComponent(term)}`

export async function measureDashboard(
  { url, tickets, admins: [admin], residents: [resident] }: BenchDatabase,
  dataDir: string,
  logProgress: (message: string) => void,
): Promise<string[][]> {
  const { uoccname, client_code, ticket_number } = await findTerms(url)
  const dashboardCalls: [who: 'office' | 'resident', path: string][] = [
    ['office', '/summary-reports'],
    ['office', '/summary-requests'],
    ['office', '/summary-reservations'],
    ['office', '/summary-modules'],
    ['office', '/post-analytic-reports?limit=10'],
    ['office', '/desk'],
    ['office', '/desk-counts'],
    ['office', '/logged-in-monitor'],
    ['office', '/logged-in-monitor?searchTerm=reyes'],
    ['office', createSearchPath(uoccname)],
    ['office', createSearchPath(client_code)],
    ['office', createSearchPath(ticket_number)],
    ['office', createSearchPath('faucet')],
    ['office', createSearchPath('an')],
    ['office', createSearchPath('nobody has this')],
    ['resident', createSearchPath('elevator')],
    ['resident', createSearchPath('an')],
    ['resident', createSearchPath('nobody has this')],
  ]
  logProgress('measuring dashboard and search across everything')
  const portal = await startPortalProcess(url, dataDir)
  try {
    const resultRows: string[][] = []
    for (const [role, path] of dashboardCalls) {
      const { token } = { office: admin, resident }[role] ?? { token: '' }
      const { latencies } = await runLoad(portal.port, [formatRequest('GET', `/api${path}`, token)], {
        connections: 1,
        milliseconds: 1000,
      })
      const budgetMs = BUDGETS_BY_PATH[path] ?? BUDGET_MS
      const [p50, p95] = [getQuantile(latencies, 0.5), getQuantile(latencies, 0.95)]
      resultRows.push([
        `${role} ${path}, ${tickets.toLocaleString('en')} tickets, p50 (p95) ms`,
        `${p50.toFixed(1)} (${p95.toFixed(1)})`,
        '',
        '',
        `≤ ${budgetMs}`,
        formatVerdict(p50 <= budgetMs),
      ])
    }
    return resultRows
  } finally {
    await portal.stop()
  }
}

async function findTerms(
  url: string,
): Promise<{ uoccname: string; client_code: string; ticket_number: string }> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select uoccname, client_code, (select ticket_number from tickets order by id offset 500 limit 1) as ticket_number
       from tenants order by id offset 40 limit 1`,
    )
    return rows[0]
  } finally {
    await client.end()
  }
}
