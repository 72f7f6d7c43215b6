import { formatBalance, formatPesos } from '#lib/money.ts'
import type { StatementImport } from '@tahanan/contract/billing/import-answers.ts'

export function ImportFigures({ of: statementImport }: { of: StatementImport }) {
  const { created, updated, unchanged, refused, skipped, corrections, warned, amountBefore, amountAfter } =
    statementImport
  const difference = Math.round((amountAfter - amountBefore) * 100) / 100
  const labelledFigures: readonly (readonly [name: string, value: number, look?: string])[] = [
    ['New tenants', created],
    ['Changed', updated],
    ['Unchanged', unchanged],
    ['Refused rows', refused, refused > 0 ? 'bad' : ''],
    ...(
      [
        ['Skipped rows', skipped, 'mind'],
        ['Corrections', corrections, 'mind'],
        ['To check', warned, 'mind'],
      ] as const
    ).filter(([, value]) => value > 0),
  ]
  return (
    <dl className="importfigures num">
      {labelledFigures.map(([name, value, className = '']) => (
        <div key={name} className={className}>
          <dt>{name}</dt>
          <dd>{value.toLocaleString('en')}</dd>
        </div>
      ))}
      <div className="wide">
        <dt>Total SOA amount</dt>
        <dd>
          <span className="before">{formatBalance(amountBefore)}</span> <span aria-hidden>→</span>
          <span className="visually-hidden"> becomes </span> {formatBalance(amountAfter)}
          <small>
            {difference === 0
              ? 'no difference'
              : difference > 0
                ? `${formatPesos(difference)} more`
                : `${formatPesos(-difference)} less`}
          </small>
        </dd>
      </div>
    </dl>
  )
}
