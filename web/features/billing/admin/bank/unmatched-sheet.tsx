import { useQuery } from '@tanstack/react-query'
import { ApiError } from '#lib/api/api.ts'
import { slicePage } from '#lib/api/row-queries.ts'
import { formatPesos } from '#lib/money.ts'
import { formatDate } from '#lib/time.ts'
import { FieldMessage } from '#ui/controls/field.tsx'
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
import { unmatchedBankItemsQuery } from './calls.ts'

interface Row {
  kind: 'line' | 'payment'
  id: number
  date: string
  amount: number
  reference: string
  descriptionOrClient: string
  accountOrType: string
}

const toLineRows = ({ lines }: UnmatchedBankItems): Row[] =>
  lines.map((line) => ({
    ...line,
    kind: 'line',
    descriptionOrClient: line.description,
    accountOrType: line.account,
  }))

const toPaymentRows = ({ payments }: UnmatchedBankItems): Row[] =>
  payments.map((payment) => ({
    ...payment,
    kind: 'payment',
    reference: [payment.referenceNumber, payment.reference].filter(Boolean).join(' '),
    descriptionOrClient: `${payment.clientCode} ${payment.uoccname}`,
    accountOrType: getMethodLabel(payment.type),
  }))

const formatUnmatchedCsv = (report: UnmatchedBankItems): string =>
  formatRowsCsv([...toLineRows(report), ...toPaymentRows(report)], {
    kind: (row) => row.kind,
    date: (row) => ({ plain: row.date }),
    amount: (row) => toCsvAmount(row.amount),
    reference: (row) => row.reference,
    whose: (row) => row.descriptionOrClient,
    by: (row) => row.accountOrType,
  })

const getOwnerName = ({ descriptionOrClient }: Row): string => descriptionOrClient
const getAccountOrType = ({ accountOrType }: Row): string => accountOrType

interface ReportPart {
  title: string
  pluralNoun: string
  extraColumns: readonly TableColumn<Row>[]
  toRows: (report: UnmatchedBankItems) => Row[]
}

const REPORT_PARTS: readonly ReportPart[] = [
  {
    title: 'Lines without a payment',
    pluralNoun: 'lines',
    extraColumns: [
      { label: 'Description', look: 'wide', renderCell: getOwnerName },
      { label: 'Account', renderCell: getAccountOrType },
    ],
    toRows: toLineRows,
  },
  {
    title: 'Posted payments without a line',
    pluralNoun: 'payments',
    extraColumns: [
      { label: 'Client', look: 'wide', renderCell: getOwnerName },
      { label: 'Type', renderCell: getAccountOrType },
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
  const { data, error } = useQuery(unmatchedBankItemsQuery(from, to))
  const periodProblem = error instanceof ApiError ? error.errors.to?.[0] : undefined
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
        <FieldMessage error={periodProblem} />
        {periodProblem === undefined &&
          REPORT_PARTS.map((part) => <ReportPartTable key={part.title} {...part} from={from} to={to} />)}
      </div>
    </Sheet>
  )
}

type PartProps = ReportPart & { from: string; to: string }

function ReportPartTable({ title, pluralNoun, extraColumns, toRows, from, to }: PartProps) {
  const { query, filter, onPage } = usePagedQuery((page) => ({
    ...unmatchedBankItemsQuery(from, to),
    select: (report: UnmatchedBankItems) => {
      const allRows = toRows(report)
      return { ...slicePage(allRows, page), amount: sumAmounts(allRows.map((row) => row.amount)) }
    },
  }))
  const { total = 0, amount = 0 } = query.data ?? {}
  const columns: readonly TableColumn<Row>[] = [
    { label: 'Date', look: 'c-num', renderCell: (row) => formatDate(row.date) },
    { label: 'Amount', look: 'c-num right', renderCell: (row) => formatPesos(row.amount) },
    { label: 'Reference', look: 'c-num', renderCell: (row) => row.reference },
    ...extraColumns,
  ]
  return (
    <Section title={`${title}: ${total.toLocaleString('en')}, ${formatPesos(amount)}`}>
      {(!query.data || total > 0) && (
        <DataList
          caption={title}
          query={query}
          pluralNoun={pluralNoun}
          purpose=""
          filter={filter}
          columns={columns}
          card={toCard}
          getName={({ reference, amount: rowAmount }) => reference || String(rowAmount)}
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
      <p>{row.descriptionOrClient}</p>
      <p>{row.accountOrType}</p>
    </>
  ),
})
