import { sql, type Kysely } from 'kysely'
import type { Tx } from './client.ts'
import type { DB } from './generated.ts'
import { prepareQuery, type Placeholders } from './prepare-query.ts'

/**
 * Counter of record numbers such as `GP-2026-000058`. It restarts at 1 each year, in the time zone of the
 * community.
 */
export interface Counter {
  readonly module: string
  readonly prefix: string
  readonly timeZone: string
}

export function buildNextNumberQuery(
  db: Kysely<DB>,
  { module, prefix, timeZone }: Placeholders<Counter>,
  from = sql``,
) {
  return db
    .insertInto('ticket_counters')
    .columns(['module', 'year', 'last'])
    .expression(
      sql`select ${module}, extract(year from clock_timestamp() at time zone ${timeZone}), 1 ${from}`,
    )
    .onConflict((conflict) =>
      conflict.columns(['module', 'year']).doUpdateSet({ last: sql`ticket_counters.last + 1` }),
    )
    .returning(
      sql<string>`${prefix} || '-' || year || '-' || lpad(last::text, greatest(6, length(last::text)), '0')`.as(
        'ticketNumber',
      ),
    )
}

const runNextNumberQuery = prepareQuery((db, counter: Placeholders<Counter>) =>
  buildNextNumberQuery(db, counter),
)

/**
 * Increments a counter and returns the new number. The counter stays locked until the transaction ends, so
 * that numbers are unique and without gaps.
 */
export async function incrementCounter(tx: Tx, counter: Counter): Promise<string> {
  const [next] = await runNextNumberQuery(tx, counter)
  if (!next) throw new Error('the counter returned no number')
  return next.ticketNumber
}
