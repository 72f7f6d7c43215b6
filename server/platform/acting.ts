import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import type { Tx } from './db/client.ts'
import { statement, type Placeholders } from './db/statement.ts'

/** The author of a change: an administrator or the super-administrator, as the session says, and the address of the call. */
interface Acting {
  readonly area: 'admin' | 'super-admin'
  readonly id: number
  readonly name: string
  /** The caller's network address. */
  readonly address: string
}

const acting = new AsyncLocalStorage<Acting>()

/** Runs a call in the name of its caller, so that `change()` can tell the database. */
export function actingAs<Result>(who: Acting, work: () => Result): Result {
  return acting.run(who, work)
}

/** Returns the present author; undefined for residents, chores and commands, whose changes are not audited. */
export function currentlyActing(): Acting | undefined {
  return acting.getStore()
}

const setActor = statement((db, { actor }: Placeholders<{ actor: string }>) =>
  db.selectNoFrom(sql`set_config('tahanan.actor', ${actor}, true)`.as('actor')),
)

/**
 * Sets the author of a transaction's changes, which the triggers of the audit log read. It is forgotten at the
 * end of the transaction.
 */
export async function sayWhoActs(tx: Tx): Promise<void> {
  const who = currentlyActing()
  if (who) await setActor(tx, { actor: JSON.stringify(who) })
}
