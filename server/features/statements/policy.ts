import { hasPermission, type Actor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'

/**
 * Returns true if the actor may open PDFs of the tenant's statements. A resident may open only PDFs of their
 * own account (rules 6.12).
 */
export function mayReadStatement(_db: DbOrTx, actor: Actor, tenantId: number): Promise<boolean> {
  return Promise.resolve(
    actor.area === 'client' ? actor.id === tenantId : hasPermission(actor, 'billings', 'view'),
  )
}
