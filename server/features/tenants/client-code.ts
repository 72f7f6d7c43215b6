import { prepared } from '../../platform/db/client.ts'
import type { Tx } from '../../platform/db/client.ts'

/** The counter's row among those of the ticket numbers. It counts over all years. */
const COUNTER = { module: 'tenant', year: 0 } as const

/**
 * Returns the next client code for a tenant that came without one: `T-000123` (rules 3.3). Codes are never given out twice;
 * a clash with a typed one shows when the tenant is inserted, and the next is taken.
 */
export async function nextClientCode(tx: Tx): Promise<string> {
  const [row] = await prepared<{ last: number }>(
    tx,
    'tenants.next-code',
    `insert into ticket_counters (module, year, last) values ($1, $2, 1)
     on conflict (module, year) do update set last = ticket_counters.last + 1 returning last`,
    [COUNTER.module, COUNTER.year],
  )
  return `T-${String(row?.last ?? 1).padStart(6, '0')}`
}
