import { can } from '../../../platform/actor.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { DbOrTx } from '../../../platform/db/client.ts'
import { findRow } from './repository.ts'

/** Whether an actor may open a deposit slip: its tenant, or an administrator who may view payments; nobody once it is deleted. */
export async function mayReadPaymentFile(db: DbOrTx, actor: Actor, paymentId: number): Promise<boolean> {
  if (actor.area !== 'client' && !can(actor, 'payments', 'view')) return false
  const row = await findRow(db, paymentId, { tenantId: actor.area === 'client' ? actor.id : undefined })
  return row !== undefined
}
