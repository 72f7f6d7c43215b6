const AMOUNT_FORMAT = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export const formatPesos = (amount: number): string =>
  `${amount < 0 ? '-' : ''}₱${AMOUNT_FORMAT.format(Math.abs(amount))}`

export const formatPesosOrDash = (amount: number): string => (amount === 0 ? '–' : formatPesos(amount))

/**
 * Removes floating-point errors (0.1 + 0.2), so that amounts can be compared. Returns null if the amount has
 * a third decimal.
 */
export function roundToCentavo(amount: number): number | null {
  const roundedAmount = Math.round(amount * 100) / 100
  // Adding 0 avoids -0, which would be written as '-0.00'.
  return Math.abs(roundedAmount - amount) < 1e-6 ? roundedAmount + 0 : null
}

/** Returns an exact sum without floating-point errors, because it adds whole centavos. */
export const sumAmounts = (amounts: readonly number[]): number =>
  amounts.reduce((centavos, amount) => centavos + Math.round(amount * 100), 0) / 100
