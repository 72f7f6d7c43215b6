import { memorandumForm } from '@tahanan/contract/content/forms.ts'
import type { Memorandum } from '@tahanan/contract/records/answers.ts'
import { showDate } from '../../../lib/time.ts'
import { FileFold } from '../../../ui/files/file-fold.tsx'
import type { RecordKind } from '../../../ui/list-pages/record-kind.ts'
import { RecordPage } from '../../../ui/list-pages/record-page.tsx'

/** The office's memorandums (rules 9.16). */
const memorandums: RecordKind<Memorandum & Record<string, unknown>> = {
  page: 'memorandums',
  title: 'Building Circulars and Memorandums',
  one: 'memorandum',
  many: 'memorandums',
  form: memorandumForm,
  noun: { one: 'memorandum', many: 'memorandums' },
  toast: 'Memorandum',
  searchHint: 'Search title or description',
  purpose: 'Circulars that you add appear on the residents’ pages at once.',
  nameOf: ({ title }) => title,
  columns: [
    { label: 'Title', look: 'wide', opens: true, show: ({ title }) => title },
    {
      label: 'Description',
      look: 'wide',
      show: ({ description }) => <span className="clip">{description}</span>,
    },
    { label: 'Date', look: 'c-num', show: ({ date }) => showDate(date) },
    { label: 'Files', show: ({ files }) => <FileFold files={files} /> },
  ],
  card: ({ title, description, date, files }) => ({
    heading: title,
    words: (
      <>
        <p className="num">{showDate(date)}</p>
        <p className="clip">{description}</p>
        <FileFold files={files} />
      </>
    ),
  }),
  matches: ({ title, description }, term) =>
    title.toLowerCase().includes(term) || description.toLowerCase().includes(term),
}

export default function MemorandumsPage() {
  return <RecordPage kind={memorandums} />
}
