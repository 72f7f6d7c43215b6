import { AGES, agedRows, type AgedRow } from '@tahanan/contract/billing/reports.ts'
import { useState } from 'react'
import { ageingQuery } from '../../calls.ts'
import { pesos } from '../../../../lib/money.ts'
import { today } from '../../../../lib/time.ts'
import { ReportDay } from './report-figures.tsx'
import { TenantReport } from './tenant-report.tsx'

const leadOf = ({ credit, leftToPay }: AgedRow): React.ReactNode => (
  <b>{credit > 0 ? `Credit ${pesos(credit)}` : pesos(leftToPay)}</b>
)

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
      amounts={AGES}
      main="leftToPay"
      lead={leadOf}
      inLead={['credit', 'leftToPay']}
      things="tenants"
      purpose="Tenants who owe something, or have credit, appear here."
      days={<ReportDay label="As of" value={asOf} onChange={setAsOf} />}
    />
  )
}
