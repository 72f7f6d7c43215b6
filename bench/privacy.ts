import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { requestErasure } from '@tahanan/server/features/privacy/erasures.ts'
import { openDatabase, type Db } from '@tahanan/server/platform/db/client.ts'
import type { BenchDatabase } from './databases.ts'
import { startPortalProcess } from './processes.ts'
import { LIST_PATH } from './requests.ts'
import { formatRequest, runLoad } from './run-load.ts'
import { formatVerdict, getMedian } from './statistics.ts'

const ERASED_TENANTS = 5
const GOAL_ERASURE_MS = 2000
const MAX_SLOWDOWN = 1.3
const ROUND_OPTIONS = { connections: 4, milliseconds: 1000 }
const ROUND_COUNT = 8

export async function measurePrivacy(
  { url, tickets, admins: [admin] }: BenchDatabase,
  dataDir: string,
  entries: number,
  logProgress: (message: string) => void,
): Promise<string[][]> {
  const { db, close } = openDatabase({ connectionString: url, queryTimeoutMs: 0 })
  const portal = await startPortalProcess(url, dataDir)
  const request = formatRequest('GET', `${LIST_PATH}&status=1`, admin?.token ?? '')
  const measureList = async () => getMedian((await runLoad(portal.port, [request], ROUND_OPTIONS)).latencies)
  try {
    logProgress('removing what is older than its period')
    await startRetention(db)
    await waitForRetention(db)
    logProgress(`adding ${entries.toLocaleString('en')} old entries at the gate`)
    await addOldEntries(db, entries)
    const [timesDuringRemoval, baselineTimes]: [number[], number[]] = [[], []]
    for (let n = 0; n < ROUND_COUNT; n++) baselineTimes.push(await measureList())
    logProgress('removing their names')
    const startTime = performance.now()
    await startRetention(db)
    while ((await countEntriesWithName(db)) === entries) await sleep(5)
    do timesDuringRemoval.push(await measureList())
    while (timesDuringRemoval.length < ROUND_COUNT && (await countEntriesWithName(db)) > 0)
    await waitForRetention(db)
    const entriesPerSecond = entries / ((performance.now() - startTime) / 1000)
    const slowdown = getMedian(timesDuringRemoval) / getMedian(baselineTimes)
    logProgress('erasing tenants')
    const erasures = await eraseTenants(db)
    const slowestErasure = Math.max(...erasures)
    return [
      [
        `list beside the retention, ${Math.round(entriesPerSecond).toLocaleString('en')} rows a second: its p50 : alone`,
        slowdown.toFixed(2),
        '',
        '',
        `≤ ${MAX_SLOWDOWN}`,
        formatVerdict(slowdown <= MAX_SLOWDOWN),
      ],
      [
        `erasure of a tenant, ${tickets.toLocaleString('en')} tickets, p50 (slowest) ms`,
        `${getMedian(erasures).toFixed(0)} (${slowestErasure.toFixed(0)})`,
        '',
        '',
        `≤ ${GOAL_ERASURE_MS}`,
        formatVerdict(slowestErasure <= GOAL_ERASURE_MS),
      ],
    ]
  } finally {
    await portal.stop()
    await close()
  }
}

async function addOldEntries(db: Db, entries: number): Promise<void> {
  await sql`insert into gate_events (key, tenant_id, kind, verdict, name, admin_id, admin_name, at, device_at)
    select gen_random_uuid(), 1 + n % 1000, 'in', 'fine', 'Visitor ' || n, 1, 'Guard', at, at
    from (select n, now() - interval '1 year' + n * interval '20 seconds' as at
      from generate_series(1, ${entries}) n) as made`.execute(db)
  await sql`vacuum analyze gate_events`.execute(db)
}

async function countEntriesWithName(db: Db): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from gate_events where name <> ''`.execute(db)
  return rows[0]?.n ?? 0
}

const startRetention = (db: Db) =>
  sql`select graphile_worker.reschedule_jobs(array_agg(id), run_at => now())
    from graphile_worker.jobs where task_identifier = 'apply-retention' and locked_at is null`.execute(db)

/**
 * Waits until the retention job (it deletes old data) has ended: then its next run is scheduled for later.
 */
async function waitForRetention(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from graphile_worker.jobs
      where task_identifier = 'apply-retention' and locked_at is null and run_at > now()`.execute(db)
    if (rows.length > 0) return
    await sleep(50)
  }
}

/** Erases the data of tenants. Returns the milliseconds of each erasure. */
async function eraseTenants(db: Db): Promise<number[]> {
  const { rows: tenants } = await sql<{ id: number }>`
    select t.id from tenants t join tickets on tenant_id = t.id where t.uoccname not like 'Erased tenant %'
    group by t.id order by count(*) desc, t.id limit ${ERASED_TENANTS}`.execute(db)
  const erasureTimes: number[] = []
  for (const { id: tenantId } of tenants) {
    const erasureOrder = { askedBy: 'Bench', confirmedDebt: true }
    await sql`update payments set status = 5 where tenant_id = ${tenantId} and status in (1, 2, 3)`.execute(
      db,
    )
    const startTime = performance.now()
    const id = await db.transaction().execute((tx) => requestErasure(tx, { tenantId }, erasureOrder))
    for (let state = ''; state !== 'done'; await sleep(5)) {
      const row = await db
        .selectFrom('erasures')
        .select(['state', 'problem'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      if (row.state === 'failed') throw new Error(row.problem)
      state = row.state
    }
    erasureTimes.push(performance.now() - startTime)
  }
  return erasureTimes
}
