import type { CheckedStatement } from '@tahanan/contract/billing/answers.ts'
import { sumOf } from '@tahanan/contract/money.ts'
import { useState } from 'react'
import { statementCheckQuery } from '../../calls.ts'
import { owed, pesos, pesosOrDash } from '../../../../lib/money.ts'
import { showDate, today } from '../../../../lib/time.ts'
import type { CardWords, RecordColumn } from '../../../../ui/lists/record-table.tsx'
import { ReportDay } from './report-figures.tsx'
import { CHECKED, checkedRows, statementCheckCsv } from './statement-check.ts'
import { TenantReport } from './tenant-report.tsx'

const COLUMNS: readonly RecordColumn<CheckedStatement>[] = [
  { label: 'Client Code', look: 'c-num', show: ({ clientCode }) => clientCode },
  { label: 'Uoccname', look: 'wide', show: ({ uoccname }) => uoccname },
  { label: 'Statement', look: 'c-num', show: ({ date }) => showDate(date) },
  ...CHECKED.map(({ key, label }): RecordColumn<CheckedStatement> => ({
    label,
    look: 'c-num right',
    show: (row) => (key === 'notHeld' ? <b>{pesosOrDash(row[key])}</b> : pesosOrDash(row[key])),
  })),
]

const cardOf = (row: CheckedStatement): CardWords => ({
  heading: (
    <>
      {row.uoccname} <small className="num">{row.clientCode}</small>
    </>
  ),
  words: (
    <>
      <p className="num">
        Statement <b>{owed(row.soaAmount)}</b>, {showDate(row.date)}
      </p>
      {CHECKED.map(
        ({ key, label }) =>
          key !== 'soaAmount' &&
          row[key] !== 0 && <p key={key} className="num">{`${label}: ${pesos(row[key])}`}</p>,
      )}
    </>
  ),
})

/** Statements of a period beside what the office posted, those that lack some of it first (rules 22.4). */
export default function StatementCheckPage() {
  const [from, setFrom] = useState(() => `${today().slice(0, 8)}01`)
  const [to, setTo] = useState(today)
  return (
    <TenantReport
      title="Statement check"
      name={`Statement check ${from} to ${to}`}
      pdf={`/statement-check/pdf?from=${from}&to=${to}`}
      query={statementCheckQuery(from, to)}
      rowsOf={checkedRows}
      columns={COLUMNS}
      card={cardOf}
      csv={statementCheckCsv}
      things="statements"
      purpose="Statements dated in these days appear here, with what each holds of the payments that you posted."
      days={
        <>
          <ReportDay label="From" value={from} onChange={setFrom} />
          <ReportDay label="To" value={to} onChange={setTo} />
        </>
      }
      facts={(rows) =>
        CHECKED.map(({ key, label }) => [label, pesos(sumOf(rows.map((row) => row[key])))] as const)
      }
    />
  )
}
