import { statementDays, statementTitle } from '../statement.ts'
import { StatementList, type StatementListProps } from '../statement-list.tsx'
import { StatementButtons } from '../statement-buttons.tsx'
import { owed } from '../../../lib/money.ts'
import { useIsPhone } from '../../../ui/use-media.ts'

/** Statements with their PDFs: lines on a phone, a table on a desk (rules 7.2). */
export function StatementHistory({ statements, onView }: StatementListProps) {
  if (useIsPhone()) return <StatementList statements={statements} onView={onView} />
  return (
    <section className="panel">
      <table className="table">
        <caption className="visually-hidden">Statements of account</caption>
        <thead>
          <tr>
            <th scope="col">Title</th>
            <th scope="col">Date</th>
            <th scope="col" className="right">
              SOA Amount
            </th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {statements.map((statement) => (
            <tr key={statement.id}>
              <td>{statementTitle(statement)}</td>
              <td className="c-num">{statementDays(statement)}</td>
              <td className="c-num right">{owed(statement.soaAmount)}</td>
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
