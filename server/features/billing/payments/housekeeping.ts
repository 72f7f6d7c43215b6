import { sql } from 'kysely'
import type { Db } from '../../../platform/db/client.ts'

/** Differences below this are summed up faster than they are compacted. */
const FEW = 300

/** Compacts the tallies' differences into one row a status once there are many. Readers see the same sums before and after. */
export async function compactPaymentTallies(db: Db): Promise<void> {
  await sql`with turn as materialized (
      select (select count(*) from payment_tallies) > ${FEW}
        and pg_try_advisory_xact_lock(hashtext('payment_tallies')) as mine
    ), gone as (delete from payment_tallies where (select mine from turn) returning status, delta)
    insert into payment_tallies (status, delta)
    select status, sum(delta) from gone group by status having sum(delta) <> 0`.execute(db)
}
