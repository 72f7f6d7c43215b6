import { sql } from 'kysely'
import type { DbOrTx } from './db/client.ts'
import { secondsAgo } from './db/expressions.ts'

/** A subject of `login_failures`. The database folds its case wherever it is written or looked for, as of the account's name. */
export const folded = (subject: string) => sql<string>`lower(${subject})`

/** Counts an attempt of each subject, for all server processes together. Returns their ids. */
export async function addAttempts(db: DbOrTx, subjects: readonly string[]): Promise<number[]> {
  const rows = await db
    .insertInto('login_failures')
    .values(subjects.map((subject) => ({ subject: folded(subject) })))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Counts a subject's attempts of the last so many seconds; `wait` is the time in seconds until the oldest counts no more. */
export function countAttempts(db: DbOrTx, subject: string, seconds: number) {
  return db
    .selectFrom('login_failures')
    .select((eb) => [
      eb.fn.countAll<number>().as('n'),
      sql<number>`extract(epoch from min(at) - ${secondsAgo(seconds)})::float8`.as('wait'),
    ])
    .where('subject', '=', folded(subject))
    .where('at', '>', secondsAgo(seconds))
    .executeTakeFirstOrThrow()
}

/** Removes attempts that do not count: a login that succeeded, an upload that was refused. */
export async function removeAttempts(db: DbOrTx, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('login_failures').where('id', 'in', ids).execute()
}

/** Forgets all attempts of a subject. */
export async function forgetAttempts(db: DbOrTx, subject: string): Promise<void> {
  await db.deleteFrom('login_failures').where('subject', '=', folded(subject)).execute()
}
