import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Db, Tx } from './db/client.ts'
import type { FileStore } from './files/store/file-store.ts'
import type { Mailer } from './mail/mailer.ts'
import type { PlatformConfig } from './platform-config.ts'
import type { Relay } from './realtime/relay.ts'
import { setAuditActor } from './run-as-audit-actor.ts'

export interface Services {
  readonly config: PlatformConfig
  readonly db: Db
  readonly pool: Pool
  readonly files: FileStore
  readonly relay: Relay
  readonly mailer: Mailer
  readonly log: FastifyBaseLogger
  /**
   * Returns true if the process will end soon. It still answers calls, but the proxy should send them to
   * another process.
   */
  readonly isStopping: () => boolean
}

export interface MailServices extends Pick<Services, 'db' | 'mailer' | 'config'> {
  /** Returns the portal's address without a trailing slash. */
  readonly portalUrl: () => string
}

export interface Changing {
  readonly db: Db
  readonly relay: Pick<Relay, 'wake'>
}

/**
 * Runs a change in a transaction, with the current actor for the audit log. After the commit, the relay sends
 * the events that `publishEvent` added.
 */
export async function change<Result>(services: Changing, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const result = await services.db.transaction().execute(async (tx) => {
    await setAuditActor(tx)
    return work(tx)
  })
  services.relay.wake()
  return result
}

/**
 * Makes a change and reads its result in the same transaction, so that no other change can happen in between.
 */
export function changeAndRead<Made, Result>(
  services: Changing,
  work: (tx: Tx) => Promise<Made>,
  read: (tx: Tx, made: Made) => Promise<Result>,
): Promise<Result> {
  return change(services, async (tx) => read(tx, await work(tx)))
}
