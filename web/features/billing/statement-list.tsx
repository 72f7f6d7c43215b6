import { formatBalance } from '#lib/money.ts'
import { TableHead } from '#ui/lists/table-head.tsx'
import { useIsPhone } from '#ui/use-media-query.ts'
import type { Statement } from '@tahanan/contract/billing/answers.ts'
import { MoneyLine } from './money-line.tsx'
import { StatementButtons } from './statement-buttons.tsx'
import { formatStatementDays, getStatementTitle } from './statement.ts'

interface StatementListProps {
  statements: readonly Statement[]
  onView: (statement: Statement) => void
}

export function StatementList({ statements, onView }: StatementListProps) {
  return (
    <ul className="soa-list">
      {statements.map((statement) => (
        <MoneyLine
          key={statement.id}
          title={getStatementTitle(statement)}
          Title="h3"
          details={[formatStatementDays(statement)]}
          amount={formatBalance(statement.soaAmount)}
        >
          <StatementButtons statement={statement} onView={() => onView(statement)} />
        </MoneyLine>
      ))}
    </ul>
  )
}

/** Statements with their PDFs, as a list on phones and a table on desktops (rules 7.2). */
export function StatementHistory({ statements, onView }: StatementListProps) {
  if (useIsPhone()) return <StatementList statements={statements} onView={onView} />
  return (
    <section className="panel">
      <table className="table">
        <caption className="visually-hidden">Statements of account</caption>
        <TableHead columns={['Title', 'Date', 'SOA Amount']} right={['SOA Amount']} actions />
        <tbody>
          {statements.map((statement) => (
            <tr key={statement.id}>
              <td>{getStatementTitle(statement)}</td>
              <td className="c-num">{formatStatementDays(statement)}</td>
              <td className="c-num right">{formatBalance(statement.soaAmount)}</td>
              <td className="right">
                <span className="soa-acts">
                  <StatementButtons statement={statement} onView={() => onView(statement)} />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
