import type { Tx } from '../../../platform/db/client.ts'
import { CLOCK } from '../../../platform/db/clock.ts'

/** Deletes the policies under a header with it (rules 9.19). */
export async function removePoliciesUnder(tx: Tx, headerId: number): Promise<void> {
  await tx
    .updateTable('policies')
    .set({ status: 0, updated_at: CLOCK })
    .where('policy_header_id', '=', headerId)
    .where('status', '<>', 0)
    .execute()
}
