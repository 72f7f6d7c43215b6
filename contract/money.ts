const FIGURES = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Returns an amount in pesos as `₱1,234.50`, below zero as `-₱1,234.50`. */
export const pesos = (amount: number): string =>
  `${amount < 0 ? '-' : ''}₱${FIGURES.format(Math.abs(amount))}`

/** Returns an amount in pesos as `₱1,234.50`, a dash for none. */
export const pesosOrDash = (amount: number): string => (amount === 0 ? '–' : pesos(amount))

/**
 * Returns an amount that was given in pesos, to the centavo; null where it has a third decimal. The dust of floating point
 * (0.1 + 0.2) is none. Whatever is compared with an amount is compared with this.
 */
export function toCentavo(amount: number): number | null {
  const rounded = Math.round(amount * 100) / 100
  // -0 would be written as '-0.00'
  return Math.abs(rounded - amount) < 1e-6 ? rounded + 0 : null
}

/** Returns the sum of amounts in pesos, exact to the centavo. */
export const sumOf = (amounts: readonly number[]): number =>
  amounts.reduce((centavos, amount) => centavos + Math.round(amount * 100), 0) / 100
