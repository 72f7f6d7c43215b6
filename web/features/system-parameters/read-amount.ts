import { LIMITS } from '@tahanan/contract/limits.ts'

/** Parses pesos as typed, `1,500.50` or `₱ 1500`; empty means the largest amount. */
export function readAmount(
  text: string,
): { amount: number; problem?: undefined } | { amount?: undefined; problem: string } {
  const plain = text.trim().replace(/^₱\s*/, '').replaceAll(',', '')
  if (plain === '') return { amount: LIMITS.money }
  if (!/^\d{1,15}(\.\d*)?$/.test(plain)) return { problem: 'Please input an amount in pesos.' }
  if (!/^\d+(\.\d{0,2})?$/.test(plain)) return { problem: 'At most two decimals.' }
  const amount = Number(plain)
  return amount > LIMITS.money ? { problem: 'This amount is too large.' } : { amount }
}
