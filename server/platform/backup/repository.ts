import type { Selectable } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import { CLOCK } from '#platform/db/expressions.ts'
import type { Backups } from '#platform/db/generated.ts'
import { listBackupFiles, type Cause } from './archive/archive-folder.ts'

export type BackupRecord = Selectable<Backups>

export const listBackups = (db: DbOrTx): Promise<BackupRecord[]> =>
  db
    .selectFrom('backups')
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()

export const findBackup = (db: DbOrTx, id: number): Promise<BackupRecord | undefined> =>
  db.selectFrom('backups').selectAll().where('id', '=', id).executeTakeFirst()

export async function beginRecord(db: DbOrTx, cause: Cause, startedBy: string): Promise<number> {
  const begun = db.insertInto('backups').values({ cause, started_by: startedBy })
  return (await begun.returning('id').executeTakeFirstOrThrow()).id
}

/** Must be called before the file exists, so that `syncWithFolder` adds no second row for it. */
export async function recordFileName(db: DbOrTx, id: number, file: string): Promise<void> {
  // The name is unused, so the file of an earlier row with this name no longer exists.
  const before = db.updateTable('backups').where('file', '=', file).where('id', '<>', id)
  await before.set({ file: null, state: 'removed' }).execute()
  await db.updateTable('backups').set({ file }).where('id', '=', id).execute()
}

export async function finishRecord(
  db: DbOrTx,
  id: number,
  { bytes, sha256, problem }: Pick<BackupRecord, 'bytes' | 'sha256' | 'problem'>,
): Promise<void> {
  const done = { bytes, sha256, problem, state: 'done', finished_at: CLOCK } as const
  await db.updateTable('backups').set(done).where('id', '=', id).execute()
}

const failRunning = (db: DbOrTx, problem: string) =>
  db
    .updateTable('backups')
    .set({ state: 'failed', file: null, problem: problem.slice(0, 500), finished_at: CLOCK })
    .where('state', '=', 'running')

/** Does nothing if the backup has finished. */
export async function failRecord(db: DbOrTx, id: number, problem: string): Promise<void> {
  await failRunning(db, problem).where('id', '=', id).execute()
}

export const PROCESS_ENDED = 'The process that made it ended before it was done.'

/** The processes of these backups no longer exist: the caller must have the backup lock. */
export async function failAbandoned(db: DbOrTx, exceptId = 0): Promise<void> {
  await failRunning(db, PROCESS_ENDED).where('id', '<>', exceptId).execute()
}

/**
 * Adds rows for unknown files in the folder of this machine: the database was restored, or a person put a file
 * there. Does not change rows of backups of other machines.
 */
export async function syncWithFolder(db: DbOrTx, folder: string): Promise<void> {
  const files = await listBackupFiles(folder)
  if (files.length === 0) return
  const found = files.map(
    ({ startedAt, ...file }) =>
      ({ ...file, state: 'done', started_at: startedAt, finished_at: startedAt }) as const,
  )
  await db
    .insertInto('backups')
    .values(found)
    .onConflict((known) => known.column('file').doNothing())
    .execute()
}

export async function markRemoved(db: DbOrTx, files: readonly string[]): Promise<void> {
  const gone = db.updateTable('backups').where('file', 'in', files).where('state', '=', 'done')
  await gone.set({ state: 'removed' }).execute()
}
