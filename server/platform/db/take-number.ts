import { sql, type Kysely } from 'kysely'
import type { Tx } from './client.ts'
import type { DB } from './generated.ts'
import { prepareQuery, type Placeholders } from './prepared-query.ts'

/** A kind of number, which rises by one within each community year. */
export interface Counter {
  readonly module: string
  readonly prefix: string
  readonly timeZone: string
}

/** Builds the query that takes the next number of a counter: `GP-2026-000001`. */
export function nextNumber(
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

const runNextNumber = prepareQuery((db, counter: Placeholders<Counter>) => nextNumber(db, counter))

/**
 * Takes the next number of a counter in the caller's transaction. The counter stays locked until that ends,
 * so a number is never given twice and a refused record leaves no gap.
 */
export async function takeNumber(tx: Tx, counter: Counter): Promise<string> {
  const [next] = await runNextNumber(tx, counter)
  if (!next) throw new Error('a counter gave no number')
  return next.ticketNumber
}
