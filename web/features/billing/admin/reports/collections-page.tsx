import '#ui/list-pages/styles.ts'
import { useQuery } from '@tanstack/react-query'
import { formatDate } from '#lib/time.ts'
import { DataList } from '#ui/list-pages/data-list.tsx'
import type { CardContent, TableColumn } from '#ui/lists/data-table.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { PAYMENT_TYPES } from '@tahanan/contract/billing/payment.ts'
import { formatPesos, formatPesosOrDash } from '@tahanan/contract/money.ts'
import {
  COLLECTION_COLUMNS,
  toCollectionsByDay,
  sumCollections,
  type DayCollections,
} from '@tahanan/contract/reports/reports.ts'
import { collectionsQuery } from '../../calls.ts'
import { CsvButton, ReportPdfButton } from '../../save-buttons.tsx'
import { ReportFigures, useReportPeriod } from './report-figures.tsx'
import { formatCollectionsCsv } from './reports-csv.ts'

const COLUMNS: readonly TableColumn<DayCollections>[] = [
  { label: 'Day', look: 'c-num', renderCell: ({ day }) => formatDate(day) },
  ...PAYMENT_TYPES.map(({ type, label }): TableColumn<DayCollections> => ({
    label,
    look: 'c-num right',
    renderCell: ({ posted }) => formatPesosOrDash(posted[type] ?? 0),
  })),
  ...COLLECTION_COLUMNS.map(({ key, label }): TableColumn<DayCollections> => ({
    label,
    look: 'c-num right',
    renderCell: (day) => (key === 'net' ? <b>{formatPesosOrDash(day[key])}</b> : formatPesosOrDash(day[key])),
  })),
]

const toCard = ({ day, posted, ...amounts }: DayCollections): CardContent => ({
  heading: formatDate(day),
  words: (
    <>
      <p className="num">
        <b>{formatPesos(amounts.net)}</b>
      </p>
      {PAYMENT_TYPES.map(
        ({ type, label }) =>
          posted[type] !== 0 && (
            <p key={type} className="num">{`${label}: ${formatPesos(posted[type] ?? 0)}`}</p>
          ),
      )}
      {COLLECTION_COLUMNS.map(
        ({ key, label }) =>
          key !== 'net' &&
          amounts[key] !== 0 && <p key={key} className="num">{`${label}: ${formatPesos(amounts[key])}`}</p>,
      )}
    </>
  ),
})

/** Report of posted payments minus reversals, by day and payment method, with totals (rules 22.1). */
export default function CollectionsPage() {
  const { from, to, days } = useReportPeriod()
  const name = `Collections ${from} to ${to}`
  const query = useQuery({
    ...collectionsQuery(from, to),
    select: ({ data }) => ({ data: toCollectionsByDay(data), total: data.length, all: sumCollections(data) }),
  })
  const { data } = query
  const isEmpty = (data?.data.length ?? 0) === 0
  return (
    <div className="office">
      <PageHead title="Collections" />
      <ReportFigures
        facts={[
          ...PAYMENT_TYPES.map(
            ({ type, label }) => [label, formatPesosOrDash(data?.all.posted[type] ?? 0)] as const,
          ),
          ...COLLECTION_COLUMNS.map(
            ({ key, label }) => [label, formatPesosOrDash(data?.all[key] ?? 0)] as const,
          ),
        ]}
        acts={
          <>
            <CsvButton
              name={name}
              disabled={isEmpty}
              csv={() => (data ? formatCollectionsCsv(data.data, data.all) : '')}
            />
            <ReportPdfButton path={`/collections/pdf?from=${from}&to=${to}`} name={name} disabled={isEmpty} />
          </>
        }
      >
        {days}
      </ReportFigures>
      <DataList
        caption="Collections"
        query={query}
        pluralNoun="collections"
        emptyTitle="Nothing collected in these days"
        purpose="Choose other days above. Days on which a payment was posted or reversed appear here."
        columns={COLUMNS}
        card={toCard}
        getName={(row) => formatDate(row.day)}
        narrow
      />
    </div>
  )
}
