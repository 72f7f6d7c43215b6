import { LIMITS } from '@tahanan/contract/limits.ts'

type ParsedAmount = { readonly amount: string; readonly reason?: undefined } | { readonly reason: string }

const MINUS = /[\u2212\u2013\u2014]/g
const CURRENCY = /^([-+(]|[cd]r\.?\s)?\s*(?:₱|php\.?|p)\s*|\s*(?:₱|php)(?=\s*(?:[-+)]|[cd]r\.?)?$)/gi
const AMOUNT = /^([-+(]|[cd]r\.?)?\s*(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?\s*([-+)]|[cd]r\.?)?$/i
/** Matches `25.000`, which means 25 in some files and 25,000 in others. */
const THOUSANDS_OR_DECIMALS = /^[1-9]\d{0,2}\.\d{3}$/
const ZERO = /^(?:--?|-0-)$/
const CREDIT_SIGNS = ['-', '()', 'cr']
const DEBIT_SIGNS = ['', '+', 'dr']
const MAX_PESOS = Math.floor(LIMITS.money)

/**
 * Parses an amount as accounting systems and spreadsheets write it: `1,234.50`, `₱ 1,234.50`, `PHP1234.5`,
 * `P1,234`. A minus on either side, parentheses or `CR` mark a credit, which is returned as a negative
 * number. A plus or `DR` is ignored. A lone dash means zero. Refuses formulas, two signs, more than two
 * decimals, three decimals that may be thousands, and more than ten digits.
 */
export function parseAmount(cell: string): ParsedAmount {
  const text = cell.trim()
  if (text === '') return { reason: 'The amount is missing.' }
  const plainAmount = text.replaceAll(MINUS, '-').replaceAll(CURRENCY, '$1').trim()
  if (ZERO.test(plainAmount)) return { amount: '0.00' }
  const [, prefix = '', integerDigits = '', decimals = '', suffix = ''] = AMOUNT.exec(plainAmount) ?? []
  const sign = `${prefix}${suffix}`.toLowerCase().replace('.', '')
  const isCredit = CREDIT_SIGNS.includes(sign)
  if ((integerDigits === '' && decimals === '') || (!isCredit && !DEBIT_SIGNS.includes(sign))) {
    const problem = /^[=+@\t]/.test(text) ? 'is a formula' : 'cannot be read'
    return { reason: `The amount ${problem}: ${shortenCell(text)}.` }
  }
  const pesos = integerDigits.replaceAll(',', '').replace(/^0+(?=\d)/, '') || '0'
  const cents = decimals.replace(/0+$/, '')
  if (cents.length > 2) return { reason: `The amount has more than two decimals: ${shortenCell(text)}.` }
  if (THOUSANDS_OR_DECIMALS.test(`${pesos}.${decimals}`) && !integerDigits.includes(','))
    return { reason: `The amount may have thousands or decimals: ${shortenCell(text)}.` }
  if (pesos.length > String(MAX_PESOS).length || Number(pesos) > MAX_PESOS)
    return { reason: `The amount is too large: ${shortenCell(text)}.` }
  const amount = `${pesos}.${cents.padEnd(2, '0')}`
  return { amount: isCredit && Number(amount) !== 0 ? `-${amount}` : amount }
}

export function shortenCell(text: string): string {
  const printableText = text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
  return printableText.length > 40 ? `${printableText.slice(0, 40)}…` : printableText
}
