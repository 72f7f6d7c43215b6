import { parseAmount, shortenCell } from '#features/imports/reading/parse-amount.ts'
import { getDateOrder, parseDate, toInstant } from '#features/imports/reading/parse-date.ts'
import { UnreadableFile } from '#platform/files/parsing/parser.ts'
import type { BankImport } from '@tahanan/contract/billing/bank-answers.ts'
import { BANK_FILE_LINES } from '@tahanan/contract/billing/bank.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'

interface Line<Amount> {
  readonly date: string
  readonly amount: Amount
  readonly fee: Amount
  readonly reference: string
  readonly description: string
}

/** A parsed line; amounts are whole centavos, negative for debits. */
type ParsedLine = Line<number>

/** A credit line of a file. Amounts are exact decimal texts of pesos. */
export interface BankLine extends Line<string> {
  readonly line: number
  /** The account named in the file; null without one. */
  readonly account: string | null
  /** Text of the line in the file. */
  readonly raw: string
}

export type Place = Pick<BankLine, 'line' | 'account' | 'raw'>

/** A parsed file of a bank or gateway. */
export interface BankFile {
  readonly today: string
  readonly lines: BankLine[]
  readonly refused: BankImport['refused']
  /** Accounts in other currencies, by the line of their first entry. */
  readonly foreign: BankImport['refused']
  debits: number
  /** Number of skipped lines: not booked, or failed. */
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

/** A file with more unreadable lines is taken to be from another bank. */
const MOST_REFUSED = 1000

/** Error of an unreadable line; the message is the reason. */
export class RefusedError extends Error {}

/** Maximum length of a cell that is parsed as an amount; the rest is ignored. */
const LONGEST_AMOUNT = 60
/** Ambiguous: `25.000` is 25 in some files and 25,000 in others. */
const UNCLEAR = /^\D*[1-9]\d{0,2}\.\d{3}\D*$/
const MONTHS = 'janfebmaraprmayjunjulaugsepoctnovdec'

/**
 * Returns the day of a cell: ISO, numbers in this order, with a month's name, or the format of OFX. Throws
 * `RefusedError`.
 */
export function parseDay(cell: string, order: 'DMY' | 'MDY'): string {
  if (cell.trim() === '') throw new RefusedError('The date is missing.')
  const read = parseDate(withNumbers(cell.trim()), 'UTC')
  const day = read && toInstant(read, order, 'UTC')
  if (!day) throw new RefusedError(`The date cannot be read: ${shortenCell(cell)}.`)
  if (day.reason !== undefined) throw new RefusedError(day.reason)
  return day.instant.toISOString().slice(0, 10)
}

/** Returns the order of day and month if the date shows it by a day above 12. */
export function findDateOrder(cell: string): 'DMY' | 'MDY' | null {
  const read = parseDate(withNumbers(cell.trim()), 'UTC')
  return read === null || read instanceof Date ? null : getDateOrder(read)
}

export const isWrittenDay = (cell: string): boolean => parseDate(withNumbers(cell.trim()), 'UTC') !== null

/** Returns the day of a field of OFX or camt.053, which starts with year, month and day. Throws `RefusedError`. */
export function parseIsoDay(text: string): string {
  if (text !== '' && !ISO_DAY.test(text))
    throw new RefusedError(`The date cannot be read: ${shortenCell(text)}.`)
  return parseDay(text, 'MDY')
}

const ISO_DAY = /^(\d{4})[-/]?(\d{2})[-/]?(\d{2})(?=$|[T\s\d])/

/** Replaces month names, two-digit years and compact dates by numbers, and removes the time. */
function withNumbers(text: string): string {
  const iso = ISO_DAY.exec(text)
  if (iso) return `${iso[1]}-${iso[2]}-${iso[3]}`
  const dayFirst = /^(\d{1,2})[-\s/]([a-z]{3,9})\.?[-\s/,]+(\d{4}|\d{2})\b/i.exec(text)
  if (dayFirst) return `${year(dayFirst[3] ?? '')}-${month(dayFirst[2] ?? '')}-${two(dayFirst[1])}`
  const monthFirst = /^([a-z]{3,9})\.?[-\s]+(\d{1,2})[-\s,]+(\d{4}|\d{2})\b/i.exec(text)
  if (monthFirst) return `${year(monthFirst[3] ?? '')}-${month(monthFirst[1] ?? '')}-${two(monthFirst[2])}`
  const numbers = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?=$|[T\s])/.exec(text)
  return numbers ? `${numbers[1]}/${numbers[3]}/${year(numbers[4] ?? '')}` : text
}

