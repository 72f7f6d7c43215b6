import { prepared } from '../../platform/db/client.ts'
import type { Db, DbOrTx } from '../../platform/db/client.ts'

export interface MonthOfReservations {
  year: number
  /** 1 to 12. */
  month: number
  count: number
}

/**
 * Counts the reservations filed in each month of the community's calendar and not deleted, the oldest month first; months
 * without any are left out. Reads differences that the database keeps (`reservation_tallies`), not the tickets.
 */
export function reservationsByMonth(db: DbOrTx, timeZone: string): Promise<MonthOfReservations[]> {
  return prepared<MonthOfReservations>(
    db,
    'dashboard.reservations',
    `select extract(year from month)::int as year, extract(month from month)::int as month, count
     from (
       select date_trunc('month', since at time zone $1) as month, sum(delta)::bigint as count
       from reservation_tallies group by 1 having sum(delta) <> 0
     ) months order by months.month`,
    [timeZone],
  )
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
  const [row] = await prepared<{ many: boolean }>(
    db,
    'reservation-tallies.many',
    `select count(*) > ${FEW_TALLIES} as many from reservation_tallies`,
  )
  if (row?.many) await prepared(db, 'reservation-tallies.compact', COMPACT_RESERVATIONS, [timeZone])
}
