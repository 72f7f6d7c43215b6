import { sql } from 'kysely'
import type { ClientBase } from 'pg'
import type { Tx } from '#platform/db/client.ts'

/** Keys of the advisory locks. */
const BACKUP_LOCK = 7_201_601
const RESTORE_LOCK = 7_201_602

/** A backup of this database is being made already, by whichever process. */
export class BackupRunningError extends Error {
  constructor() {
    super('A backup of this database is being made already.')
  }
}

/** Takes the backup lock for this connection until it ends, however it ends. Throws BackupRunningError. */
export async function takeBackupTurn(client: ClientBase): Promise<void> {
  if (!(await got(client, `pg_try_advisory_lock(${BACKUP_LOCK})`))) throw new BackupRunningError()
}

/** Takes the backup lock for a transaction: true when no backup is being made, and none begins before it ends. */
export async function backupTurnIsFree(tx: Tx): Promise<boolean> {
  const got = sql<boolean>`pg_try_advisory_xact_lock(${BACKUP_LOCK})`.as('got')
  return (await tx.selectNoFrom(got).executeTakeFirstOrThrow()).got
}

/** Takes the lock of restores: of two into one database, one happens. */
export function takeRestoreTurn(client: ClientBase): Promise<boolean> {
  return got(client, `pg_try_advisory_xact_lock(${RESTORE_LOCK})`)
}

async function got(client: ClientBase, lock: string): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>(`select ${lock} as got`)
  return rows[0]?.got === true
}
