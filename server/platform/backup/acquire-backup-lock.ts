import { sql } from 'kysely'
import type { ClientBase } from 'pg'
import type { Tx } from '#platform/db/client.ts'

const BACKUP_LOCK = 7_201_601
const RESTORE_LOCK = 7_201_602

export class BackupRunningError extends Error {
  constructor() {
    super('A backup of this database is being made already.')
  }
}

/**
 * Acquires the backup lock, which is released when this connection ends. Throws BackupRunningError if it is
 * taken.
 */
export async function acquireBackupLock(client: ClientBase): Promise<void> {
  if (!(await tryLock(client, `pg_try_advisory_lock(${BACKUP_LOCK})`))) throw new BackupRunningError()
}

/** Acquires the backup lock until the transaction ends. Returns false if a running backup has the lock. */
export async function tryBackupLock(tx: Tx): Promise<boolean> {
  const isAcquired = sql<boolean>`pg_try_advisory_xact_lock(${BACKUP_LOCK})`.as('got')
  return (await tx.selectNoFrom(isAcquired).executeTakeFirstOrThrow()).got
}

/** Acquires the restore lock until the transaction ends. Returns false if another restore has the lock. */
export function tryRestoreLock(client: ClientBase): Promise<boolean> {
  return tryLock(client, `pg_try_advisory_xact_lock(${RESTORE_LOCK})`)
}

async function tryLock(client: ClientBase, lock: string): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>(`select ${lock} as got`)
  return rows[0]?.got === true
}
