import type { Selectable } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import { CLOCK } from '#platform/db/expressions.ts'
import type { Backups } from '#platform/db/generated.ts'
import { listBackupFiles, type Cause } from './archive/archive-folder.ts'

export type BackupRow = Selectable<Backups>

export const listBackups = (db: DbOrTx): Promise<BackupRow[]> =>
  db
    .selectFrom('backups')
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()

export const findBackup = (db: DbOrTx, id: number): Promise<BackupRow | undefined> =>
  db.selectFrom('backups').selectAll().where('id', '=', id).executeTakeFirst()

export async function createBackupRow(db: DbOrTx, cause: Cause, startedBy: string): Promise<number> {
  const insertQuery = db.insertInto('backups').values({ cause, started_by: startedBy })
  return (await insertQuery.returning('id').executeTakeFirstOrThrow()).id
}

/**
 * Stores the file name of a running backup. Must be called before the file is created; otherwise
 * `syncWithFolder` would add a second row for the file.
 */
export async function recordFileName(db: DbOrTx, id: number, file: string): Promise<void> {
  // An earlier row may have the same name. Its file no longer exists, because the caller chose an unused
  // name.
  const olderRowsUpdate = db.updateTable('backups').where('file', '=', file).where('id', '<>', id)
  await olderRowsUpdate.set({ file: null, state: 'removed' }).execute()
  await db.updateTable('backups').set({ file }).where('id', '=', id).execute()
}

export async function markBackupAsDone(
  db: DbOrTx,
  id: number,
  { bytes, sha256, problem }: Pick<BackupRow, 'bytes' | 'sha256' | 'problem'>,
): Promise<void> {
  const doneColumns = { bytes, sha256, problem, state: 'done', finished_at: CLOCK } as const
  await db.updateTable('backups').set(doneColumns).where('id', '=', id).execute()
}

const markRunningAsFailed = (db: DbOrTx, problem: string) =>
  db
    .updateTable('backups')
    .set({ state: 'failed', file: null, problem: problem.slice(0, 500), finished_at: CLOCK })
    .where('state', '=', 'running')

/** Marks a running backup as failed. Does nothing if the backup has already finished. */
export async function markBackupAsFailed(db: DbOrTx, id: number, problem: string): Promise<void> {
  await markRunningAsFailed(db, problem).where('id', '=', id).execute()
}

export const PROCESS_ENDED_PROBLEM = 'The process that made it ended before it was done.'

/**
 * Marks all running backups as failed, because their processes have ended. The caller must hold the backup
 * lock, which proves that no process is making a backup.
 */
export async function markAbandonedAsFailed(db: DbOrTx, exceptId = 0): Promise<void> {
  await markRunningAsFailed(db, PROCESS_ENDED_PROBLEM).where('id', '<>', exceptId).execute()
}

/**
 * Adds rows for files in the backup folder that have no row, for example after a restore or if a person
 * copied a file there. Rows of backups of other machines are not changed.
 */
export async function syncWithFolder(db: DbOrTx, folder: string): Promise<void> {
  const files = await listBackupFiles(folder)
  if (files.length === 0) return
  const backupRows = files.map(
    ({ startedAt, ...file }) =>
      ({ ...file, state: 'done', started_at: startedAt, finished_at: startedAt }) as const,
  )
  await db
    .insertInto('backups')
    .values(backupRows)
    .onConflict((conflict) => conflict.column('file').doNothing())
    .execute()
}

export async function markBackupsAsRemoved(db: DbOrTx, files: readonly string[]): Promise<void> {
  const removedBackupsQuery = db.updateTable('backups').where('file', 'in', files).where('state', '=', 'done')
  await removedBackupsQuery.set({ state: 'removed' }).execute()
}
