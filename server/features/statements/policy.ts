import { can, type Actor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'

/** Whether an actor may open a statement's PDF: its tenant, or the office with `billings` (rules 6.12). */
export function mayReadStatement(_db: DbOrTx, actor: Actor, tenantId: number): Promise<boolean> {
  return Promise.resolve(actor.area === 'client' ? actor.id === tenantId : can(actor, 'billings', 'view'))
}
