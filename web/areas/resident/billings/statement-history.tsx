import { type Statement, statementTitle } from '../../../billing/statement.ts'
import { StatementButtons } from '../../../billing/statement-buttons.tsx'
import { pesos } from '../../../lib/money.ts'
import { showDate } from '../../../lib/time.ts'
import { useIsPhone } from '../../../ui/use-media.ts'

interface StatementHistoryProps {
  statements: readonly Statement[]
  onView: (statement: Statement) => void
}

/** Statements with their PDFs: lines on a phone, a table on a desk (specification 1 §2, 'SOA'). */
export function StatementHistory({ statements, onView }: StatementHistoryProps) {
  if (useIsPhone()) {
    return (
      <ul className="soa-list">
        {statements.map((statement) => (
          <li key={statement.id}>
            <div>
              <h3>{statementTitle(statement)}</h3>
              <p className="num">{showDate(statement.soaDate)}</p>
            </div>
            <b className="num">{pesos(statement.soaAmount)}</b>
            <div className="acts">
              <StatementButtons statement={statement} onView={() => onView(statement)} />
            </div>
          </li>
        ))}
      </ul>
    )
  }
  return (
    <section className="panel">
      <table className="table">
        <caption className="sr">Statements of account</caption>
        <thead>
          <tr>
            <th scope="col">Title</th>
            <th scope="col">Date</th>
            <th scope="col" className="right">
              SOA Amount
            </th>
            <th scope="col">
              <span className="sr">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {statements.map((statement) => (
            <tr key={statement.id}>
              <td>{statementTitle(statement)}</td>
              <td className="c-num">{showDate(statement.soaDate)}</td>
              <td className="c-num right">{pesos(statement.soaAmount)}</td>
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
