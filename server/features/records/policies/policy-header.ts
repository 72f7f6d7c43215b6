import { channels } from '@tahanan/contract/channels.ts'
import { policyHeaderForm } from '@tahanan/contract/content/forms.ts'
import { PolicyHeader } from '@tahanan/contract/records/answers.ts'
import type { Tx } from '../../../platform/db/client.ts'
import { CLOCK } from '../../../platform/db/clock.ts'
import { residentsAnd } from '../record-kind.ts'
import type { RecordKind } from '../record-kind.ts'
import { nextSequenceNumber } from './sequence.ts'

/** A header of the house rules (rules 9.18, 9.19). A new one comes last; a deleted one takes its policies with it. */
export const policyHeader: RecordKind = {
  name: 'policyHeader',
  table: 'policy_headers',
  page: 'policies',
  path: { one: 'policy-header', many: 'policies' },
  noun: { one: 'policy header', many: 'policies' },
  form: policyHeaderForm,
  answer: PolicyHeader,
  readers: residentsAnd(['policies', 'view']),
  channel: channels.policies,
  order: 'r.sequence_number, r.id',
  pageSize: 0,
  columns: ['sequenceNumber'],
  newColumns: async (tx) => ({ sequence_number: await nextSequenceNumber(tx) }),
  beforeDelete: removePoliciesUnder,
}

async function removePoliciesUnder(tx: Tx, headerId: number): Promise<void> {
  await tx
    .updateTable('policies')
    .set({ status: 0, updated_at: CLOCK })
    .where('policy_header_id', '=', headerId)
    .where('status', '<>', 0)
    .execute()
}
