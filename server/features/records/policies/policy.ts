import { channels } from '@tahanan/contract/channels.ts'
import { policyForm } from '@tahanan/contract/content/forms.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { Policy } from '@tahanan/contract/records/answers.ts'
import type { Tx } from '../../../platform/db/client.ts'
import { invalidInput } from '../../../platform/errors.ts'
import { residentsAnd } from '../record-kind.ts'
import type { RecordKind } from '../record-kind.ts'
import { findRecord } from '../repository.ts'
import { policyHeader } from './policy-header.ts'

/** One policy under a header. Adding one needs the flag `edit`, since it is done in the header's row (rules 2.5). */
export const policy: RecordKind = {
  name: 'policy',
  table: 'policies',
  page: 'policies',
  addFlag: 'edit',
  path: { one: 'policy', many: 'policies' },
  noun: { one: 'policy', many: 'policies' },
  form: policyForm,
  answer: Policy,
  readers: residentsAnd(['policies', 'view']),
  channel: channels.policies,
  order: 'r.id',
  pageSize: 0,
  columns: ['policyHeaderId'],
  newColumns: async (tx, _actor, body) => ({ policy_header_id: await requireHeader(tx, body) }),
}

/** The header that a new policy names; locked, so that it is not deleted at the same moment. Throws 400 where there is none. */
async function requireHeader(tx: Tx, { policyHeaderId }: Readonly<Details>): Promise<number> {
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
