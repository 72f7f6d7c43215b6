import { pesos, readAmount } from '#lib/money.ts'
import { sumOf } from '@tahanan/contract/money.ts'

/** Change for the payer in pesos, or the error of the tendered amount. */
export type Change = { change: number; problem?: undefined } | { change?: undefined; problem: string }

/** Returns the change for a tendered amount as typed; undefined while nothing was typed. */
export function changeOf(tendered: string, amountPaid: number): Change | undefined {
  if (tendered.trim() === '') return undefined
  const { amount, problem } = readAmount(tendered)
  if (problem !== undefined) return { problem }
  const change = sumOf([amount, -amountPaid])
  return change < 0 ? { problem: `This is ${pesos(-change)} less than the paid amount.` } : { change }
}
