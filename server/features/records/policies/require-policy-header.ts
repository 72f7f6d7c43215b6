import type { Tx } from '#platform/db/client.ts'
import { CLOCK, DELETED_STATUS } from '#platform/db/expressions.ts'
import { createInvalidInputError } from '#platform/errors.ts'
import { parseId, type Details } from '@tahanan/contract/forms/validate.ts'
import { policyHeader } from '@tahanan/contract/records/kinds/policy-header.ts'
import { findRecord } from '../repository.ts'

/**
 * Locks the header (group) of a new policy, so that it is not deleted before the policy is saved. Throws 400
 * if there is no such header.
 */
export async function requirePolicyHeader(tx: Tx, { policyHeaderId }: Readonly<Details>): Promise<number> {
  const id = parseId(policyHeaderId)
  const header = id !== undefined && (await findRecord(tx, policyHeader, id, { lock: true }))
  if (!header) throw createInvalidInputError({ policyHeaderId: ['Please choose a header!'] })
  return header.id
}

/** Deletes the policies of a deleted header (rules 9.19). */
export async function deletePoliciesOfHeader(tx: Tx, headerId: number): Promise<void> {
  await tx
    .updateTable('policies')
    .set({ status: DELETED_STATUS, updated_at: CLOCK })
    .where('policy_header_id', '=', headerId)
    .where('status', '<>', DELETED_STATUS)
    .execute()
}
