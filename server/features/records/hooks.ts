import type { Tx } from '#platform/db/client.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import type { RecordName } from '@tahanan/contract/records/index.ts'
import { requireNoBookingsAhead } from './amenities/bookings-ahead.ts'
import { nextSequenceNumber } from './policies/sequence.ts'
import { removePoliciesUnder, requireHeader } from './policies/under-header.ts'

/** Steps of one kind beyond its declaration, run in the transaction of a change. */
interface RecordHooks {
  /** Values of columns beside the form's when one is added. Throws 400. */
  readonly newColumns?: (tx: Tx, body: Readonly<Details>) => Promise<Readonly<Record<string, unknown>>>
  /** Throws where it cannot be deleted now; otherwise does what goes with it. The record is locked. */
  readonly beforeDelete?: (tx: Tx, id: number) => Promise<void>
}

/** Hooks of the kinds that have any. */
export const HOOKS: { readonly [Name in RecordName]?: RecordHooks } = {
  amenity: { beforeDelete: requireNoBookingsAhead },
  policyHeader: {
    newColumns: async (tx) => ({ sequence_number: await nextSequenceNumber(tx) }),
    beforeDelete: removePoliciesUnder,
  },
  policy: { newColumns: async (tx, body) => ({ policy_header_id: await requireHeader(tx, body) }) },
}
