import { useQuery } from '@tanstack/react-query'
import { slicePage } from '#lib/api/row-queries.ts'
import { formatPesos } from '#lib/money.ts'
import { formatDate } from '#lib/time.ts'
import { DataList } from '#ui/list-pages/data-list.tsx'
import type { CardContent, TableColumn } from '#ui/lists/data-table.tsx'
import { Sheet } from '#ui/overlays/sheet.tsx'
import { Section } from '#ui/panels/section.tsx'
import type { UnmatchedBankItems } from '@tahanan/contract/billing/bank-answers.ts'
import { toCsvAmount, formatRowsCsv } from '@tahanan/contract/csv.ts'
import { sumAmounts } from '@tahanan/contract/money.ts'
import { getMethodLabel } from '../../payment.ts'
import { CsvButton, ReportPdfButton } from '../../save-buttons.tsx'
import { usePagedQuery } from '../../use-paged-query.ts'
import { useReportPeriod } from '../reports/report-figures.tsx'
import { bankUnmatchedQuery } from './calls.ts'

interface Row {
  kind: 'line' | 'payment'
  id: number
  date: string
  amount: number
  reference: string
  whose: string
  by: string
}

const toLineRows = ({ lines }: UnmatchedBankItems): Row[] =>
  lines.map((line) => ({ ...line, kind: 'line', whose: line.description, by: line.account }))

const toPaymentRows = ({ payments }: UnmatchedBankItems): Row[] =>
  payments.map((payment) => ({
    ...payment,
    kind: 'payment',
    reference: [payment.referenceNumber, payment.reference].filter(Boolean).join(' '),
    whose: `${payment.clientCode} ${payment.uoccname}`,
    by: getMethodLabel(payment.type),
  }))

const formatUnmatchedCsv = (report: UnmatchedBankItems): string =>
  formatRowsCsv([...toLineRows(report), ...toPaymentRows(report)], {
    kind: (row) => row.kind,
    date: (row) => ({ plain: row.date }),
    amount: (row) => toCsvAmount(row.amount),
    reference: (row) => row.reference,
    whose: (row) => row.whose,
    by: (row) => row.by,
  })

const getOwnerName = ({ whose }: Row): string => whose
const getAccountOrType = ({ by }: Row): string => by

interface ReportPart {
  title: string
  things: string
  others: readonly TableColumn<Row>[]
  toRows: (report: UnmatchedBankItems) => Row[]
}

const REPORT_PARTS: readonly ReportPart[] = [
  {
    title: 'Lines without a payment',
    things: 'lines',
    others: [
      { label: 'Description', look: 'wide', show: getOwnerName },
      { label: 'Account', show: getAccountOrType },
    ],
    toRows: toLineRows,
  },
  {
    title: 'Posted payments without a line',
    things: 'payments',
    others: [
      { label: 'Client', look: 'wide', show: getOwnerName },
      { label: 'Type', show: getAccountOrType },
    ],
    toRows: toPaymentRows,
  },
]

/**
 * Shows bank lines without a payment, and posted payments without a bank line, of a chosen period (rules
 * 21.12).
 */
export function UnmatchedSheet({ onClose }: { onClose: () => void }) {
  const { from, to, days } = useReportPeriod()
  const { data } = useQuery(bankUnmatchedQuery(from, to))
  const name = `Unmatched ${from} to ${to}`
  return (
    <Sheet
      place="box"
      width={1000}
      title="Unmatched"
      onClose={onClose}
      footer={
        <>
          <CsvButton name={name} disabled={!data} csv={() => (data ? formatUnmatchedCsv(data) : '')} />
          <ReportPdfButton path={`/bank-unmatched/pdf?from=${from}&to=${to}`} name={name} disabled={!data} />
        </>
      }
    >
      <div className="bank-unmatched stack gap-4">
        <div className="bank-days">{days}</div>
        {REPORT_PARTS.map((part) => (
          <ReportPartTable key={part.title} {...part} from={from} to={to} />
        ))}
      </div>
    </Sheet>
  )
}

type PartProps = ReportPart & { from: string; to: string }

function ReportPartTable({ title, things, others, toRows, from, to }: PartProps) {
  const { query, filter, onPage } = usePagedQuery((page) => ({
    ...bankUnmatchedQuery(from, to),
    select: (report: UnmatchedBankItems) => {
      const allRows = toRows(report)
      return { ...slicePage(allRows, page), amount: sumAmounts(allRows.map((row) => row.amount)) }
    },
  }))
  const { total = 0, amount = 0 } = query.data ?? {}
  const columns: readonly TableColumn<Row>[] = [
    { label: 'Date', look: 'c-num', show: (row) => formatDate(row.date) },
    { label: 'Amount', look: 'c-num right', show: (row) => formatPesos(row.amount) },
    { label: 'Reference', look: 'c-num', show: (row) => row.reference },
    ...others,
  ]
  return (
    <Section title={`${title}: ${total.toLocaleString('en')}, ${formatPesos(amount)}`}>
      {(!query.data || total > 0) && (
        <DataList
          caption={title}
          query={query}
          things={things}
          purpose=""
          filter={filter}
          columns={columns}
          card={toCard}
          getName={({ reference, amount: of }) => reference || String(of)}
          onPage={total > filter.limit ? onPage : undefined}
        />
      )}
    </Section>
  )
}

const toCard = (row: Row): CardContent => ({
  heading: (
    <span className="num">
      {formatPesos(row.amount)} <small>{formatDate(row.date)}</small>
    </span>
  ),
  words: (
    <>
      <p className="num">{row.reference}</p>
      <p>{row.whose}</p>
      <p>{row.by}</p>
    </>
  ),
})
