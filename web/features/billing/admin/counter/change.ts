import { pesos, parseAmount } from '#lib/money.ts'
import { sumAmounts } from '@tahanan/contract/money.ts'

/** Change to give back, in pesos, or the error of the tendered amount. */
export type Change = { change: number; problem?: undefined } | { change?: undefined; problem: string }

/** Returns the change for a tendered amount; undefined if no amount was typed. */
export function calculateChange(tendered: string, amountPaid: number): Change | undefined {
  if (tendered.trim() === '') return undefined
  const { amount, problem } = parseAmount(tendered)
  if (problem !== undefined) return { problem }
  const change = sumAmounts([amount, -amountPaid])
  return change < 0 ? { problem: `This is ${pesos(-change)} less than the paid amount.` } : { change }
}
