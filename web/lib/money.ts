import { formatBalance } from '@tahanan/contract/billing/balance.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { formatPesos as written } from '@tahanan/contract/money.ts'

export { formatBalance }

export function formatPesos(amount: number): string {
  return Number.isFinite(amount) ? written(amount) : 'N/A'
}

export function formatAmountDue(amount: number): string {
  return amount < 0 ? formatBalance(amount) : `Left to pay ${formatBalance(amount)}`
}

/** Parses a typed amount such as `1,500.50` or `₱ 1500`. An empty text means the largest allowed amount. */
export function parseAmount(
  text: string,
): { amount: number; problem?: undefined } | { amount?: undefined; problem: string } {
  const amountText = text.trim().replace(/^₱\s*/, '').replaceAll(',', '')
  if (amountText === '') return { amount: LIMITS.money }
  if (!/^\d{1,15}(\.\d*)?$/.test(amountText)) return { problem: 'Please input an amount in pesos.' }
  if (!/^\d+(\.\d{0,2})?$/.test(amountText)) return { problem: 'At most two decimals.' }
  const amount = Number(amountText)
  return amount > LIMITS.money ? { problem: 'This amount is too large.' } : { amount }
}
