const FIGURES = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export const pesos = (amount: number): string =>
  `${amount < 0 ? '-' : ''}₱${FIGURES.format(Math.abs(amount))}`

export const pesosOrDash = (amount: number): string => (amount === 0 ? '–' : pesos(amount))

/**
 * Rounds to whole centavos. This removes floating-point errors (0.1 + 0.2), so that amounts can be compared.
 * Returns null if the amount has a third decimal.
 */
export function toCentavo(amount: number): number | null {
  const rounded = Math.round(amount * 100) / 100
  // Adding 0 avoids -0, which would be written as '-0.00'.
  return Math.abs(rounded - amount) < 1e-6 ? rounded + 0 : null
}

/** Returns an exact sum, because it adds whole centavos. */
export const sumAmounts = (amounts: readonly number[]): number =>
  amounts.reduce((centavos, amount) => centavos + Math.round(amount * 100), 0) / 100
