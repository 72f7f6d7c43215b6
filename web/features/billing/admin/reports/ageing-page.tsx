import { formatBalance } from '#lib/money.ts'
import { AGEING_COLUMNS, toAgeingRows, type AgeingRow } from '@tahanan/contract/reports/reports.ts'
import { ageingQuery } from '../../calls.ts'
import { ReportDay, useReportDay } from './report-figures.tsx'
import { TenantReport } from './tenant-report.tsx'

const renderSummary = ({ net }: AgeingRow): React.ReactNode => <b>{formatBalance(net)}</b>

/** Aging report: tenants' open amounts by age, largest first, with totals (rules 16.10). */
export default function AgeingPage() {
  const { asOf, setAsOf } = useReportDay()
  return (
    <TenantReport
      title="Ageing"
      name={`Ageing ${asOf}`}
      pdf={`/ageing/pdf?asOf=${asOf}`}
      query={ageingQuery(asOf)}
      toRows={toAgeingRows}
      amounts={AGEING_COLUMNS}
      mainKey="leftToPay"
      renderSummary={renderSummary}
      summaryKeys={['leftToPay', 'credit', 'net']}
      pluralNoun="tenants"
      emptyTitle="Nobody has a balance on this day"
      purpose="Tenants who owe something, or have credit, appear here."
      days={<ReportDay label="As of" value={asOf} onChange={setAsOf} />}
    />
  )
}
