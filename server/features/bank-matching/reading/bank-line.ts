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

/** Line as parsed from a file. Amounts are in centavos, negative for debits. */
type ParsedLine = Line<number>

/** Line that credits the account. Amounts are exact decimal texts in pesos. */
export interface BankLine extends Line<string> {
  readonly line: number
  /** Account that the line belongs to; null if the file names none. */
  readonly account: string | null
  readonly raw: string
}

export type LineOrigin = Pick<BankLine, 'line' | 'account' | 'raw'>

export interface BankFile {
  readonly today: string
  readonly lines: BankLine[]
  readonly refused: BankImport['refused']
  /**
   * Accounts in another currency, whose lines are refused: one entry per account, with the line of its first
   * entry.
   */
  readonly foreign: BankImport['refused']
  debits: number
  /** Number of lines that are not booked yet or have failed. */
  leftOut: number
}

export const createBankFile = (today: string): BankFile => ({
  today,
  lines: [],
  refused: [],
  foreign: [],
  debits: 0,
  leftOut: 0,
})

// Maximum number of unreadable lines. A file with more of them is probably from another bank.
const MAX_REFUSED = 1000

/** Error for an unreadable line. Its message is the reason that the user reads. */
export class RefusedError extends Error {}

const MAX_AMOUNT_LENGTH = 60
// Matches ambiguous amounts: `25.000` means 25 in some files and 25,000 in others.
const AMBIGUOUS_AMOUNT = /^\D*[1-9]\d{0,2}\.\d{3}\D*$/
const MONTH_ABBREVIATIONS = 'janfebmaraprmayjunjulaugsepoctnovdec'

/**
 * Parses a date: an ISO date, a date of numbers in this order, a date with the name of a month, or an OFX
 * date. Throws `RefusedError`.
 */
export function parseDay(cell: string, order: 'DMY' | 'MDY'): string {
  if (cell.trim() === '') throw new RefusedError('The date is missing.')
  const parsedDate = parseDate(toNumericDate(cell.trim()), 'UTC')
  const day = parsedDate && toInstant(parsedDate, order, 'UTC')
  if (!day) throw new RefusedError(`The date cannot be read: ${shortenCell(cell)}.`)
  if (day.reason !== undefined) throw new RefusedError(day.reason)
  return day.instant.toISOString().slice(0, 10)
}

/** Returns the order of day and month if the date proves it by a number above 12; otherwise null. */
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
  const monthFirst = /^([a-z]{3,9})\.?[-\s]+(\d{1,2})[-\s,]+(\d{4}|\d{2})\b/i.exec(text)
  if (monthFirst)
    return `${toYear(monthFirst[3] ?? '')}-${toMonth(monthFirst[1] ?? '')}-${padToTwo(monthFirst[2])}`
  const numbers = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?=$|[T\s])/.exec(text)
  return numbers ? `${numbers[1]}/${numbers[3]}/${toYear(numbers[4] ?? '')}` : text
}

const toMonth = (name: string): string => {
  const monthPosition = MONTH_ABBREVIATIONS.indexOf(name.slice(0, 3).toLowerCase())
  return monthPosition % 3 === 0 ? padToTwo(String(monthPosition / 3 + 1)) : '00'
}
const toYear = (figures: string): string => (figures.length === 2 ? `20${figures}` : figures)
const padToTwo = (figures = ''): string => figures.padStart(2, '0')

/**
 * Parses an amount and returns centavos: negative for debits, 0 for an empty cell. The suffix `CR` marks a
 * credit, `DR` a debit. Throws `RefusedError`, also if the decimal sign is not that of the file, or if there
 * are three decimals.
 */
export function parseMoney(cell: string, decimalSign: '.' | ','): number {
  const trimmedCell = cell.trim().slice(0, MAX_AMOUNT_LENGTH)
  const signMatch = /^(.*?)\s*([cd]r)\.?$/i.exec(trimmedCell)
  const text = (signMatch?.[1] ?? trimmedCell).trim().replace(/^\+/, '')
  if (text === '' || /^-+$/.test(text)) return 0
  const swappedText = text.replaceAll(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'))
  const plainText = decimalSign === ',' ? swappedText : text
  if (AMBIGUOUS_AMOUNT.test(plainText))
    throw new RefusedError(`The amount may have thousands or decimals: ${shortenCell(text)}.`)
  const parsedAmount = parseAmount(plainText)
  if (parsedAmount.reason !== undefined)
    throw new RefusedError(parsedAmount.reason.replace(shortenCell(swappedText), shortenCell(text)))
  const value = Math.round(Number(parsedAmount.amount) * 100)
  return signMatch?.[2]?.toLowerCase() === 'dr' ? -Math.abs(value) : value
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
 * Throws `RefusedError` if a day is in the future or too old to be matched. Tomorrow is allowed: a bank dates
 * transfers made after its closing time on the next day.
 */
function requirePlausibleDate(day: string, today: string): void {
  const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10)
  if (day > tomorrow) throw new RefusedError(`The date ${day} is in the future.`)
  if (day < `${Number(today.slice(0, 4)) - 2}${today.slice(4)}`)
    throw new RefusedError(`The date ${day} is more than two years ago.`)
}

const formatPesos = (centavos: number): string => (centavos / 100).toFixed(2)

/**
 * Adds the line that `parseLine` returns. If `parseLine` throws `RefusedError`, adds the line to the refused
 * lines. Only counts debits, and lines for which `parseLine` returns null (not booked, or failed). Throws
 * `UnreadableFileError` if too many lines were refused.
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
      // The cut may split a surrogate pair; `toWellFormed` replaces the rest of it.
      raw: raw.slice(0, 2000).toWellFormed(),
    }
    file.lines.push({ line, account, date, amount: formatPesos(amount), fee: formatPesos(fee), ...texts })
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    file.refused.push({ line, reason: error.message })
    if (file.refused.length > MAX_REFUSED) throw createTooManyRefusedError(file, 'More than 1,000')
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

export function createNoLinesError({ foreign, refused }: BankFile): UnreadableFileError {
  const [first] = [...foreign, ...refused]
  const exampleRefusal = first ? ` Line ${first.line}: ${first.reason}` : ''
  return new UnreadableFileError(`This file has no lines of money that came.${exampleRefusal}`)
}
