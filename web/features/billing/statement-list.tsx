import type { Statement } from '@tahanan/contract/billing/answers.ts'
import './billing.css'
import { owed } from '../../lib/money.ts'
import { statementDays, statementTitle } from './statement.ts'
import { StatementButtons } from './statement-buttons.tsx'

export interface StatementListProps {
  statements: readonly Statement[]
  onView: (statement: Statement) => void
}

/** Statements with their PDFs, one below the other: on phones and in panels. */
export function StatementList({ statements, onView }: StatementListProps) {
  return (
    <ul className="soa-list">
      {statements.map((statement) => (
        <li key={statement.id}>
          <div>
            <h3>{statementTitle(statement)}</h3>
            <p className="minor num">{statementDays(statement)}</p>
          </div>
          <b className="num">{owed(statement.soaAmount)}</b>
          <div className="acts">
            <StatementButtons statement={statement} onView={() => onView(statement)} />
          </div>
        </li>
      ))}
    </ul>
  )
}
