import { sumOf } from '@tahanan/contract/money.ts'
import { useState } from 'react'
import { ageingQuery } from '../../calls.ts'
import { pesos, pesosOrDash } from '../../../../lib/money.ts'
import { today } from '../../../../lib/time.ts'
import type { CardWords, RecordColumn } from '../../../../ui/lists/record-table.tsx'
import { AGES, agedRows, ageingCsv, type AgedRow } from './ageing.ts'
import { ReportDay } from './report-figures.tsx'
import { TenantReport } from './tenant-report.tsx'

const COLUMNS: readonly RecordColumn<AgedRow>[] = [
  { label: 'Client Code', look: 'c-num', show: ({ clientCode }) => clientCode },
  { label: 'Uoccname', look: 'wide', show: ({ uoccname }) => uoccname },
  ...AGES.map(({ key, label }): RecordColumn<AgedRow> => ({
    label,
    look: 'c-num right',
    show: (row) => pesosOrDash(row[key]),
  })),
  { label: 'Left To Pay', look: 'c-num right', show: ({ leftToPay }) => <b>{pesosOrDash(leftToPay)}</b> },
]

const cardOf = (row: AgedRow): CardWords => ({
  heading: (
    <>
      {row.uoccname} <small className="num">{row.clientCode}</small>
    </>
  ),
  words: (
    <>
      <p className="num">
        <b>{row.credit > 0 ? `Credit ${pesos(row.credit)}` : pesos(row.leftToPay)}</b>
      </p>
      {AGES.map(
        ({ key, label }) =>
          key !== 'credit' &&
          row[key] !== 0 && <p key={key} className="num">{`${label}: ${pesos(row[key])}`}</p>,
      )}
    </>
  ),
})

/** Open amounts of tenants by their age, the largest first, with totals (rules 16.10). */
export default function AgeingPage() {
  const [asOf, setAsOf] = useState(today)
  return (
    <TenantReport
      title="Ageing"
      name={`Ageing ${asOf}`}
      pdf={`/ageing/pdf?asOf=${asOf}`}
      query={ageingQuery(asOf)}
      rowsOf={agedRows}
      columns={COLUMNS}
      card={cardOf}
      csv={ageingCsv}
      things="tenants"
      purpose="Tenants who owe something, or have credit, appear here."
      days={<ReportDay label="As of" value={asOf} onChange={setAsOf} />}
      facts={(rows) =>
        [{ key: 'leftToPay', label: 'Left To Pay' } as const, ...AGES].map(
          ({ key, label }) => [label, pesos(sumOf(rows.map((row) => row[key])))] as const,
        )
      }
    />
  )
}
