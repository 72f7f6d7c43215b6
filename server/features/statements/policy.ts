import { can, type Actor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'

/** A resident may open only PDFs of their own statements (rules 6.12). */
export function mayReadStatement(_db: DbOrTx, actor: Actor, tenantId: number): Promise<boolean> {
  return Promise.resolve(actor.area === 'client' ? actor.id === tenantId : can(actor, 'billings', 'view'))
}
