import type { StatementImport } from '@tahanan/contract/billing/import-answers.ts'
import { pesos } from '../../../lib/money.ts'

/** The counts and totals of an import, before and after. */
export function ImportFigures({ of }: { of: StatementImport }) {
  const { created, updated, unchanged, refused, skipped, corrections, warned, amountBefore, amountAfter } = of
  // the centavos of two sums may not be told apart by their last binary digits
  const difference = Math.round((amountAfter - amountBefore) * 100) / 100
  return (
    <dl className="figures num">
      <Figure name="New tenants" value={created} />
      <Figure name="Changed" value={updated} />
      <Figure name="Unchanged" value={unchanged} />
      <Figure name="Refused rows" value={refused} look={refused > 0 ? 'bad' : ''} />
      {skipped > 0 && <Figure name="Skipped rows" value={skipped} look="mind" />}
      {corrections > 0 && <Figure name="Corrections" value={corrections} look="mind" />}
      {warned > 0 && <Figure name="To check" value={warned} look="mind" />}
      <div className="wide">
        <dt>Total SOA amount</dt>
        <dd>
          <span className="before">{pesos(amountBefore)}</span> <span aria-hidden>→</span>
          <span className="visually-hidden"> becomes </span> {pesos(amountAfter)}
          <small>
            {difference === 0
              ? 'no difference'
              : difference > 0
                ? `${pesos(difference)} more`
                : `${pesos(-difference)} less`}
          </small>
        </dd>
      </div>
    </dl>
  )
}

function Figure({ name, value, look = '' }: { name: string; value: number; look?: string }) {
  return (
    <div className={look}>
      <dt>{name}</dt>
      <dd>{value.toLocaleString('en')}</dd>
    </div>
  )
}
