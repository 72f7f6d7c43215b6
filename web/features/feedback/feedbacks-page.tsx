import { useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { createRowsQuery } from '#lib/api/row-queries.ts'
import { formatCsvDay, formatDate, formatDateTime } from '#lib/time.ts'
import { ListPage } from '#ui/list-pages/list-page.tsx'
import { useListParams } from '#ui/list-pages/list-params.ts'
import { useCsvDownload } from '#ui/list-pages/use-csv-download.ts'
import { useLiveRows } from '#ui/list-pages/use-live-rows.ts'
import type { CardContent, TableColumn } from '#ui/lists/data-table.tsx'
import type { SortKey } from '#ui/lists/sort.tsx'
import { formatRowsCsv } from '@tahanan/contract/csv.ts'
import type { Feedback } from '@tahanan/contract/feedback/answers.ts'
import './feedbacks-page.css'

/** Returns the business name of a tenant; if none exists, the e-mail address (rules 9.28). */
const getClientName = ({ tenant }: Feedback): string => tenant.uoccname || tenant.email || 'N/A'

const COLUMNS: readonly TableColumn<Feedback>[] = [
  { label: 'Client Name', look: 'wide', renderCell: getClientName },
  { label: 'Rate', renderCell: ({ rate }) => <Stars rate={rate} /> },
  { label: 'Message', look: 'wide', renderCell: ({ message }) => message },
  { label: 'Created Date', look: 'c-num', renderCell: ({ created_at }) => formatDateTime(created_at) },
]

const SORT_KEYS: readonly SortKey[] = [{ key: 'created_at', label: 'Created Date', kind: 'date' }]

/** Returns the CSV file of the feedback. Its column names are prescribed by rules 13.13. */
const formatFeedbacksCsv = (rows: readonly Feedback[]): string =>
  formatRowsCsv(rows, {
    clientName: getClientName,
    email: ({ tenant }) => tenant.email,
    rate: ({ rate }) => rate,
    message: ({ message }) => message,
    createdAt: ({ created_at }) => formatCsvDay(created_at),
  })

const toCard = (row: Feedback): CardContent => ({
  heading: getClientName(row),
  words: (
    <>
      <p>
        <Stars rate={row.rate} /> <span className="num">{formatDate(row.created_at)}</span>
      </p>
      {row.message && <p>{row.message}</p>}
    </>
  ),
})

export default function FeedbacksPage() {
  const list = useListParams({ keys: SORT_KEYS, newest: 'created_at' })
  const csv = useCsvDownload({ path: '/feedbackIds', file: 'Feedbacks.csv', toCsv: formatFeedbacksCsv })
  const query = useQuery(createRowsQuery<Feedback>('feedbacks', list.filter))
  return (
    <ListPage
      title="Feedbacks"
      searchHint="Search message"
      list={list}
      query={query}
      pluralNoun="feedbacks"
      purpose="What residents say appears here."
      columns={COLUMNS}
      card={toCard}
      getName={getClientName}
      csv={csv}
      marks={useLiveRows('feedbacks', query.data?.data)}
    />
  )
}

function Stars({ rate }: { rate: number }) {
  return (
    <span className="stars" role="img" aria-label={`${rate} of 5 stars`}>
      {[1, 2, 3, 4, 5].map((starNumber) => (
        <Star key={starNumber} className={starNumber <= rate ? 'lit' : ''} />
      ))}
    </span>
  )
}
