import { foldText } from './text/fold-text.ts'

const PHONE_SEPARATORS = /[\s\p{Pd}\p{Cf}().·•]/gu
const MOBILE_PATTERN = /^(?:(?:\+|00)?63)?0?(9\d{9})$/

/**
 * Normalizes Philippine mobile numbers: `+63 917 555 0101` and `0917-555-0101` become `09175550101`. Only
 * trims other texts.
 */
export function formatPhone(typedNumber: string): string {
  const mobileDigits = MOBILE_PATTERN.exec(typedNumber.replaceAll(PHONE_SEPARATORS, ''))?.[1]
  return mobileDigits === undefined ? typedNumber.trim() : `0${mobileDigits}`
}

/** Requires seven digits, so that foreign numbers and numbers with an extension are accepted too. */
export const PHONE_NUMBER_PATTERN = {
  source: String.raw`^(?:\D*\d){7}`,
  message: 'Please input a phone number, such as 0917 555 0101.',
} as const

const NUMBER_IN_TEXT = /(?<!\S)[+(]*\d(?:[\s().·•-]*\d){6,14}\)?(?!\S)/
const PHILIPPINES_PREFIX = /^(?:00)?63(?=0?\d{8,10}$)/

/** Shorter digit sequences match many unrelated phone numbers. */
const MIN_SEARCHED_DIGITS = 6

/**
 * Finds a phone number in a search term. `digits` has no country code and no leading zero, so that it matches
 * all spellings of the number. `otherWords` contains the other words of the term.
 */
export function findPhone(term: string): { readonly digits?: string; readonly otherWords?: string } {
  const foldedTerm = foldText(term)
  const number = NUMBER_IN_TEXT.exec(foldedTerm)?.[0]
  if (number === undefined) return {}
  const digits = number.replaceAll(/\D/g, '').replace(PHILIPPINES_PREFIX, '').replace(/^0+/, '')
  if (digits.length < MIN_SEARCHED_DIGITS) return {}
  return { digits, otherWords: foldedTerm.replace(number, ' ') }
}
