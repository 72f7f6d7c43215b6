import { LIMITS } from '@tahanan/contract/limits.ts'

/** Pesos as an exact decimal text with two places, or why the cell is no amount. */
type ReadAmount = { readonly amount: string; readonly reason?: undefined } | { readonly reason: string }

const DIGITS = /^(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?$/
const LARGEST = Math.floor(LIMITS.money)

/**
 * Reads an amount as accounting systems and spreadsheets write it: `1,234.50`, `₱ 1,234.50`, `PHP1234.5`, `P1,234`. A minus
 * or parentheses mean that the office owes, which the portal has no place for: refused, as are formulas, a third decimal
 * and more than ten digits.
 */
export function readAmount(cell: string): ReadAmount {
  const text = cell.trim()
  if (text === '') return { reason: 'The amount is missing.' }
  if (/^[=+@\t]/.test(text)) return { reason: `The amount is a formula: ${shown(text)}.` }
  const negative =
    /^\(.*\)$|^[-\u2212\u2013]|[-\u2212\u2013]$|^(?:₱|php|p)\s*(?:[-\u2212\u2013]|\()|cr$/i.test(text)
  const plain = text
    .replace(/\s*cr$/i, '')
    .replaceAll(/^[\s(\-\u2212\u2013]+|[\s)\-\u2212\u2013]+$/g, '')
    .replace(/^(?:₱|php\.?|p)\s*/i, '')
    .replace(/\s*(?:₱|php)$/i, '')
    .replace(/^[(\-\u2212\u2013]\s*/, '')
  const [, whole = '', decimals = ''] = DIGITS.exec(plain) ?? []
  if (whole === '' && decimals === '') return { reason: `The amount cannot be read: ${shown(text)}.` }
  const pesos = whole.replaceAll(',', '').replace(/^0+(?=\d)/, '') || '0'
  const cents = decimals.replace(/0+$/, '')
  if (cents.length > 2) return { reason: `The amount has more than two decimals: ${shown(text)}.` }
  if (pesos.length > String(LARGEST).length || Number(pesos) > LARGEST)
    return { reason: `The amount is too large: ${shown(text)}.` }
  const amount = `${pesos}.${cents.padEnd(2, '0')}`
  if (negative && Number(amount) !== 0) return { reason: `The amount is negative: ${shown(text)}.` }
  return { amount }
}

/** Cuts a cell for a message. */
export function shown(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
  return plain.length > 40 ? `${plain.slice(0, 40)}…` : plain
}
