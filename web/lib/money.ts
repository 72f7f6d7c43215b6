import { formatBalance } from '@tahanan/contract/billing/balance.ts'
import { pesos as written } from '@tahanan/contract/money.ts'

export { formatBalance }

/** An amount in pesos as `₱12,450.00`; `N/A` for what is no amount. */
export function pesos(amount: number): string {
  return Number.isFinite(amount) ? written(amount) : 'N/A'
}

/** Returns the amount left to pay in words: `Left to pay ₱12,450.00`; below zero the credit. */
export function leftToPayWords(amount: number): string {
  return amount < 0 ? formatBalance(amount) : `Left to pay ${formatBalance(amount)}`
}
