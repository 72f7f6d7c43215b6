import { CompiledQuery, sql } from 'kysely'
import type { Db, DbOrTx } from '../../platform/db/client.ts'

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

/** Compacts the differences into one row a month; `$1` is the community's time zone. Used after filling a database too. */
export const COMPACT_RESERVATIONS = `
  with turn as materialized (select pg_try_advisory_xact_lock(hashtext('reservation_tallies')) as mine),
    gone as (delete from reservation_tallies where (select mine from turn) returning since, delta)
  insert into reservation_tallies (since, delta)
  select date_trunc('month', since at time zone $1) at time zone $1, sum(delta)
  from gone group by 1 having sum(delta) <> 0`

/** Differences below this are summed up faster than they are compacted. */
const FEW_TALLIES = 500

/** Compacts the differences into one row a month where there are many. Readers see the same sums before and after. */
export async function compactReservations(db: Db, timeZone: string): Promise<void> {
  const { rows } = await sql`select from reservation_tallies limit ${FEW_TALLIES} + 1`.execute(db)
  if (rows.length > FEW_TALLIES) await db.executeQuery(CompiledQuery.raw(COMPACT_RESERVATIONS, [timeZone]))
}