const month = (name: string): string => {
  const at = MONTHS.indexOf(name.slice(0, 3).toLowerCase())
  return at % 3 === 0 ? two(String(at / 3 + 1)) : '00'
}
const year = (figures: string): string => (figures.length === 2 ? `20${figures}` : figures)
const two = (figures = ''): string => figures.padStart(2, '0')

/**
 * Returns the amount of a cell in centavos, negative for debits; 0 for an empty cell. The suffix `CR` means a
 * credit, `DR` a debit. Throws `RefusedError`, also for a decimal sign that differs from the file's and for
 * three decimals.
 */
export function parseMoney(cell: string, decimalSign: '.' | ','): number {
  const plain = cell.trim().slice(0, LONGEST_AMOUNT)
  const marked = /^(.*?)\s*([cd]r)\.?$/i.exec(plain)
  const text = (marked?.[1] ?? plain).trim().replace(/^\+/, '')
  if (text === '' || /^-+$/.test(text)) return 0
  const swapped = text.replaceAll(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'))
  const plainText = decimalSign === ',' ? swapped : text
  if (UNCLEAR.test(plainText))
    throw new RefusedError(`The amount may have thousands or decimals: ${shortenCell(text)}.`)
  const read = parseAmount(plainText)
  if (read.reason !== undefined)
    throw new RefusedError(read.reason.replace(shortenCell(swapped), shortenCell(text)))
  const value = Math.round(Number(read.amount) * 100)
  return marked?.[2]?.toLowerCase() === 'dr' ? -Math.abs(value) : value
}

/** Normalizes a text to one line without invisible characters, cut to the length of a field. */
function readText(text: string): string {
  const plain = text
    .normalize('NFC')
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
  if (!plain.isWellFormed() || plain.includes('\ufffd'))
    throw new RefusedError('It has characters that cannot be read.')
  return [...plain].slice(0, LIMITS.text).join('')
}

/**
 * Throws `RefusedError` for a day in the future or too old to be matched. Tomorrow is allowed: banks date
 * transfers after their closing time on the next day.
 */
function requirePlausible(day: string, today: string): void {
  const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10)
  if (day > tomorrow) throw new RefusedError(`The date ${day} is in the future.`)
  if (day < `${Number(today.slice(0, 4)) - 2}${today.slice(4)}`)
    throw new RefusedError(`The date ${day} is more than two years ago.`)
}

const asPesos = (centavos: number): string => (centavos / 100).toFixed(2)

/**
 * Adds a line to a file. A line that throws `RefusedError` is added to the refused ones; a debit, or null
 * (not booked, or failed), is only counted. Throws `UnreadableFile` for too many refused lines.
 */
export function addLine(file: BankFile, { line, account, raw }: Place, read: () => ParsedLine | null): void {
  try {
    const parsed = read()
    if (!parsed) {
      file.leftOut += 1
      return
    }
    const { date, amount, fee, reference, description } = parsed
    if (amount <= 0) {
      file.debits += 1
      return
    }
    requirePlausible(date, file.today)
    if (file.lines.length === BANK_FILE_LINES)
      throw new UnreadableFile(`This file has more than ${BANK_FILE_LINES.toLocaleString('en')} lines.`)
    const texts = {
      reference: readText(reference),
      description: readText(description),
      // the cut may split a surrogate pair
      raw: raw.slice(0, 2000).toWellFormed(),
    }
    file.lines.push({ line, account, date, amount: asPesos(amount), fee: asPesos(fee), ...texts })
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    file.refused.push({ line, reason: error.message })
    if (file.refused.length > MOST_REFUSED) throw createManyRefusedError(file, 'More than 1,000')
  }
}

/** Returns the error of a file that is probably from another bank, with the first unreadable line. */
export function createManyRefusedError({ refused: [first] }: BankFile, count: string): UnreadableFile {
  const example = first ? ` Line ${first.line}: ${first.reason}` : ''
  return new UnreadableFile(`${count} of its lines cannot be read. Is it another bank’s file?${example}`)
}

/** Returns the error of a file without credits; names the first unreadable line. */
export function createNoLinesError({ foreign, refused }: BankFile): UnreadableFile {
  const [first] = [...foreign, ...refused]
  const reason = first ? ` Line ${first.line}: ${first.reason}` : ''
  return new UnreadableFile(`This file has no lines of money that came.${reason}`)
}
