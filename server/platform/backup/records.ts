import type { ClientBase } from 'pg'
import { listBackupFiles } from './archive/archive-folder.ts'
import type { Cause } from './archive/archive-folder.ts'

/** A backup in the list. */
export interface BackupRecord {
  id: number
  /** Its name in the folder of backups, or the whole path of one that was written elsewhere. */
  file: string | null
  bytes: number | null
  sha256: string | null
  state: 'running' | 'done' | 'failed' | 'removed'
  cause: Cause
  started_by: string
  started_at: Date
  finished_at: Date | null
  problem: string | null
}

/** A pool or a single connection. */
type Queries = Pick<ClientBase, 'query'>

/** The newest backups first. */
export async function listBackups(client: Queries, most = 200): Promise<BackupRecord[]> {
  const { rows } = await client.query<BackupRecord>(
    `select id, file, bytes, sha256, state, cause, started_by, started_at, finished_at, problem
     from backups order by started_at desc, id desc limit $1`,
    [most],
  )
  return rows
}

export async function findBackup(client: Queries, id: number): Promise<BackupRecord | undefined> {
  const { rows } = await client.query<BackupRecord>(
    `select id, file, bytes, sha256, state, cause, started_by, started_at, finished_at, problem from backups where id = $1`,
    [id],
  )
  return rows[0]
}

export async function beginRecord(client: Queries, cause: Cause, startedBy: string): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    'insert into backups (cause, started_by) values ($1, $2) returning id',
    [cause, startedBy],
  )
  if (!rows[0]) throw new Error('A backup was recorded without an id.')
  return rows[0].id
}

/** Records the name before a file of that name is there, so that whoever lists the folder knows whose it is. */
export async function nameRecord(client: Queries, id: number, file: string): Promise<void> {
  // One that had the name before is gone, or the name would not be free.
  await client.query(`update backups set file = null, state = 'removed' where file = $2 and id <> $1`, [
    id,
    file,
  ])
  await client.query('update backups set file = $2 where id = $1', [id, file])
}

export async function finishRecord(
  client: Queries,
  id: number,
  made: { bytes: number; sha256: string; problem: string | null },
): Promise<void> {
  await client.query(
    `update backups set state = 'done', bytes = $2, sha256 = $3, problem = $4, finished_at = clock_timestamp() where id = $1`,
    [id, made.bytes, made.sha256, made.problem],
  )
}

/** Records why a backup failed; a finished one stays so. */
export async function failRecord(client: Queries, id: number, problem: string): Promise<void> {
  await client.query(
    `update backups set state = 'failed', file = null, problem = $2, finished_at = clock_timestamp() where id = $1 and state = 'running'`,
    [id, problem.slice(0, 500)],
  )
}

/** Records backups as failed whose process is gone. Only for the holder of the backup lock: nobody makes one then. */
export async function failAbandoned(client: Queries, exceptId = 0): Promise<void> {
  await client.query(
    `update backups set state = 'failed', file = null, problem = 'The process that made it ended before it was done.',
       finished_at = clock_timestamp()
     where state = 'running' and id <> $1`,
    [exceptId],
  )
}

/**
 * Syncs the list with this machine's folder of backups: unknown backups are added, since the database was restored or somebody
 * put a file there. Those of other machines stay; only their folders tell whether they are still there.
 */
export async function matchWithFolder(client: Queries, folder: string): Promise<void> {
  const files = await listBackupFiles(folder)
  if (files.length > 0) {
    await client.query(
      `insert into backups (cause, file, bytes, state, started_at, finished_at)
       select cause, file, bytes, 'done', started_at, started_at
       from unnest($1::text[], $2::text[], $3::bigint[], $4::timestamptz[]) as found (cause, file, bytes, started_at)
       on conflict (file) do nothing`,
      [
        files.map(({ cause }) => cause),
        files.map(({ file }) => file),
        files.map(({ bytes }) => bytes),
        files.map(({ startedAt }) => startedAt.toISOString()),
      ],
    )
  }
}

/** Records backups of this folder as removed. */
export async function removedRecords(client: Queries, files: readonly string[]): Promise<void> {
  await client.query(`update backups set state = 'removed' where file = any($1) and state = 'done'`, [files])
}
