import { parseAmount, shortenCell } from '#features/imports/reading/parse-amount.ts'
import { getDateOrder, parseDate, toInstant } from '#features/imports/reading/parse-date.ts'
import { UnreadableFileError } from '#platform/files/parsing/parser.ts'
import type { BankImport } from '@tahanan/contract/billing/bank-answers.ts'
import { MAX_BANK_FILE_LINES } from '@tahanan/contract/billing/bank.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'

interface Line<Amount> {
  readonly date: string
  readonly amount: Amount
  readonly fee: Amount
  readonly reference: string
  readonly description: string
}

/** Line of a bank file. Amounts are in centavos; money that left the account is negative. */
type ParsedLine = Line<number>

/**
 * Line of a bank file for money that arrived on the account. Amounts are decimal texts in pesos, such as
 * '19.99'.
 */
export interface BankLine extends Line<string> {
  readonly line: number
  readonly account: string | null
  readonly raw: string
}

export type LineOrigin = Pick<BankLine, 'line' | 'account' | 'raw'>

export interface BankFile {
  readonly today: string
  readonly lines: BankLine[]
  readonly refused: BankImport['refused']
  /**
   * Accounts in another currency, whose lines are not imported. One entry per account, with the number of its
   * first line.
   */
  readonly foreignAccounts: BankImport['refused']
  debits: number
  /** Number of lines that are left out, because the bank has not booked the transfer yet or it failed. */
  leftOut: number
}

export const createBankFile = (today: string): BankFile => ({
  today,
  lines: [],
  refused: [],
  foreignAccounts: [],
  debits: 0,
  leftOut: 0,
})

// Maximum number of unreadable lines. A file with more of them is refused, because it is probably from
// another bank.
const MAX_REFUSED_LINES = 1000

/** Error for an unreadable line of a bank file. The user reads its message. */
export class RefusedError extends Error {}

const MAX_AMOUNT_LENGTH = 60
// Matches ambiguous amounts: `25.000` means 25 in some files and 25,000 in others.
const AMBIGUOUS_AMOUNT = /^\D*[1-9]\d{0,2}\.\d{3}\D*$/
const MONTH_ABBREVIATIONS = 'janfebmaraprmayjunjulaugsepoctnovdec'

/**
 * Parses an ISO date, a date of numbers in the given order, a date with the name of a month, or an OFX date.
 * Throws `RefusedError` for other texts.
 */
export function parseDay(cell: string, order: 'DMY' | 'MDY'): string {
  if (cell.trim() === '') throw new RefusedError('The date is missing.')
  const parsedDate = parseDate(toNumericDate(cell.trim()), 'UTC')
  const day = parsedDate && toInstant(parsedDate, order, 'UTC')
  if (!day) throw new RefusedError(`The date cannot be read: ${shortenCell(cell)}.`)
  if (day.reason !== undefined) throw new RefusedError(day.reason)
  return day.instant.toISOString().slice(0, 10)
}

/**
 * Returns the order of day and month if a number above 12 proves it, as in '25/03/2026'. Otherwise returns
 * null.
 */
export function findDateOrder(cell: string): 'DMY' | 'MDY' | null {
  const parsedDate = parseDate(toNumericDate(cell.trim()), 'UTC')
  return parsedDate === null || parsedDate instanceof Date ? null : getDateOrder(parsedDate)
}

export const isDateCell = (cell: string): boolean => parseDate(toNumericDate(cell.trim()), 'UTC') !== null

/** Parses a date of an OFX or camt.053 file, which starts with year, month and day. Throws `RefusedError`. */
export function parseIsoDay(text: string): string {
  if (text !== '' && !ISO_DAY.test(text))
    throw new RefusedError(`The date cannot be read: ${shortenCell(text)}.`)
  return parseDay(text, 'MDY')
}

const ISO_DAY = /^(\d{4})[-/]?(\d{2})[-/]?(\d{2})(?=$|[T\s\d])/

function toNumericDate(text: string): string {
  const isoMatch = ISO_DAY.exec(text)
  if (isoMatch) return `${isoMatch[1]}-${isoMatch[2]}-${isoMatch[3]}`
  const dayFirst = /^(\d{1,2})[-\s/]([a-z]{3,9})\.?[-\s/,]+(\d{4}|\d{2})\b/i.exec(text)
  if (dayFirst) return `${toYear(dayFirst[3] ?? '')}-${toMonth(dayFirst[2] ?? '')}-${padToTwo(dayFirst[1])}`
  const monthFirstMatch = /^([a-z]{3,9})\.?[-\s]+(\d{1,2})[-\s,]+(\d{4}|\d{2})\b/i.exec(text)
  if (monthFirstMatch)
    return `${toYear(monthFirstMatch[3] ?? '')}-${toMonth(monthFirstMatch[1] ?? '')}-${padToTwo(monthFirstMatch[2])}`
  const numbers = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?=$|[T\s])/.exec(text)
  return numbers ? `${numbers[1]}/${numbers[3]}/${toYear(numbers[4] ?? '')}` : text
}

