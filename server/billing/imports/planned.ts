import { CompiledQuery } from 'kysely'
import type { DbOrTx } from '../../db/client.ts'

/**
 * Runs a statement that PostgreSQL plans anew each time: the tables of imports go from nothing to thousands of rows in a
 * minute, and a plan that is kept from before would be hundreds of times slower. Planning costs a millisecond.
 */
export async function planned<R>(db: DbOrTx, text: string, values: readonly unknown[] = []): Promise<R[]> {
  return (await db.executeQuery<R>(CompiledQuery.raw(text, [...values]) as CompiledQuery<R>)).rows
}
