const PESOS = new Intl.NumberFormat('en-PH', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** An amount in pesos as `₱12,450.00`; `N/A` for what is no amount. */
export function pesos(amount: number | string | null | undefined): string {
  const value = typeof amount === 'string' && amount.trim() !== '' ? Number(amount) : amount
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'N/A'
  return `${value < 0 ? '-' : ''}₱${PESOS.format(Math.abs(value))}`
}

/** An amount that is owed, as `₱12,450.00`; below zero as `Credit ₱12,450.00`. */
export function owed(amount: number): string {
  return amount < 0 ? `Credit ${pesos(-amount)}` : pesos(amount)
}
