import { settledAmount } from '@tahanan/contract/billing/withholding.ts'
import { sumOf } from '@tahanan/contract/money.ts'

interface PaidWithTax {
  paid: number
  /** The current tax; NaN while empty. */
  tax: number
  /** Sum of both before the tax was typed, if known. */
  whole: number | undefined
}

/** Returns the cash left after another tax, unless the tax is the whole amount or more. */
export function subtractTax({ paid, tax, whole }: PaidWithTax, typed: number) {
  if (!(paid > 0)) return undefined
  const together = whole ?? settledAmount(paid, tax || 0)
  const left = sumOf([together, -(typed || 0)])
  return { whole: together, paid: left > 0 ? left : together }
}
