import { foldText } from './text/fold-text.ts'

/** Separators in phone numbers, such as blanks, dashes and dots, and invisible characters of copied text. */
const BETWEEN = /[\s\p{Pd}\p{Cf}().·•]/gu
const MOBILE = /^(?:(?:\+|00)?63)?0?(9\d{9})$/

/**
 * Formats a Philippine mobile number as its 11 digits: `+63 917 555 0101` and `0917-555-0101` become
 * `09175550101`. Returns any other text trimmed.
 */
export function formatPhone(typed: string): string {
  const mobile = MOBILE.exec(typed.replaceAll(BETWEEN, ''))?.[1]
  return mobile === undefined ? typed.trim() : `0${mobile}`
}

/** Pattern of a field for any phone number, including a foreign one or one with an extension. */
export const PHONE_NUMBER = {
  source: String.raw`^(?:\D*\d){7}`,
  message: 'Please input a phone number, such as 0917 555 0101.',
} as const

/** A word that is a phone number: 7 to 15 digits with blanks, dashes, dots or brackets between them. */
const NUMBER = /(?<!\S)[+(]*\d(?:[\s().·•-]*\d){6,14}\)?(?!\S)/
const PHILIPPINES = /^(?:00)?63(?=0?\d{8,10}$)/

/**
 * Returns the digits of a phone number in a search term, without country code and leading zero, so that they
 * match every spelling of the number, and the other words.
 */
export function findPhone(term: string): { readonly digits?: string; readonly others?: string } {
  const folded = foldText(term)
  const number = NUMBER.exec(folded)?.[0]
  if (number === undefined) return {}
  const digits = number.replaceAll(/\D/g, '').replace(PHILIPPINES, '').replace(/^0+/, '')
  return { digits, others: folded.replace(number, ' ') }
}
