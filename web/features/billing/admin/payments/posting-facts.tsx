import { formatBalance, formatPesos } from '#lib/money.ts'
import { Facts } from '#ui/values/facts.tsx'
import type { PaymentWithHistory } from '@tahanan/contract/billing/answers.ts'
import { getBalanceFact } from '@tahanan/contract/billing/balance.ts'
import { getSettledAmount } from '@tahanan/contract/billing/withholding.ts'
import { sumAmounts } from '@tahanan/contract/money.ts'
import { formatWithheldTax } from '../../withholding/withholding-section.tsx'

/** Summary before a payment is posted: amount, balance, difference and deposit slip (rules 8.35). */
export function PostingFacts({ payment }: { payment: PaymentWithHistory }) {
  const { referenceNumber, tenant, amountPaid, withholding, leftToPay, paysDues, images } = payment
  const settledAmount = getSettledAmount(amountPaid, withholding?.amount ?? 0)
  // The payment of a reservation does not reduce the balance.
  const dueAmount = paysDues ? leftToPay : null
  const [slip] = images
  return (
    <div className="posting stack gap-4">
      <div>
        <Facts
          wide={['Difference']}
          facts={[
            ['Reference Number', referenceNumber],
            ['Tenant', `${tenant.uoccname}, ${tenant.clientCode}`],
            ['Paid Amount', <b key="paid">{formatPesos(amountPaid)}</b>],
            ['Tax Withheld', withholding && formatWithheldTax(amountPaid, withholding.amount)],
            ['Together', withholding && <b key="settled">{formatPesos(settledAmount)}</b>],
            dueAmount === null ? ['', ''] : getBalanceFact(dueAmount),
            [
              'Difference',
              dueAmount === null ? '' : formatDifference(sumAmounts([dueAmount, -settledAmount])),
            ],
          ]}
        />
        <p>
          {!paysDues && 'It is of a reservation, so no dues change. '}
          {amountPaid > 0 ? 'It gets its receipt and' : 'It gets no receipt and'} cannot be changed any more.
        </p>
      </div>
      {slip && <img className="slip" src={slip.screen ?? slip.src} alt="Deposit slip" />}
    </div>
  )
}

const formatDifference = (difference: number): string =>
  difference > 0
    ? `${formatPesos(difference)} still to pay`
    : difference < 0
      ? formatBalance(difference)
      : 'None'
