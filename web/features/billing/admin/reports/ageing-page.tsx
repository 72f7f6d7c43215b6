import { formatBalance } from '#lib/money.ts'
import { AGES, toAgedRows, type AgedRow } from '@tahanan/contract/reports/reports.ts'
import { ageingQuery } from '../../calls.ts'
import { ReportDay, useReportDay } from './report-figures.tsx'
import { TenantReport } from './tenant-report.tsx'

const renderLead = ({ net }: AgedRow): React.ReactNode => <b>{formatBalance(net)}</b>

/** Aging report: tenants' open amounts by age, largest first, with totals (rules 16.10). */
export default function AgeingPage() {
  const { asOf, setAsOf } = useReportDay()
  return (
    <TenantReport
      title="Ageing"
      name={`Ageing ${asOf}`}
      pdf={`/ageing/pdf?asOf=${asOf}`}
      query={ageingQuery(asOf)}
      toRows={toAgedRows}
      amounts={AGES}
      main="leftToPay"
      lead={renderLead}
      inLead={['leftToPay', 'credit', 'net']}
      things="tenants"
      emptyTitle="Nobody has a balance on this day"
      purpose="Tenants who owe something, or have credit, appear here."
      days={<ReportDay label="As of" value={asOf} onChange={setAsOf} />}
    />
  )
}
