import { formatAmountDue, formatPesos } from '#lib/money.ts'
import type { Billing } from '@tahanan/contract/billing/answers.ts'
import { BALANCE_LABELS } from '@tahanan/contract/billing/balance.ts'
import { sumAmounts } from '@tahanan/contract/money.ts'

type BalanceParts = Pick<Billing, 'soaAmount' | 'receivedSince' | 'leftToPay'>

/** Returns the label of a balance. A negative balance is a credit (rules 16.5). */
export const getBalanceLabel = (leftToPay: number): string =>
  leftToPay < 0 ? BALANCE_LABELS.credit : 'Left to pay'

/**
 * Returns the parts of a balance, such as 'Statement ₱1,000.00 · Received since ₱400.00'; '' if there are no
 * entries after the statement.
 */
export function describeBalance({ soaAmount, receivedSince, leftToPay }: BalanceParts): string {
  const chargedAmount = sumAmounts([leftToPay, -soaAmount, receivedSince])
  if (receivedSince === 0 && chargedAmount === 0) return ''
  const labelledAmounts: readonly [words: string, amount: number][] = [
    [receivedSince < 0 ? 'Reversed since' : 'Received since', Math.abs(receivedSince)],
    [chargedAmount < 0 ? 'Credited since' : 'Charged since', Math.abs(chargedAmount)],
  ]
  return [
    `Statement ${soaAmount < 0 ? `credit ${formatPesos(-soaAmount)}` : formatPesos(soaAmount)}`,
    ...labelledAmounts
      .filter(([, amount]) => amount !== 0)
      .map(([label, amount]) => `${label} ${formatPesos(amount)}`),
    formatAmountDue(leftToPay),
  ].join(' · ')
}
