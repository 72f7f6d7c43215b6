import { dateTime, files, text } from '../../forms/fields.ts'
import { defineRecordKind } from '../define-record-kind.ts'

/**
 * Policy (house rule) below a header. To add one, an administrator needs the permission `edit`, because the
 * row of the header changes (rules 2.5).
 */
export const policy = defineRecordKind({
  name: 'policy',
  table: 'policies',
  noun: { one: 'policy', many: 'policies' },
  page: 'policies',
  addFlag: 'edit',
  fields: {
    subHeader: text({ label: 'Sub Header', required: 'Please input your sub header!' }),
    title: text({ label: 'Title', required: 'Please input your title!' }),
    date: dateTime({ label: 'Date', required: 'Please input your date!', initial: 'now' }),
    files: files({
      label: 'Files',
      folder: 'pdf',
      accept: 'pdf',
      max: 200,
      namePrefix: 'policy_',
      hint: 'PDF files.',
    }),
  },
  numbers: ['policyHeaderId'],
  whole: true,
  hasOwnReadCalls: true,
  searchHeading: 'House Rules & Policies',
  menu: 'Policies',
  icon: 'book-open',
  reset: { group: 'policies', label: 'Policies', note: 'Their headers stay.' },
})
