import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Db, Tx } from './db/client.ts'
import type { FileStore } from './files/store/file-store.ts'
import type { Mailer } from './mail/mailer.ts'
import type { PlatformConfig } from './platform-config.ts'
import type { Relay } from './realtime/relay.ts'
import { setAuditActor } from './run-as-audit-actor.ts'

export interface PlatformContext {
  readonly config: PlatformConfig
  readonly db: Db
  readonly pool: Pool
  readonly files: FileStore
  readonly relay: Relay
  readonly mailer: Mailer
  readonly log: FastifyBaseLogger
  /**
   * True if the process will end soon. It still answers calls, but the proxy should send them to another
   * process.
   */
  readonly isStopping: () => boolean
}

export interface MailContext extends Pick<PlatformContext, 'db' | 'mailer' | 'config'> {
  readonly portalUrl: () => string
}

export interface TransactionContext {
  readonly db: Db
  readonly relay: Pick<Relay, 'wake'>
}

/**
 * Runs `callback` in a transaction. Sets the current actor for the audit log. After the commit, wakes the relay,
 * which sends the live events that `callback` added with `publishEvent`.
 */
export async function runInTransaction<Result>(
  services: TransactionContext,
  callback: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const result = await services.db.transaction().execute(async (tx) => {
    await setAuditActor(tx)
    return callback(tx)
  })
  services.relay.wake()
  return result
}

/**
 * Runs `callback` in a transaction and reads its result in the same transaction, so that no other change can
 * happen in between.
 */
export function runInTransactionAndRead<Made, Result>(
  services: TransactionContext,
  callback: (tx: Tx) => Promise<Made>,
  readResult: (tx: Tx, workResult: Made) => Promise<Result>,
): Promise<Result> {
  return runInTransaction(services, async (tx) => readResult(tx, await callback(tx)))
}
