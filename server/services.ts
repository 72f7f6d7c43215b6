import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { sayWhoActs } from './audit/acting.ts'
import type { Gateways } from './billing/gateways/gateways.ts'
import type { Config } from './config.ts'
import type { Db, Tx } from './db/client.ts'
import type { FileStore } from './files/store.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Relay } from './realtime/relay.ts'

/** The parts a running server is made of; built once in `main.ts` or by a test, and handed to every route. */
export interface Services {
  readonly config: Config
  readonly db: Db
  readonly pool: Pool
  readonly files: FileStore
  readonly relay: Relay
  readonly gateways: Gateways
  readonly mailer: Mailer
  readonly log: FastifyBaseLogger
}

/** What a change needs: a database, and somebody to wake when it is committed. */
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
