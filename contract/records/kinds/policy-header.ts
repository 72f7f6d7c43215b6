import { files, text } from '../../forms/fields.ts'
import { defineRecordKind } from '../define-record-kind.ts'

/**
 * Header (section) of the house rules. A new header is placed last. If a header is deleted, its policies are
 * deleted too (rules 9.18, 9.19).
 */
export const policyHeader = defineRecordKind({
  name: 'policyHeader',
  table: 'policy_headers',
  noun: { one: 'policy header', many: 'policy headers' },
  listPath: 'policies',
  page: 'policies',
  fields: {
    header: text({ label: 'Header', required: 'Please input your header!' }),
    files: files({ label: 'Files', folder: 'pdf', accept: 'pdf', max: 200, namePrefix: 'policy_' }),
  },
  titleField: 'header',
  numbers: ['sequenceNumber'],
  whole: true,
  hasOwnReadCalls: true,
  menu: 'Policies',
  icon: 'book-open',
  reset: {
    group: 'policiesHeader',
    label: 'Policies header',
    dependentGroups: ['policies'],
    note: 'With the policies under them.',
  },
})
