import type { BankUnmatched } from '@tahanan/contract/billing/bank-answers.ts'
import { recordsCsv } from '@tahanan/contract/csv.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { sumOf } from '@tahanan/contract/money.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pageOf } from '../../../../lib/api/records.ts'
import { pesos } from '../../../../lib/money.ts'
import { showDate } from '../../../../lib/time.ts'
import { RecordList } from '../../../../ui/list-pages/record-list.tsx'
import type { CardWords, RecordColumn } from '../../../../ui/lists/record-table.tsx'
import { Section } from '../../../../ui/lists/section.tsx'
import { Sheet } from '../../../../ui/overlays/sheet.tsx'
import { methodLabel } from '../../payment.ts'
import { CsvButton, ReportPdf } from '../../save-buttons.tsx'
import { usePeriod } from '../reports/report-figures.tsx'
import { unmatchedQuery } from './calls.ts'

/** A row of the report: a line or a payment. */
interface Row {
  kind: 'line' | 'payment'
  id: number
  date: string
  amount: number
  reference: string
  /** The line's description, or the payer. */
  whose: string
  /** The file's account, or the way of paying. */
  by: string
}

const linesOf = ({ lines }: BankUnmatched): Row[] =>
  lines.map((line) => ({ ...line, kind: 'line', whose: line.description, by: line.account }))

const paymentsOf = ({ payments }: BankUnmatched): Row[] =>
  payments.map((payment) => ({
    ...payment,
    kind: 'payment',
    reference: [payment.referenceNumber, payment.reference].filter(Boolean).join(' '),
    whose: `${payment.clientCode} ${payment.uoccname}`,
    by: methodLabel(payment.type),
  }))

const unmatchedCsv = (report: BankUnmatched): string =>
  recordsCsv([...linesOf(report), ...paymentsOf(report)], {
    kind: (row) => row.kind,
    date: (row) => row.date,
    amount: (row) => row.amount.toFixed(2),
    reference: (row) => row.reference,
    whose: (row) => row.whose,
    by: (row) => row.by,
  })

/** Lines without a payment and posted payments without a line, of any days (rules 21.12). */
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
          <CsvButton name={name} disabled={!data} csv={() => (data ? unmatchedCsv(data) : '')} />
          <ReportPdf path={`/bank-unmatched/pdf?from=${from}&to=${to}`} name={name} disabled={!data} />
        </>
      }
    >
      <div className="bank-unmatched">
        <div className="bank-days">{days}</div>
        <Part
          title="Lines without a payment"
          things="lines"
          labels={['Description', 'Account']}
          days={[from, to]}
          rowsOf={linesOf}
        />
        <Part
          title="Posted payments without a line"
          things="payments"
          labels={['Client', 'Type']}
          days={[from, to]}
          rowsOf={paymentsOf}
        />
      </div>
    </Sheet>
  )
}

interface PartProps {
  title: string
  things: string
  /** Of the last two columns. */
  labels: readonly [whose: string, by: string]
  days: readonly [from: string, to: string]
  rowsOf: (report: BankUnmatched) => Row[]
}

function Part({ title, things, labels: [whose, by], days, rowsOf }: PartProps) {
  const [page, setPage] = useState(1)
  const filter = { page, limit: LIMITS.pageSize, searchTerm: '' }
  const query = useQuery({
    ...unmatchedQuery(...days),
    select: (report) => {
      const all = rowsOf(report)
      return { ...pageOf(all, filter), amount: sumOf(all.map(({ amount }) => amount)) }
    },
  })
  const { total = 0, amount = 0 } = query.data ?? {}
  const columns: readonly RecordColumn<Row>[] = [
    { label: 'Date', look: 'c-num', show: (row) => showDate(row.date) },
    { label: 'Amount', look: 'c-num right', show: (row) => pesos(row.amount) },
    { label: 'Reference', look: 'c-num', show: (row) => row.reference },
    { label: whose, look: 'wide', show: (row) => row.whose },
    { label: by, show: (row) => row.by },
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
          card={cardOf}
          nameOf={({ reference, amount: of }) => reference || String(of)}
          onPage={total > filter.limit ? setPage : undefined}
        />
      )}
    </Section>
  )
}

const cardOf = (row: Row): CardWords => ({
  heading: (
    <span className="num">
      {pesos(row.amount)} <small>{showDate(row.date)}</small>
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
