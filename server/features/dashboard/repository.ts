import { sql } from 'kysely'
import { countByStatus } from '#features/tickets/repository.ts'
import { countLateByModule, countWaitingByModule } from '#features/tickets/urgent-tickets.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { DELETED_STATUS } from '#platform/db/expressions.ts'
import type { ModuleCount, RequestCounts } from '@tahanan/contract/dashboard/answers.ts'

/**
 * Counts posts, tenants and tickets that are not deleted. Reads the counts of tickets from tables that store
 * them (rules 13.21).
 */
export function countTotals(db: DbOrTx) {
  const countActive = (table: 'posts' | 'tenants') =>
    db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('status', '<>', DELETED_STATUS)
  const countTickets = (module: string) =>
    db
      .selectFrom('ticket_tallies')
      .select(sql<number>`coalesce(sum(delta), 0)::bigint`.as('n'))
      .where('module', '=', module)
      .where('status', '<>', DELETED_STATUS)
  return db
    .selectNoFrom([
      countActive('posts').$asScalar().$notNull().as('posts'),
      countActive('tenants').$asScalar().$notNull().as('tenants'),
      countTickets('jobOrder').$asScalar().$notNull().as('requests'),
      countTickets('incidentReport').$asScalar().$notNull().as('reports'),
    ])
    .executeTakeFirstOrThrow()
}

export async function countByModule(db: DbOrTx, modules: readonly string[]): Promise<ModuleCount[]> {
  const [waitingCounts, lateCounts] = await Promise.all([
    countWaitingByModule(db),
    countLateByModule(db, modules),
  ])
  return modules.map((module) => ({
    module,
    waiting: waitingCounts.get(module) ?? 0,
    late: lateCounts.get(module) ?? 0,
  }))
}

const JOB_ORDER_STATUSES = {
  open: 1,
  close: 2,
  ongoing: 3,
  completed: 4,
  cancelled: 5,
  rejected: 6,
  deleted: 0,
} as const

/** Counts job orders by status. `all` includes deleted ones, because the doughnut chart shows them too. */
export async function countJobOrders(db: DbOrTx): Promise<RequestCounts> {
  const countsByStatus = await countByStatus(db, 'jobOrder')
  const orderCounts = Object.entries(JOB_ORDER_STATUSES).map(
    ([name, status]) => [name, countsByStatus.get(status) ?? 0] as const,
  )
  const totalOrders = orderCounts.reduce((sum, [, count]) => sum + count, 0)
  return {
    ...(Object.fromEntries(orderCounts) as Record<keyof typeof JOB_ORDER_STATUSES, number>),
    all: totalOrders,
  }
}

/**
 * Counts reservations by the month of filing, in the community's time zone. Leaves out deleted reservations
 * and months without any. Reads `reservation_tallies`, because counting tickets would be slow.
 */
export function countReservationsByMonth(db: DbOrTx, timeZone: string) {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('reservation_tallies')
        .select(sql<Date>`date_trunc('month', since at time zone ${timeZone})`.as('month'))
        .select(sql<number>`sum(delta)::bigint`.as('count'))
        .groupBy(sql`1`)
        .having(sql<boolean>`sum(delta) <> 0`)
        .as('months'),
    )
    .select([
      sql<number>`extract(year from months.month)::int`.as('year'),
      sql<number>`extract(month from months.month)::int`.as('month'),
      'count',
    ])
    .orderBy('months.month')
    .execute()
}

export function getReservationTallies(timeZone: string) {
  const month = sql`date_trunc('month', since at time zone ${timeZone}) at time zone ${timeZone}`
  return { table: 'reservation_tallies', by: { since: month } }
}
