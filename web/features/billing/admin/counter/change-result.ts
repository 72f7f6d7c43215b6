import { formatPesos, parseAmount } from '#lib/money.ts'
import { sumAmounts } from '@tahanan/contract/money.ts'

export type ChangeResult = { change: number; problem?: undefined } | { change?: undefined; problem: string }

export function calculateChange(tenderedText: string, amountPaid: number): ChangeResult | undefined {
  if (tenderedText.trim() === '') return undefined
  const { amount, problem } = parseAmount(tenderedText)
  if (problem !== undefined) return { problem }
  const change = sumAmounts([amount, -amountPaid])
  return change < 0 ? { problem: `This is ${formatPesos(-change)} less than the paid amount.` } : { change }
}
