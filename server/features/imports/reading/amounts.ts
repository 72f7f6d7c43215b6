import { LIMITS } from '@tahanan/contract/limits.ts'

/** Pesos as an exact decimal text with two places, or the reason why the cell is refused. */
type ReadAmount = { readonly amount: string; readonly reason?: undefined } | { readonly reason: string }

const MINUS = /[\u2212\u2013]/g
const CURRENCY = /^([-(]?)\s*(?:₱|php\.?|p)\s*|\s*(?:₱|php)(?=[-)]?$)/gi
const AMOUNT = /^([-(]?)\s*(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?\s*([-)]|cr)?$/i
/** Signs before and after an amount that make it a credit. */
const CREDIT = ['-', '()', 'cr']
const LARGEST = Math.floor(LIMITS.money)

/**
 * Reads an amount as accounting systems and spreadsheets write it: `1,234.50`, `₱ 1,234.50`, `PHP1234.5`,
 * `P1,234`. A minus on either side, parentheses or `CR` make a credit, returned as a negative number. Refuses
 * formulas, two signs, a third decimal and more than ten digits.
 */
export function readAmount(cell: string): ReadAmount {
  const text = cell.trim()
  if (text === '') return { reason: 'The amount is missing.' }
  if (/^[=+@\t]/.test(text)) return { reason: `The amount is a formula: ${shown(text)}.` }
  const plain = text.replaceAll(MINUS, '-').replaceAll(CURRENCY, '$1')
  const [, before = '', whole = '', decimals = '', after = ''] = AMOUNT.exec(plain) ?? []
  const sign = `${before}${after}`.toLowerCase()
  const isCredit = CREDIT.includes(sign)
  if ((whole === '' && decimals === '') || (sign !== '' && !isCredit))
    return { reason: `The amount cannot be read: ${shown(text)}.` }
  const pesos = whole.replaceAll(',', '').replace(/^0+(?=\d)/, '') || '0'
  const cents = decimals.replace(/0+$/, '')
  if (cents.length > 2) return { reason: `The amount has more than two decimals: ${shown(text)}.` }
  if (pesos.length > String(LARGEST).length || Number(pesos) > LARGEST)
    return { reason: `The amount is too large: ${shown(text)}.` }
  const amount = `${pesos}.${cents.padEnd(2, '0')}`
  return { amount: isCredit && Number(amount) !== 0 ? `-${amount}` : amount }
}

/** Shortens a cell for a message. */
export function shown(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
  return plain.length > 40 ? `${plain.slice(0, 40)}…` : plain
}
