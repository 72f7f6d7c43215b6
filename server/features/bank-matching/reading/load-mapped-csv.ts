import { MORE_CELLS, loadTable } from '#features/imports/reading/load-csv.ts'
import type { OpenContent } from '#features/imports/reading/load-lines.ts'
import { shortenCell } from '#features/imports/reading/parse-amount.ts'
import { UnreadableFile } from '#platform/files/parsing/parser.ts'
import type { NamedMapping } from '@tahanan/contract/billing/bank.ts'
import {
  addLine,
  createBankFile,
  findDateOrder,
  isWrittenDay,
  parseDay,
  parseMoney,
  RefusedError,
  type BankFile,
} from './bank-line.ts'
import { createHeadingFinder, toPlain, type Headings } from './create-heading-finder.ts'
import {
  createWordCollector,
  findCurrencyHeadings,
  isInPesos,
  toWord,
  toWords,
} from './create-word-collector.ts'

const MAX_PREAMBLE_LINES = 30

/**
 * Loads a CSV file by a mapping of its columns. Throws `UnreadableFile` if columns are missing, if dates
 * contradict the mapping, or if an unused column seems to mark credits or completed payments.
 */
export async function loadMappedCsv(
  open: OpenContent,
  mapping: NamedMapping,
  today: string,
): Promise<BankFile> {
  const file = createBankFile(today)
  const requireOrder = createOrderCheck(mapping)
  const { findHeader, getHeadings } = createHeadingFinder(mapping)
  const { rows } = await loadTable(open, findHeader, MAX_PREAMBLE_LINES)
  const headings = getHeadings()
  const words = createWordCollector(mapping, headings)
  const currencies = findCurrencyHeadings(headings)
  const moneyIn = toWords(mapping.moneyInWords)
  const done = toWords(mapping.doneWords)
  const hasOneAmount = headings.amountColumn !== '' || headings.debitColumn === ''
  let isUnsigned = hasOneAmount
  for await (const batch of rows)
    for (const { line, values, reason } of batch) {
      const cell = (heading: string) => values[heading] ?? ''
      const money = (heading: string) => parseMoney(cell(heading), mapping.decimalSign)
      if ((reason === undefined || reason === MORE_CELLS) && isFooter(headings, cell, money)) continue
      addLine(file, { line, account: null, raw: JSON.stringify(values) }, () => {
        if (reason !== undefined) throw new RefusedError(reason)
        words.collect(values)
        requireOrder(line, cell(headings.dateColumn))
        if (headings.statusColumn && !done.has(toWord(cell(headings.statusColumn)))) return null
        const fee = Math.abs(money(headings.feeColumn))
        if (headings.amountColumn && cell(headings.amountColumn).trim() === '')
          throw new RefusedError('The amount is missing.')
        const written = headings.amountColumn
          ? money(headings.amountColumn)
          : money(headings.creditColumn) - Math.abs(money(headings.debitColumn))
        // Without an amount column, an empty credit cell marks a debit, so the file tells credits from
        // debits.
        if (written < 0 || (written === 0 && headings.amountColumn === '')) isUnsigned = false
        const came = headings.directionColumn
          ? applyDirection(written, cell(headings.directionColumn), moneyIn)
          : written
        if (came > 0)
          requirePesos(currencies.map(cell), cell(headings.currencyColumn), headings.currencyColumn)
        return {
          date: parseDay(cell(headings.dateColumn), mapping.dateOrder),
          amount: came > 0 && mapping.amountIs === 'net' ? came + fee : came,
          fee,
          reference: cell(headings.referenceColumn),
          description: cell(headings.descriptionColumn),
        }
      })
    }
  words.requireAnswers({ isUnsigned })
  return file
}

const ORDERS = { DMY: 'day', MDY: 'month' } as const

function createOrderCheck({ name, dateOrder }: NamedMapping) {
  let fitting = ''
  return (line: number, cell: string): void => {
    const order = findDateOrder(cell)
    const date = `${shortenCell(cell.trim())} on line ${line}`
    if (order === dateOrder) fitting ||= date
    else if (order && fitting)
      throw new UnreadableFile(`This file has dates in both orders: ${fitting}, ${date}. Please correct it.`)
    else if (order)
      throw new UnreadableFile(
        `This file has the ${ORDERS[order]} first: ${date}. The format ${name} has the ${ORDERS[dateOrder]} first. ` +
          'Please change its order of dates.',
      )
  }
}

// Returns whether a row is a footer: it has neither a date nor an amount ('End of Report'), or it repeats the
// headings.
function isFooter(
  headings: Headings,
  cell: (heading: string) => string,
  money: (heading: string) => number,
): boolean {
  const date = cell(headings.dateColumn)
  if (toPlain(date) === toPlain(headings.dateColumn)) return true
  const columns = [headings.amountColumn, headings.creditColumn, headings.debitColumn]
  const amounts = columns.filter((heading) => heading !== '' && !/^[\s-]*$/.test(cell(heading)))
  return date.trim() === ''
    ? !amounts.some((heading) => isMoney(() => money(heading)))
    : amounts.length === 0 && !isWrittenDay(date)
}

function isMoney(read: () => number): boolean {
  try {
    return read() !== 0
  } catch (error) {
    if (error instanceof RefusedError) return false
    throw error
  }
}

function applyDirection(amount: number, direction: string, moneyIn: ReadonlySet<string>): number {
  const word = toWord(direction)
  if (word === '') throw new RefusedError('The word for money in or out is missing.')
  if (!moneyIn.has(word)) return -Math.abs(amount)
  if (amount < 0)
    throw new RefusedError(`The amount is below zero, but its word is ${shortenCell(direction)}.`)
  return amount
}

function requirePesos(cells: readonly string[], own: string, heading: string): void {
  if (heading !== '' && own.trim() === '') throw new RefusedError('The currency is missing.')
  const other = cells.find((cell) => cell.trim() !== '' && !isInPesos(cell))
  if (other !== undefined)
    throw new RefusedError(`The amount is in ${shortenCell(other.trim())}, not in PHP.`)
}
