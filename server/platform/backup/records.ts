import type { Selectable } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import { CLOCK } from '#platform/db/expressions.ts'
import type { Backups } from '#platform/db/generated.ts'
import { listBackupFiles, type Cause } from './archive/archive-folder.ts'

/** A backup in the list. `file` is its name in the folder of backups, or the whole path of one that was written elsewhere. */
export type BackupRecord = Selectable<Backups>

/** Returns the newest 200 backups, the newest first. */
export const listBackups = (db: DbOrTx): Promise<BackupRecord[]> =>
  db
    .selectFrom('backups')
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()

/** Returns the backup of an id. */
export const findBackup = (db: DbOrTx, id: number): Promise<BackupRecord | undefined> =>
  db.selectFrom('backups').selectAll().where('id', '=', id).executeTakeFirst()

/** Records that a backup begins; returns its id. */
export async function beginRecord(db: DbOrTx, cause: Cause, startedBy: string): Promise<number> {
  const begun = db.insertInto('backups').values({ cause, started_by: startedBy })
  return (await begun.returning('id').executeTakeFirstOrThrow()).id
}

/** Records the name before a file of that name is there, so that whoever lists the folder knows whose it is. */
export async function nameRecord(db: DbOrTx, id: number, file: string): Promise<void> {
  // One that had the name before is gone, or the name would not be free.
  const before = db.updateTable('backups').where('file', '=', file).where('id', '<>', id)
  await before.set({ file: null, state: 'removed' }).execute()
  await db.updateTable('backups').set({ file }).where('id', '=', id).execute()
}

/** Records what was made. */
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

/** Records why a backup failed; a finished one stays so. */
export async function failRecord(db: DbOrTx, id: number, problem: string): Promise<void> {
  await failRunning(db, problem).where('id', '=', id).execute()
}

/** Why a backup failed that could not say so itself. */
export const ENDED = 'The process that made it ended before it was done.'

/** Records backups as failed whose process is gone. Only for the holder of the backup lock: nobody makes one then. */
export async function failAbandoned(db: DbOrTx, exceptId = 0): Promise<void> {
  await failRunning(db, ENDED).where('id', '<>', exceptId).execute()
}

/**
 * Syncs the list with this machine's folder of backups: unknown backups are added, since the database was restored or somebody
 * put a file there. Those of other machines stay; only their folders tell whether they are still there.
 */
export async function matchWithFolder(db: DbOrTx, folder: string): Promise<void> {
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

/** Records backups of this folder as removed. */
export async function removedRecords(db: DbOrTx, files: readonly string[]): Promise<void> {
  const gone = db.updateTable('backups').where('file', 'in', files).where('state', '=', 'done')
  await gone.set({ state: 'removed' }).execute()
}
