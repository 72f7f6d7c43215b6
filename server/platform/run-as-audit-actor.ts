import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import type { Tx } from './db/client.ts'
import { prepareQuery, type Placeholders } from './db/prepare-query.ts'

interface AuditActor {
  readonly area: 'admin' | 'super-admin'
  readonly id: number
  readonly name: string
  readonly address: string
}

const storage = new AsyncLocalStorage<AuditActor>()

export function runAsAuditActor<Result>(actor: AuditActor, callback: () => Result): Result {
  return storage.run(actor, callback)
}

/**
 * Returns the administrator to record in the audit log. Returns undefined for residents, jobs and commands,
 * because their changes are not recorded.
 */
export function getAuditActor(): AuditActor | undefined {
  return storage.getStore()
}

const setActor = prepareQuery((db, { actor }: Placeholders<{ actor: string }>) =>
  db.selectNoFrom(sql`set_config('tahanan.actor', ${actor}, true)`.as('actor')),
)

/** Passes the actor to the database triggers that write the audit log, until the transaction ends. */
export async function setAuditActor(tx: Tx): Promise<void> {
  const actor = getAuditActor()
  if (actor) await setActor(tx, { actor: JSON.stringify(actor) })
}
