import { sql } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import { joinSqlLiterals } from '#platform/db/expressions.ts'
import { prepareQuery, prepareReadQuery, type Placeholders } from '#platform/db/prepare-query.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { OPEN_STATUSES, STATUS } from '@tahanan/contract/statuses.ts'
import { MODULES_LATE_UNTIL_DECIDED } from '@tahanan/contract/tickets/index.ts'

type AssigneeQuery = Placeholders<{ modules: readonly string[]; assigneeId: number }>

const OPEN_STATUS_LIST = sql`(${joinSqlLiterals(...OPEN_STATUSES)})`
const IS_WAITING = sql`status = ${sql.lit(STATUS.approval)}`
/** SQL condition: a ticket with a past due time is late (rules 4.31, 25.17). */
export const CAN_BE_LATE = sql<boolean>`(status in ${OPEN_STATUS_LIST}
  and (${IS_WAITING} or module not in (${joinSqlLiterals(...MODULES_LATE_UNTIL_DECIDED)})))`
const IS_LATE = sql`${CAN_BE_LATE} and due_at < now()`

const URGENCY_ORDER = sql`order by due_at, id limit ${sql.lit(LIMITS.pageSize)}`

/**
 * Creates a query for the most urgent tickets that meet a condition. It reads one index range per module and
 * status, so that no rows of other modules are read.
 */
const createUrgentQuery = (condition: typeof IS_WAITING) =>
  prepareQuery(
    (_, { modules }: Pick<AssigneeQuery, 'modules'>) =>
      sql<{ id: number }>`select id from unnest(${modules}::text[]) as m (name)
        cross join unnest('{1,2,3}'::int[]) as s (code)
        cross join lateral (select id, due_at from tickets
          where module = m.name and status = s.code and status in ${OPEN_STATUS_LIST} and ${condition}
          ${URGENCY_ORDER}) as t
        ${URGENCY_ORDER}`,
  )

const findLateIds = createUrgentQuery(IS_LATE)
const findWaitingIds = createUrgentQuery(IS_WAITING)

const selectTicketsOfAssignee = ({ modules, assigneeId }: AssigneeQuery) =>
  sql`from tickets where assignee_id = ${assigneeId} and status in ${OPEN_STATUS_LIST} and module = any(${modules}::text[])`

const findAssignedIds = prepareReadQuery(
  (_, assigneeQuery: AssigneeQuery) =>
    sql<{ id: number }>`select id ${selectTicketsOfAssignee(assigneeQuery)} ${URGENCY_ORDER}`,
)

const selectCounts = (rows: ReturnType<typeof selectTicketsOfAssignee>) => sql<{ module: string; n: number }>`
  select module, count(*) as n from (select module ${rows} limit ${sql.lit(LIMITS.searchTotal)}) as counted
  group by module`

const countLateTickets = prepareQuery((_, { modules }: Pick<AssigneeQuery, 'modules'>) =>
  selectCounts(sql`from tickets where module = any(${modules}::text[]) and ${IS_LATE}`),
)
const countAssignedTickets = prepareReadQuery((_, assigneeQuery: AssigneeQuery) =>
  selectCounts(selectTicketsOfAssignee(assigneeQuery)),
)

const countWaitingTickets = prepareReadQuery((db) =>
  db
    .selectFrom('ticket_tallies')
    .select(['module', sql<number>`sum(delta)::bigint`.as('n')])
    .where('status', '=', sql.lit(STATUS.approval))
    .groupBy('module'),
)

interface UrgentTickets {
  readonly ids: readonly number[]
  readonly counts: ReadonlyMap<string, number>
}

const createUrgentTickets = async (
  ids: Promise<{ id: number }[]>,
  counts: Promise<ReadonlyMap<string, number>>,
): Promise<UrgentTickets> => ({ ids: (await ids).map(({ id }) => id), counts: await counts })

const toCounts = async (rows: Promise<{ module: string; n: number }[]>): Promise<Map<string, number>> =>
  new Map((await rows).map(({ module, n }) => [module, n]))

/** Finds the most urgent late tickets. The counts stop at `LIMITS.searchTotal` tickets in total. */
export const findLateTickets = (db: DbOrTx, modules: readonly string[]): Promise<UrgentTickets> =>
  createUrgentTickets(findLateIds(db, { modules }), countLateByModule(db, modules))

export const countLateByModule = (db: DbOrTx, modules: readonly string[]): Promise<Map<string, number>> =>
  toCounts(countLateTickets(db, { modules }))

/** Finds the most urgent tickets of an assignee. The counts stop at `LIMITS.searchTotal` tickets in total. */
export const findAssignedTickets = (
  db: DbOrTx,
  assigneeQuery: { modules: readonly string[]; assigneeId: number },
): Promise<UrgentTickets> =>
  createUrgentTickets(findAssignedIds(db, assigneeQuery), toCounts(countAssignedTickets(db, assigneeQuery)))

/**
 * Finds the most urgent tickets that wait for approval in the given modules. `counts` includes all modules.
 */
export const findWaitingTickets = (db: DbOrTx, modules: readonly string[]): Promise<UrgentTickets> =>
  createUrgentTickets(findWaitingIds(db, { modules }), countWaitingByModule(db))

export const countWaitingByModule = (db: DbOrTx): Promise<Map<string, number>> =>
  toCounts(countWaitingTickets(db, {}))