const toMonth = (name: string): string => {
  const monthPosition = MONTH_ABBREVIATIONS.indexOf(name.slice(0, 3).toLowerCase())
  return monthPosition % 3 === 0 ? padToTwo(String(monthPosition / 3 + 1)) : '00'
}
const toYear = (digits: string): string => (digits.length === 2 ? `20${digits}` : digits)
const padToTwo = (digits = ''): string => digits.padStart(2, '0')

// An amount with the marks before and after it. With the flag `s` every text matches.
const MARKED_AMOUNT = /^(?:([cd]r)\.?\s*)?(.*?)(?:\s*([cd]r)\.?)?$/is

/**
 * Parses an amount and returns centavos: negative for money that left the account, 0 for an empty cell. `CR`
 * before or after the amount marks money that arrived, `DR` money that left. Throws `RefusedError`, also for
 * two marks, a wrong decimal sign and three decimals.
 */
export function parseMoney(cell: string, decimalSign: '.' | ','): number {
  const trimmedCell = cell.trim().slice(0, MAX_AMOUNT_LENGTH)
  const [, prefix = '', unmarkedCell = trimmedCell, suffix = ''] = MARKED_AMOUNT.exec(trimmedCell) ?? []
  // `parseAmount` would read a remaining mark by rules 7.9, where `DR` is positive and `CR` negative.
  if ((prefix !== '' && suffix !== '') || /[cd]r/i.test(unmarkedCell))
    throw new RefusedError(`The amount cannot be read: ${shortenCell(trimmedCell)}.`)
  const text = unmarkedCell.trim().replace(/^\+/, '')
  if (text === '' || /^-+$/.test(text)) return 0
  const swappedText = text.replaceAll(/[.,]/g, (separator) => (separator === '.' ? ',' : '.'))
  const plainText = decimalSign === ',' ? swappedText : text
  if (AMBIGUOUS_AMOUNT.test(plainText))
    throw new RefusedError(`The amount may have thousands or decimals: ${shortenCell(text)}.`)
  const parsedAmount = parseAmount(plainText)
  if (parsedAmount.reason !== undefined)
    throw new RefusedError(parsedAmount.reason.replace(shortenCell(swappedText), shortenCell(text)))
  const value = Math.round(Number(parsedAmount.amount) * 100)
  return (prefix || suffix).toLowerCase() === 'dr' ? -Math.abs(value) : value
}

function parseText(text: string): string {
  const cleanText = text
    .normalize('NFC')
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
  if (!cleanText.isWellFormed() || cleanText.includes('\ufffd'))
    throw new RefusedError('It has characters that cannot be read.')
  return [...cleanText].slice(0, LIMITS.text).join('')
}

/**
 * Throws `RefusedError` if a day is in the future or more than two years ago. Tomorrow is allowed: a bank
 * gives the date of the next day to transfers made after its closing time.
 */
function requirePlausibleDate(day: string, today: string): void {
  const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10)
  if (day > tomorrow) throw new RefusedError(`The date ${day} is in the future.`)
  if (day < `${Number(today.slice(0, 4)) - 2}${today.slice(4)}`)
    throw new RefusedError(`The date ${day} is more than two years ago.`)
}

const formatPesos = (centavos: number): string => (centavos / 100).toFixed(2)

/**
 * Adds a line to the file. `parseLine` returns the line, or null if it is not booked or has failed. If
 * `parseLine` throws `RefusedError`, adds it to the unreadable lines. Lines for money that left the account,
 * and null, are only counted. Throws `UnreadableFileError` if too many lines are unreadable.
 */
export function addLine(
  file: BankFile,
  { line, account, raw }: LineOrigin,
  parseLine: () => ParsedLine | null,
): void {
  try {
    const parsedLine = parseLine()
    if (!parsedLine) {
      file.leftOut += 1
      return
    }
    const { date, amount, fee, reference, description } = parsedLine
    if (amount <= 0) {
      file.debits += 1
      return
    }
    requirePlausibleDate(date, file.today)
    if (file.lines.length === MAX_BANK_FILE_LINES)
      throw new UnreadableFileError(
        `This file has more than ${MAX_BANK_FILE_LINES.toLocaleString('en')} lines.`,
      )
    const texts = {
      reference: parseText(reference),
      description: parseText(description),
      // Cutting the text may split a surrogate pair (a character of two code units). `toWellFormed` replaces
      // its remaining half.
      raw: raw.slice(0, 2000).toWellFormed(),
    }
    file.lines.push({ line, account, date, amount: formatPesos(amount), fee: formatPesos(fee), ...texts })
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    file.refused.push({ line, reason: error.message })
    if (file.refused.length > MAX_REFUSED_LINES) throw createTooManyRefusedError(file, 'More than 1,000')
  }
}

export function createTooManyRefusedError(
  { refused: [first] }: BankFile,
  count: string,
): UnreadableFileError {
  const exampleRefusal = first ? ` Line ${first.line}: ${first.reason}` : ''
  return new UnreadableFileError(
    `${count} of its lines cannot be read. Is it another bank’s file?${exampleRefusal}`,
  )
}

export function createNoLinesError({ foreignAccounts, refused }: BankFile): UnreadableFileError {
  const [first] = [...foreignAccounts, ...refused]
  const exampleRefusal = first ? ` Line ${first.line}: ${first.reason}` : ''
  return new UnreadableFileError(`This file has no lines of money that came.${exampleRefusal}`)
}
