import type { Tx } from '#platform/db/client.ts'

/** The counter's row among those of the ticket numbers. It counts over all years. */
const COUNTER = { module: 'tenant', year: 0 } as const

/**
 * Returns the next client code for a tenant that came without one: `T-000123` (rules 3.3). Codes are never given out twice;
 * a clash with a typed one shows when the tenant is inserted, and the next is taken.
 */
export async function nextClientCode(tx: Tx): Promise<string> {
  const { last } = await tx
    .insertInto('ticket_counters')
    .values({ ...COUNTER, last: 1 })
    .onConflict((counter) =>
      counter
        .columns(['module', 'year'])
        .doUpdateSet((row) => ({ last: row('ticket_counters.last', '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return `T-${String(last).padStart(6, '0')}`
}
