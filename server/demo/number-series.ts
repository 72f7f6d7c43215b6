import { sql } from 'kysely'
import type { Tx } from '#platform/db/client.ts'
import { toWallClock } from '@tahanan/contract/time.ts'

/**
 * Returns a function that gives the next number of a prefix and year, such as `PY-2026-000001`. The year is
 * that in the community's time zone.
 */
export function createNumberCounter(timeZone: string): (prefix: string, at: Date) => string {
  const counts = new Map<string, number>()
  return (prefix, at) => {
    const series = `${prefix}-${toWallClock(at, timeZone).year}`
    const nextNumber = (counts.get(series) ?? 0) + 1
    counts.set(series, nextNumber)
    return `${series}-${String(nextNumber).padStart(6, '0')}`
  }
}

export const INSERT_RECEIPT_NUMBERS_SQL = `
  insert into number_series (kind, prefix, year, first, next, closed_at)
    select 'receipt', 'AR-' || year || '-', year, 1, max(n) + 1,
      case when year < max(year) over () then clock_timestamp() end
    from (
      select split_part(receipt_number, '-', 2)::int as year, split_part(receipt_number, '-', 3)::int as n
      from payments where receipt_number is not null
    ) as given group by year order by year;
  insert into issued_numbers (series_id, n, number, at, tenant_id, payment_id, about, amount)
    select s.id, n, number_text(s.prefix, n), coalesce(p.posted_date, s.created_at), p.tenant_id, p.id,
      coalesce('Payment ' || p.reference_number, ''), p.amount_paid
    from number_series s cross join generate_series(1, s.next - 1) as n
      left join payments p on p.receipt_number = number_text(s.prefix, n)
    order by s.id, n;
  insert into void_numbers (number_id, reason, remarks, admin_id, at)
    select i.id, case r.kind when 'enteredInError' then 'Entered in error'
      when 'chequeReturned' then 'Cheque returned' else 'Refunded by the gateway' end,
      r.remarks, r.admin_id, r.at
    from payment_reversals r join issued_numbers i on i.payment_id = r.payment_id`

export async function insertCounters(tx: Tx): Promise<void> {
  await sql`insert into ticket_counters (module, year, last)
    select module, split_part(number, '-', 2)::int, max(split_part(number, '-', 3)::int) from (
      select module, ticket_number from tickets
      union all select 'payment', reference_number from payments
    ) as written (module, number) group by 1, 2`.execute(tx)
  await sql.raw(INSERT_RECEIPT_NUMBERS_SQL).execute(tx)
}
