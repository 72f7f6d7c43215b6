import { formatPesos, parseAmount } from '#lib/money.ts'
import { sumAmounts } from '@tahanan/contract/money.ts'

/** Change to give back, in pesos, or the error of the tendered amount. */
export type ChangeResult = { change: number; problem?: undefined } | { change?: undefined; problem: string }

/** Returns the change for a tendered amount; undefined if no amount was typed. */
export function calculateChange(tenderedText: string, amountPaid: number): ChangeResult | undefined {
  if (tenderedText.trim() === '') return undefined
  const { amount, problem } = parseAmount(tenderedText)
  if (problem !== undefined) return { problem }
  const change = sumAmounts([amount, -amountPaid])
  return change < 0 ? { problem: `This is ${formatPesos(-change)} less than the paid amount.` } : { change }
}
