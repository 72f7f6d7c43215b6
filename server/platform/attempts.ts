import { sql } from 'kysely'
import type { DbOrTx } from './db/client.ts'
import { secondsAgo } from './db/expressions.ts'

/** Converts to lower case with PostgreSQL's `lower()`, because account names are compared with it too. */
export const foldCase = (subject: string) => sql<string>`lower(${subject})`

export async function addAttempts(db: DbOrTx, subjects: readonly string[]): Promise<number[]> {
  const failureRows = await db
    .insertInto('login_failures')
    .values(subjects.map((subject) => ({ subject: foldCase(subject) })))
    .returning('id')
    .execute()
  return failureRows.map(({ id }) => id)
}

/**
 * Counts the attempts of the last `seconds`. `wait` in the result: seconds until the oldest of them no longer
 * counts.
 */
export function countAttempts(db: DbOrTx, subject: string, seconds: number) {
  return db
    .selectFrom('login_failures')
    .select((eb) => [
      eb.fn.countAll<number>().as('n'),
      sql<number>`extract(epoch from min(at) - ${secondsAgo(seconds)})::float8`.as('wait'),
    ])
    .where('subject', '=', foldCase(subject))
    .where('at', '>', secondsAgo(seconds))
    .executeTakeFirstOrThrow()
}

export async function removeAttempts(db: DbOrTx, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('login_failures').where('id', 'in', ids).execute()
}

export async function removeAttemptsOfSubject(db: DbOrTx, subject: string): Promise<void> {
  await db.deleteFrom('login_failures').where('subject', '=', foldCase(subject)).execute()
}
