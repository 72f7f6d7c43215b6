import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { sayWhoActs } from './acting.ts'
import type { Db, Tx } from './db/client.ts'
import type { FileStore } from './files/store/store.ts'
import type { Mailer } from './mail/mailer.ts'
import type { PlatformConfig } from './platform-config.ts'
import type { Relay } from './realtime/relay.ts'

/** Parts of the platform that every route is handed; a feature that needs more extends them. */
export interface Services {
  readonly config: PlatformConfig
  readonly db: Db
  readonly pool: Pool
  readonly files: FileStore
  readonly relay: Relay
  readonly mailer: Mailer
  readonly log: FastifyBaseLogger
}

/** Parts for a change: a database, and the relay to wake when it is committed. */
export interface Changing {
  readonly db: Db
  readonly relay: Pick<Relay, 'wake'>
}

/**
 * Runs a change in one transaction, and wakes the relay once it is committed, so that what `tell` wrote goes out at once.
 * A refusal thrown inside leaves nothing behind. What an administrator changes is written into the audit log.
 */
export async function change<Result>(services: Changing, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const result = await services.db.transaction().execute(async (tx) => {
    await sayWhoActs(tx)
    return work(tx)
  })
  services.relay.wake()
  return result
}

/** Makes a change and reads its result in the same transaction, before anybody else can change or delete it. */
export function changeAndRead<Made, Result>(
  services: Changing,
  work: (tx: Tx) => Promise<Made>,
  read: (tx: Tx, made: Made) => Promise<Result>,
): Promise<Result> {
  return change(services, async (tx) => read(tx, await work(tx)))
}
