import { dateTime, files, longText, text } from '../../forms/fields.ts'
import { defineRecordKind } from '../define-record-kind.ts'

/** Memorandum of the office to the residents (rules 9.16). */
export const memorandum = defineRecordKind({
  name: 'memorandum',
  table: 'memorandums',
  noun: { one: 'memorandum', many: 'memorandums' },
  page: 'memorandums',
  fields: {
    memoNumber: text({ label: 'Memo Number', max: 50 }),
    title: text({ label: 'Title', required: 'Please input your title!' }),
    description: longText({ label: 'Description', required: 'Please input your description!' }),
    date: dateTime({ label: 'Date', required: 'Please input your date!', precision: 'day', initial: 'now' }),
    files: files({
      label: 'Files',
      folder: 'pdf',
      accept: 'pdf',
      max: 50,
      namePrefix: 'memo_',
      hint: 'PDF files.',
    }),
  },
  hasAuthor: true,
  isAnnounced: true,
  sortDateField: 'date',
  whole: true,
  searchHeading: 'Memorandums',
  menu: 'Memorandums',
  icon: 'file-text',
  office: {
    title: 'Building Circulars and Memorandums',
    searchHint: 'Search title or description',
    purpose: 'Circulars that you add appear on the residents’ pages at once.',
    columns: { title: 'Title', description: 'Description', date: 'Date', files: 'Files' },
  },
  residents: {
    title: 'Building Circulars and Memorandums',
    introduction: 'What the PMO tells all residents in writing.',
    purpose: 'Circulars of the PMO are listed here.',
    labels: { memoNumber: 'Memo' },
  },
  reset: { group: 'memorandums', label: 'Memorandums', note: 'With their files.' },
})
