import { updateSearchTexts } from '#features/tickets/reservations/update-search-texts.ts'
import type { Tx } from '#platform/db/client.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import type { RecordName } from '@tahanan/contract/records/index.ts'
import { requireNoBookingsAhead } from './amenities/require-no-bookings-ahead.ts'
import { claimSequenceNumber } from './policies/reorder-policy-headers.ts'
import { deletePoliciesOfHeader, requirePolicyHeader } from './policies/require-policy-header.ts'

interface RecordHooks {
  /** Returns values for columns of a new record that are not fields of its form. Throws 400. */
  readonly newColumns?: (tx: Tx, body: Readonly<Details>) => Promise<Readonly<Record<string, unknown>>>
  /** Updates copies of the record's values in other rows. */
  readonly afterChange?: (
    tx: Tx,
    id: number,
    change: { readonly before: Readonly<Details>; readonly after: Readonly<Details> },
  ) => Promise<void>
  /** Throws if the record cannot be deleted. The record is locked. May change rows that depend on it. */
  readonly beforeDelete?: (tx: Tx, id: number) => Promise<void>
}

export const HOOKS: { readonly [Name in RecordName]?: RecordHooks } = {
  amenity: {
    afterChange: async (tx, id, { before, after }) => {
      if (before.title !== after.title) await updateSearchTexts.add(tx, { amenityId: id })
    },
    beforeDelete: requireNoBookingsAhead,
  },
  policyHeader: {
    newColumns: async (tx) => ({ sequence_number: await claimSequenceNumber(tx) }),
    beforeDelete: deletePoliciesOfHeader,
  },
  policy: { newColumns: async (tx, body) => ({ policy_header_id: await requirePolicyHeader(tx, body) }) },
}
