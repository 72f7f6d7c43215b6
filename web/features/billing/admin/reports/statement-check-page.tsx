import { formatBalance } from '#lib/money.ts'
import { formatDate, getToday } from '#lib/time.ts'
import type { StatementCheck } from '@tahanan/contract/reports/answers.ts'
import {
  STATEMENT_CHECK_COLUMNS,
  sortStatementChecks,
  getMonthEndingOn,
} from '@tahanan/contract/reports/reports.ts'
import { statementCheckQuery } from '../../calls.ts'
import { useReportPeriod } from './report-figures.tsx'
import { TenantReport } from './tenant-report.tsx'

const renderSummary = ({ soaAmount, date }: StatementCheck): React.ReactNode => (
  <>
    Statement <b>{formatBalance(soaAmount)}</b>, {formatDate(date)}
  </>
)

/**
 * Report that compares the statements of a period with the office's postings. Incomplete statements are first
 * (rules 22.4).
 */
export default function StatementCheckPage() {
  const { from, to, days } = useReportPeriod(getMonthEndingOn(getToday()).from)
  return (
    <TenantReport
      title="Statement check"
      name={`Statement check ${from} to ${to}`}
      pdf={`/statement-check/pdf?from=${from}&to=${to}`}
      query={statementCheckQuery(from, to)}
      toRows={sortStatementChecks}
      isDated
      amounts={STATEMENT_CHECK_COLUMNS}
      mainKey="notHeld"
      renderSummary={renderSummary}
      summaryKeys={['soaAmount']}
      pluralNoun="statements"
      emptyTitle="No statements dated in these days"
      purpose="Choose other days above. Each statement appears with what it holds of the payments that you posted."
      days={days}
    />
  )
}
