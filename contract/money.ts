const FIGURES = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Returns an amount in pesos as `₱1,234.50`, below zero as `-₱1,234.50`. */
export const pesos = (amount: number): string =>
  `${amount < 0 ? '-' : ''}₱${FIGURES.format(Math.abs(amount))}`

/** Returns an amount in pesos as `₱1,234.50`, a dash for none. */
export const pesosOrDash = (amount: number): string => (amount === 0 ? '–' : pesos(amount))

/** Returns the sum of amounts in pesos, exact to the centavo. */
export const sumOf = (amounts: readonly number[]): number =>
  amounts.reduce((centavos, amount) => centavos + Math.round(amount * 100), 0) / 100
