import { settledAmount } from '@tahanan/contract/billing/withholding.ts'
import { sumOf } from '@tahanan/contract/money.ts'

interface PaidWithTax {
  /** Cash in pesos. */
  paid: number
  /** The tax so far; no number while it is empty. */
  tax: number
  /** Sum of both before the tax was typed, where it is known. */
  whole: number | undefined
}

/** Returns the cash that is left of a payment with another tax; nothing where no amount was typed. A tax of all or more is not subtracted. */
export function subtractTax({ paid, tax, whole }: PaidWithTax, typed: number) {
  if (!(paid > 0)) return undefined
  const together = whole ?? settledAmount(paid, tax || 0)
  const left = sumOf([together, -(typed || 0)])
  return { whole: together, paid: left > 0 ? left : together }
}
