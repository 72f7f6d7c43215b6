import { sql } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'

/**
 * Counts the reservations filed in each month of the community's calendar and not deleted, the oldest month first; months
 * without any are left out. Reads differences that the database keeps (`reservation_tallies`), not the tickets.
 */
export function reservationsByMonth(db: DbOrTx, timeZone: string) {
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

/** Differences that say how many reservations were filed in each month of the community's calendar. */
export function reservationTallies(timeZone: string) {
  const month = sql`date_trunc('month', since at time zone ${timeZone}) at time zone ${timeZone}`
  return { table: 'reservation_tallies', by: { since: month } }
}
