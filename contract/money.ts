const FIGURES = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Formats an amount in pesos as `₱1,234.50`, negative as `-₱1,234.50`. */
export const pesos = (amount: number): string =>
  `${amount < 0 ? '-' : ''}₱${FIGURES.format(Math.abs(amount))}`

/** Formats an amount in pesos as `₱1,234.50`, zero as a dash. */
export const pesosOrDash = (amount: number): string => (amount === 0 ? '–' : pesos(amount))

/**
 * Rounds an amount in pesos to the centavo, which removes floating-point errors (0.1 + 0.2); null if it has a
 * third decimal. Use it before amounts are compared.
 */
export function toCentavo(amount: number): number | null {
  const rounded = Math.round(amount * 100) / 100
  // Avoids -0, which would be written as '-0.00'.
  return Math.abs(rounded - amount) < 1e-6 ? rounded + 0 : null
}

/** Returns the sum of amounts in pesos, exact to the centavo. */
export const sumAmounts = (amounts: readonly number[]): number =>
  amounts.reduce((centavos, amount) => centavos + Math.round(amount * 100), 0) / 100
