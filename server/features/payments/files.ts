import { can, type Actor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { parseKey } from '#platform/files/store/keys.ts'
import type { Folder } from '@tahanan/contract/limits.ts'
import { findRow } from './repository.ts'

/** Folders of what residents send with a payment. */
const OF_RESIDENTS: readonly Folder[] = ['depositslip', 'certificates']

/**
 * Whether an actor may open a file of a payment: an administrator who may view payments, and its tenant the slip, also the
 * counter's, and the certificate, but not the office's proof; nobody once it is deleted.
 */
export async function mayReadPaymentFile(
  db: DbOrTx,
  actor: Actor,
  paymentId: number,
  key: string,
): Promise<boolean> {
  if (actor.area !== 'client')
    return can(actor, 'payments', 'view') && (await findRow(db, paymentId)) !== undefined
  const row = await findRow(db, paymentId, { tenantId: actor.id })
  if (!row) return false
  const folder = parseKey(key)?.folder
  // the counter's picture lies beside the office's proofs
  return (folder && OF_RESIDENTS.includes(folder)) || row.images.some(({ url }) => url === key)
}
