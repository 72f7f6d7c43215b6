import { sql } from 'kysely'
import type { DbOrTx } from '../../platform/db/client.ts'

/** A subject of `login_failures`. The database folds its case wherever it is written or looked for, as of the account's name. */
export const folded = (subject: string) => sql<string>`lower(${subject})`

/** Counts a failure of each subject. Returns their ids. */
export async function addFailures(db: DbOrTx, subjects: readonly string[]): Promise<number[]> {
  const rows = await db
    .insertInto('login_failures')
    .values(subjects.map((subject) => ({ subject: folded(subject) })))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Forgets failures that were none. */
export async function removeFailures(db: DbOrTx, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('login_failures').where('id', 'in', ids).execute()
}

/** Forgets all failures of a subject. */
export async function forgetSubject(db: DbOrTx, subject: string): Promise<void> {
  await db.deleteFrom('login_failures').where('subject', '=', folded(subject)).execute()
}
