import '../../ui/list-pages/styles.ts'
import '../../ui/list-pages/record-list.css'
import { useQuery } from '@tanstack/react-query'
import { showDate, showDateTime } from '../../lib/time.ts'
import { SearchBox } from '../../ui/list-pages/list-tools.tsx'
import { useListParams } from '../../ui/list-pages/list-params.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { recordsQuery } from '../../lib/api/records.ts'
import type { CardWords, RecordColumn } from '../../ui/lists/record-table.tsx'
import { RecordList } from '../../ui/list-pages/record-list.tsx'
import { useLiveRecords } from '../../ui/list-pages/use-live-records.ts'
import { Stars } from './stars.tsx'

interface Feedback {
  id: number
  tenant: { uoccname: string | null; email: string | null } | null
  /** 1 to 5. */
  rate: number
  message: string | null
  created_at: string
}

/** The business name, otherwise the e-mail (rules 9.28). */
const clientName = ({ tenant }: Feedback): string => tenant?.uoccname || tenant?.email || 'N/A'

const COLUMNS: readonly RecordColumn<Feedback>[] = [
  { label: 'Client Name', look: 'wide', show: clientName },
  { label: 'Rate', show: ({ rate }) => <Stars rate={rate} /> },
  { label: 'Message', look: 'wide', show: ({ message }) => message },
  { label: 'Created Date', look: 'c-num', show: ({ created_at }) => showDateTime(created_at) },
]

const cardOf = (row: Feedback): CardWords => ({
  heading: clientName(row),
  words: (
    <>
      <p>
        <Stars rate={row.rate} /> <span className="num">{showDate(row.created_at)}</span>
      </p>
      {row.message && <p>{row.message}</p>}
    </>
  ),
})

/** Feedback of residents about the community and the office (rules 9.28). */
export default function FeedbacksPage() {
  const { filter: asked, change, turn } = useListParams()
  const { page, limit, searchTerm } = asked
  const filter = { page, limit, searchTerm }
  const query = useQuery(recordsQuery<Feedback>('feedbacks', filter))
  const marks = useLiveRecords('feedbacks', query.data?.data)
  return (
    <div className="office">
      <PageHead title="Feedbacks" />
      <div className="office-tools">
        <SearchBox
          hint="Search message"
          value={searchTerm}
          onSearch={(next) => change({ searchTerm: next })}
        />
      </div>
      <RecordList
        query={query}
        caption="Feedbacks"
        things="feedbacks"
        filter={filter}
        purpose="What residents say appears here."
        columns={COLUMNS}
        nameOf={clientName}
        marks={marks}
        card={cardOf}
        onPage={turn}
        onClearSearch={() => change({ searchTerm: '' })}
      />
    </div>
  )
}
