import { formatBalance } from '@tahanan/contract/billing/balance.ts'
import { pesos as written } from '@tahanan/contract/money.ts'

export { formatBalance }

/** Formats an amount in pesos as `₱12,450.00`, an invalid one as `N/A`. */
export function pesos(amount: number): string {
  return Number.isFinite(amount) ? written(amount) : 'N/A'
}

/** Formats a balance with its label: `Left to pay ₱12,450.00`, or the credit. */
export function formatLeftToPay(amount: number): string {
  return amount < 0 ? formatBalance(amount) : `Left to pay ${formatBalance(amount)}`
}
