import { sql } from 'kysely'
import type { Tx } from '#platform/db/client.ts'
import { wallClock } from '@tahanan/contract/time.ts'

/** Returns what gives the next number of a prefix as the portal does, `PY-2026-000001`, counted by community year. */
export function numbering(timeZone: string): (prefix: string, at: Date) => string {
  const counts = new Map<string, number>()
  return (prefix, at) => {
    const series = `${prefix}-${wallClock(at, timeZone).year}`
    const next = (counts.get(series) ?? 0) + 1
    counts.set(series, next)
    return `${series}-${String(next).padStart(6, '0')}`
  }
}

/** Sets the counters on from the numbers that were written. */
export async function insertCounters(tx: Tx): Promise<void> {
  await sql`insert into ticket_counters (module, year, last)
    select module, split_part(number, '-', 2)::int, max(split_part(number, '-', 3)::int) from (
      select module, ticket_number from tickets
      union all select 'payment', reference_number from payments
    ) as written (module, number) group by 1, 2`.execute(tx)
  await sql`select enter_receipts()`.execute(tx)
}
