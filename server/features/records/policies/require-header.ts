import type { Details } from '@tahanan/contract/forms/validate.ts'
import { policyHeader } from '@tahanan/contract/records/kinds/policy-header.ts'
import type { Tx } from '../../../platform/db/client.ts'
import { invalidInput } from '../../../platform/errors.ts'
import { findRecord } from '../repository.ts'

/** Returns the header that a new policy names; locked, so that it is not deleted at the same moment. Throws 400 where there is none. */
export async function requireHeader(tx: Tx, { policyHeaderId }: Readonly<Details>): Promise<number> {
  const id =
    typeof policyHeaderId === 'string' && /^\d{1,15}$/.test(policyHeaderId)
      ? Number(policyHeaderId)
      : policyHeaderId
  const found =
    typeof id === 'number' &&
    Number.isSafeInteger(id) &&
    (await findRecord(tx, policyHeader, id, { lock: true }))
  if (!found) throw invalidInput({ policyHeaderId: ['Please choose a header!'] })
  return found.id
}
