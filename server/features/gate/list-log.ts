import { sql, type RawBuilder } from 'kysely'
import { ENTRY_WAS_UNDONE } from '#features/tickets/entry-was-undone.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { buildAnyOfIds } from '#platform/db/expressions.ts'
import { buildWordsCondition } from '#platform/db/lists/build-search-condition.ts'
import { listLatest } from '#platform/db/lists/list-latest.ts'
import { buildDaysConditions, type Days } from '#platform/db/lists/row-filter.ts'
import { parseSelectedIds, type Page } from '#platform/http/list-query.ts'
import type { GateFigures } from '@tahanan/contract/gate/answers.ts'
import type { EntryKind } from '@tahanan/contract/gate/labels-and-codes.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'

export interface LogFilter {
  readonly days?: Days | null
  readonly kind?: EntryKind | undefined
  readonly state?: 'marked' | 'offline' | 'undone' | undefined
  readonly tenantId?: number | undefined
  readonly gateId?: number | undefined
}

const IS_UNDONE = sql<boolean>`(e.kind in ('in', 'out') and ${ENTRY_WAS_UNDONE})`

const STATE_CONDITIONS: Readonly<Record<NonNullable<LogFilter['state']>, RawBuilder<boolean>>> = {
  marked: sql`e.mark <> ''`,
  offline: sql`e.offline`,
  undone: IS_UNDONE,
}

// Searches name and ticket number separately, because each has its own trigram index.
const matchesSearch = (
  term: string,
) => sql<boolean>`(e.name <> '' and ${buildWordsCondition(sql`folded(e.name)`, term, { isIndexed: true })}
  or e.ticket_id = any(array(select t.id from tickets t
    where t.status <> 0 and ${buildWordsCondition(sql`t.search_text`, term, { isIndexed: true })}
    order by t.id desc limit ${sql.lit(LIMITS.searchTotal)})))`

function toConditions({ days, kind, state, tenantId, gateId }: LogFilter, searchTerm: string) {
  const conditions: RawBuilder<boolean>[] = [sql`true`, ...buildDaysConditions(sql`e.at`, days ?? {})]
  if (kind) conditions.push(sql`e.kind = ${kind}`)
  if (state) conditions.push(STATE_CONDITIONS[state])
  if (tenantId !== undefined) conditions.push(sql`e.tenant_id = ${tenantId}`)
  if (gateId !== undefined) conditions.push(sql`e.gate_id = ${gateId}`)
  if (searchTerm !== '') conditions.push(matchesSearch(searchTerm))
  return sql.join(conditions, sql` and `)
}

const selectLog = (filter: LogFilter, searchTerm: string) =>
  sql<{ id: number; at: Date }>`select e.id, e.at from gate_events e
    where ${toConditions(filter, searchTerm)} order by e.at desc, e.id desc`

/** Lists the gate's log, newest first: only the latest 10,000 matching entries, with their count. */
export const listLog = (db: DbOrTx, filter: LogFilter, page: Pick<Page, 'limit' | 'offset' | 'searchTerm'>) =>
  listLatest(db, selectLog(filter, page.searchTerm), page, (ids) => findLog(db, ids))

const BATCH_SIZE = 500

export async function* streamLogForCsv(
  db: DbOrTx,
  query: { selectedIds?: string; all?: '1'; searchTerm: string },
  filter: LogFilter,
): AsyncGenerator<LogRow[]> {
  const { rows } = await (query.all === '1'
    ? selectLog(filter, query.searchTerm.trim()).execute(db)
    : { rows: parseSelectedIds(query.selectedIds).map((id) => ({ id })) })
  for (let from = 0; from < rows.length; from += BATCH_SIZE)
    yield await findLog(
      db,
      rows.slice(from, from + BATCH_SIZE).map(({ id }) => id),
    )
}

const findLog = (db: DbOrTx, ids: readonly number[]) =>
  db
    .selectFrom('gate_events as e')
    .leftJoin('tenants as n', 'n.id', 'e.tenant_id')
    .leftJoin('tickets as t', 't.id', 'e.ticket_id')
    .leftJoin('gate_devices as d', 'd.id', 'e.device_id')
    .leftJoin('walk_ins as w', 'w.id', 'e.walk_in_id')
    .select(['e.id', 'e.at', 'e.device_at', 'e.kind', 'e.people', 'e.name', 'e.walk_in_id', 'e.ticket_id'])
    .select([
      'e.gate_name',
      'e.admin_name',
      'e.offline',
      'e.mark',
      'e.verdict',
      'e.note',
      'e.plate',
      'e.ticked',
      'e.workers',
      'e.pass_id',
      't.module',
      't.ticket_number',
    ])
    .select(sql<string | null>`coalesce(n.unit_number, w.unit)`.as('unit_number'))
    .select(['n.uoccname', 'd.name as device_name', IS_UNDONE.as('undone')])
    .where('e.id', '=', buildAnyOfIds(ids))
    .orderBy('e.at', 'desc')
    .orderBy('e.id', 'desc')
    .execute()
export type LogRow = Awaited<ReturnType<typeof findLog>>[number]

const MAX_DAYS = 3660

/**
 * Computes figures of the gate. For each day until today: how many people came in. For all days together: the
 * median stay in minutes, and how many people left after the hours of their pass (`overstays`).
 */
export async function findGateFigures(db: DbOrTx, days: Days, timeZone: string): Promise<GateFigures> {
  const dayConditions = buildDaysConditions(sql`e.at`, days)
  const logCondition = sql.join([sql`not ${ENTRY_WAS_UNDONE}`, ...dayConditions], sql` and `)
  const countedCondition = sql.join([sql`e.counted <> 0`, ...dayConditions], sql` and `)
  const toDay = (at: RawBuilder<unknown>) => sql`(${at} at time zone ${timeZone})::date`
  const [first, end] = [sql`${days.from ?? null}::timestamptz`, sql`${days.until ?? null}::timestamptz`]
  const [byDay, stayResult] = await Promise.all([
    sql<{ day: string; people: number }>`
      with counted as materialized (select ${toDay(sql`e.at`)} as day, sum(e.counted)::int as people
          from gate_events e where ${countedCondition} group by 1),
        range as (select coalesce(${toDay(first)}, (select min(day) from counted)) as first,
          least(${toDay(end)} - 1, ${toDay(sql`clock_timestamp()`)}) as last)
      select to_char(n, 'YYYY-MM-DD') as day, coalesce(people, 0) as people
      from range, generate_series(greatest(first, last - ${sql.lit(MAX_DAYS)})::timestamp, last::timestamp, '1 day') n
        left join counted on day = n::date
      order by n`.execute(db),
    sql<{ minutes: number | null; overstays: number }>`
      select round(percentile_cont(0.5) within group (order by extract(epoch from at - came_at) / 60)
          filter (where kind = 'out'))::int as minutes,
        count(*) filter (where kind = 'out' and mark = 'hours') as overstays
      from (select e.kind, e.at, e.mark, max(e.at) filter (where e.kind = 'in')
          over (partition by e.pass_id order by e.at, e.id) as came_at
        from gate_events e where e.kind in ('in', 'out') and e.pass_id is not null
          and ${logCondition}) as stay`.execute(db),
  ])
  const { minutes = null, overstays = 0 } = stayResult.rows[0] ?? {}
  return { days: byDay.rows, medianStayMinutes: minutes, overstays }
}
