import { useQuery } from '@tanstack/react-query'
import { slicePage } from '#lib/api/records.ts'
import { pesos } from '#lib/money.ts'
import { formatDate } from '#lib/time.ts'
import { RecordList } from '#ui/list-pages/record-list.tsx'
import type { CardWords, RecordColumn } from '#ui/lists/record-table.tsx'
import { Sheet } from '#ui/overlays/sheet.tsx'
import { Section } from '#ui/panels/section.tsx'
import type { BankUnmatched } from '@tahanan/contract/billing/bank-answers.ts'
import { toCsvAmount, formatRecordsCsv } from '@tahanan/contract/csv.ts'
import { sumAmounts } from '@tahanan/contract/money.ts'
import { getMethodLabel } from '../../payment.ts'
import { CsvButton, ReportPdf } from '../../save-buttons.tsx'
import { usePaged } from '../../use-paged.ts'
import { usePeriod } from '../reports/report-figures.tsx'
import { unmatchedQuery } from './calls.ts'

interface Row {
  kind: 'line' | 'payment'
  id: number
  date: string
  amount: number
  reference: string
  whose: string
  by: string
}

const toLineRows = ({ lines }: BankUnmatched): Row[] =>
  lines.map((line) => ({ ...line, kind: 'line', whose: line.description, by: line.account }))

const toPaymentRows = ({ payments }: BankUnmatched): Row[] =>
  payments.map((payment) => ({
    ...payment,
    kind: 'payment',
    reference: [payment.referenceNumber, payment.reference].filter(Boolean).join(' '),
    whose: `${payment.clientCode} ${payment.uoccname}`,
    by: getMethodLabel(payment.type),
  }))

const formatUnmatchedCsv = (report: BankUnmatched): string =>
  formatRecordsCsv([...toLineRows(report), ...toPaymentRows(report)], {
    kind: (row) => row.kind,
    date: (row) => ({ plain: row.date }),
    amount: (row) => toCsvAmount(row.amount),
    reference: (row) => row.reference,
    whose: (row) => row.whose,
    by: (row) => row.by,
  })

const getWhose = ({ whose }: Row): string => whose
const getBy = ({ by }: Row): string => by

interface PartOfReport {
  title: string
  things: string
  others: readonly RecordColumn<Row>[]
  toRows: (report: BankUnmatched) => Row[]
}

const PARTS: readonly PartOfReport[] = [
  {
    title: 'Lines without a payment',
    things: 'lines',
    others: [
      { label: 'Description', look: 'wide', show: getWhose },
      { label: 'Account', show: getBy },
    ],
    toRows: toLineRows,
  },
  {
    title: 'Posted payments without a line',
    things: 'payments',
    others: [
      { label: 'Client', look: 'wide', show: getWhose },
      { label: 'Type', show: getBy },
    ],
    toRows: toPaymentRows,
  },
]

/** Bank lines without a payment, and posted payments without a bank line, of a period (rules 21.12). */
export function UnmatchedSheet({ onClose }: { onClose: () => void }) {
  const { from, to, days } = usePeriod()
  const { data } = useQuery(unmatchedQuery(from, to))
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
          <ReportPdf path={`/bank-unmatched/pdf?from=${from}&to=${to}`} name={name} disabled={!data} />
        </>
      }
    >
      <div className="bank-unmatched stack gap-4">
        <div className="bank-days">{days}</div>
        {PARTS.map((part) => (
          <Part key={part.title} {...part} from={from} to={to} />
        ))}
      </div>
    </Sheet>
  )
}

type PartProps = PartOfReport & { from: string; to: string }

function Part({ title, things, others, toRows, from, to }: PartProps) {
  const { query, filter, onPage } = usePaged((page) => ({
    ...unmatchedQuery(from, to),
    select: (report: BankUnmatched) => {
      const all = toRows(report)
      return { ...slicePage(all, page), amount: sumAmounts(all.map((row) => row.amount)) }
    },
  }))
  const { total = 0, amount = 0 } = query.data ?? {}
  const columns: readonly RecordColumn<Row>[] = [
    { label: 'Date', look: 'c-num', show: (row) => formatDate(row.date) },
    { label: 'Amount', look: 'c-num right', show: (row) => pesos(row.amount) },
    { label: 'Reference', look: 'c-num', show: (row) => row.reference },
    ...others,
  ]
  return (
    <Section title={`${title}: ${total.toLocaleString('en')}, ${pesos(amount)}`}>
      {(!query.data || total > 0) && (
        <RecordList
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

const toCard = (row: Row): CardWords => ({
  heading: (
    <span className="num">
      {pesos(row.amount)} <small>{formatDate(row.date)}</small>
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
