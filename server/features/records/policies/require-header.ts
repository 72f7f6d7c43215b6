import type { Tx } from '#platform/db/client.ts'
import { CLOCK, DELETED } from '#platform/db/expressions.ts'
import { invalidInput } from '#platform/errors.ts'
import { parseId, type Details } from '@tahanan/contract/forms/validate.ts'
import { policyHeader } from '@tahanan/contract/records/kinds/policy-header.ts'
import { findRecord } from '../repository.ts'

/**
 * Locks the header of a new policy, so that it is not deleted before the policy is saved. Throws 400 if there
 * is no such header.
 */
export async function requireHeader(tx: Tx, { policyHeaderId }: Readonly<Details>): Promise<number> {
  const id = parseId(policyHeaderId)
  const found = id !== undefined && (await findRecord(tx, policyHeader, id, { lock: true }))
  if (!found) throw invalidInput({ policyHeaderId: ['Please choose a header!'] })
  return found.id
}

/** Deletes the policies of a deleted header (rules 9.19). */
export async function removePoliciesUnder(tx: Tx, headerId: number): Promise<void> {
  await tx
    .updateTable('policies')
    .set({ status: DELETED, updated_at: CLOCK })
    .where('policy_header_id', '=', headerId)
    .where('status', '<>', DELETED)
    .execute()
}
