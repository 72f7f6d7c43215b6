import type { ClientBase } from 'pg'
import { STATUS } from '@tahanan/contract/statuses.ts'

/**
 * Tables that store counts as changes (+1, -1). `mismatchQuery` returns a row if a sum of these changes
 * differs from the real count.
 */
const TALLY_CHECKS: readonly { table: string; mismatchQuery: string }[] = [
  {
    table: 'ticket_tallies',
    mismatchQuery: `select 1 from
      (select module, status, sum(delta) as n from ticket_tallies group by 1, 2 having sum(delta) <> 0) t
      full join (select module, status, count(*) as n from tickets group by 1, 2) c using (module, status)
      where t.n is distinct from c.n`,
  },
  {
    table: 'reservation_tallies',
    mismatchQuery: `select 1 where (select coalesce(sum(delta), 0) from reservation_tallies)
      <> (select count(*) from tickets where module = 'reservation' and status <> ${STATUS.deleted})`,
  },
  {
    table: 'payment_tallies',
    mismatchQuery: `select 1 from
      (select status, sum(delta) as n from payment_tallies group by 1 having sum(delta) <> 0) t
      full join (select status, count(*) as n from payments group by 1) c using (status)
      where t.n is distinct from c.n`,
  },
]

/**
 * Throws if the stored numbers of tickets or payments are not the real ones, because then lists would show
 * wrong numbers.
 */
export async function checkTallies(client: ClientBase): Promise<void> {
  for (const { table, mismatchQuery } of TALLY_CHECKS) {
    const { rows } = await client.query(`${mismatchQuery} limit 1`)
    if (rows.length > 0) throw new Error(`The totals in ${table} differ from the counts.`)
  }
}
