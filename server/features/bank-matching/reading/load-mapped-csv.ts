import { TOO_MANY_CELLS_MESSAGE, loadTable } from '#features/imports/reading/load-csv.ts'
import type { OpenContent } from '#features/imports/reading/load-lines.ts'
import { shortenCell } from '#features/imports/reading/parse-amount.ts'
import { UnreadableFileError } from '#platform/files/parsing/parser.ts'
import type { NamedMapping } from '@tahanan/contract/billing/bank.ts'
import {
  addLine,
  createBankFile,
  findDateOrder,
  isDateCell,
  parseDay,
  parseMoney,
  RefusedError,
  type BankFile,
} from './bank-line.ts'
import { createHeadingFinder, normalizeHeading, type Headings } from './create-heading-finder.ts'
import {
  createWordCollector,
  findCurrencyHeadings,
  isInPesos,
  normalizeWord,
  parseWordList,
} from './create-word-collector.ts'

const MAX_PREAMBLE_LINES = 30

/**
 * Loads a CSV file with a format that says which column contains what. Throws `UnreadableFileError` if
 * columns are missing, if dates contradict the format, or if an unused column seems to say whether money
 * arrived or whether the payment is complete.
 */
export async function loadMappedCsv(
  openContent: OpenContent,
  mapping: NamedMapping,
  today: string,
): Promise<BankFile> {
  const file = createBankFile(today)
  const requireDateOrder = createDateOrderCheck(mapping)
  const { findHeader, getHeadings } = createHeadingFinder(mapping)
  const { rows } = await loadTable(openContent, findHeader, MAX_PREAMBLE_LINES)
  const headings = getHeadings()
  const wordCollector = createWordCollector(mapping, headings)
  const currencyHeadings = findCurrencyHeadings(headings)
  const incomingWords = parseWordList(mapping.moneyInWords)
  const completedWords = parseWordList(mapping.doneWords)
  const hasOneAmount = headings.amountColumn !== '' || headings.debitColumn === ''
  let isUnsigned = hasOneAmount
  for await (const batch of rows)
    for (const { line, values, reason } of batch) {
      const getCell = (heading: string) => values[heading] ?? ''
      const parseCellMoney = (heading: string) => parseMoney(getCell(heading), mapping.decimalSign)
      if (
        (reason === undefined || reason === TOO_MANY_CELLS_MESSAGE) &&
        isFooter(headings, getCell, parseCellMoney)
      )
        continue
      addLine(file, { line, account: null, raw: JSON.stringify(values) }, () => {
        if (reason !== undefined) throw new RefusedError(reason)
        wordCollector.collect(values)
        requireDateOrder(line, getCell(headings.dateColumn))
        if (headings.statusColumn && !completedWords.has(normalizeWord(getCell(headings.statusColumn))))
          return null
        const fee = Math.abs(parseCellMoney(headings.feeColumn))
        if (headings.amountColumn && getCell(headings.amountColumn).trim() === '')
          throw new RefusedError('The amount is missing.')
        const fileAmount = headings.amountColumn
          ? parseCellMoney(headings.amountColumn)
          : parseCellMoney(headings.creditColumn) - Math.abs(parseCellMoney(headings.debitColumn))
        // A negative amount shows that the file also contains outgoing money. In a file with separate
        // columns for incoming and outgoing money, a line without either amount shows this.
        if (fileAmount < 0 || (fileAmount === 0 && headings.amountColumn === '')) isUnsigned = false
        const receivedAmount = headings.directionColumn
          ? applyDirection(fileAmount, getCell(headings.directionColumn), incomingWords)
          : fileAmount
        if (receivedAmount > 0)
          requirePesos(
            currencyHeadings.map(getCell),
            getCell(headings.currencyColumn),
            headings.currencyColumn,
          )
        return {
          date: parseDay(getCell(headings.dateColumn), mapping.dateOrder),
          amount: receivedAmount > 0 && mapping.amountIs === 'net' ? receivedAmount + fee : receivedAmount,
          fee,
          reference: getCell(headings.referenceColumn),
          description: getCell(headings.descriptionColumn),
        }
      })
    }
  wordCollector.requireAnswers({ isUnsigned })
  return file
}

const FIRST_DATE_PART = { DMY: 'day', MDY: 'month' } as const

function createDateOrderCheck({ name, dateOrder }: NamedMapping) {
  let fittingDate = ''
  return (line: number, cell: string): void => {
    const order = findDateOrder(cell)
    const date = `${shortenCell(cell.trim())} on line ${line}`
    if (order === dateOrder) fittingDate ||= date
    else if (order && fittingDate)
      throw new UnreadableFileError(
        `This file has dates in both orders: ${fittingDate}, ${date}. Please correct it.`,
      )
    else if (order)
      throw new UnreadableFileError(
        `This file has the ${FIRST_DATE_PART[order]} first: ${date}. The format ${name} has the ${FIRST_DATE_PART[dateOrder]} first. ` +
          'Please change its order of dates.',
      )
  }
}

function isFooter(
  headings: Headings,
  cell: (heading: string) => string,
  getAmount: (heading: string) => number,
): boolean {
  const date = cell(headings.dateColumn)
  if (normalizeHeading(date) === normalizeHeading(headings.dateColumn)) return true
  const columns = [headings.amountColumn, headings.creditColumn, headings.debitColumn]
  const filledAmountColumns = columns.filter((heading) => heading !== '' && !/^[\s-]*$/.test(cell(heading)))
  return date.trim() === ''
    ? !filledAmountColumns.some((heading) => isNonZeroAmount(() => getAmount(heading)))
    : filledAmountColumns.length === 0 && !isDateCell(date)
}

function isNonZeroAmount(parseCell: () => number): boolean {
  try {
    return parseCell() !== 0
  } catch (error) {
    if (error instanceof RefusedError) return false
    throw error
  }
}

function applyDirection(amount: number, direction: string, incomingWords: ReadonlySet<string>): number {
  const directionWord = normalizeWord(direction)
  if (directionWord === '') throw new RefusedError('The word for money in or out is missing.')
  if (!incomingWords.has(directionWord)) return -Math.abs(amount)
  if (amount < 0)
    throw new RefusedError(`The amount is below zero, but its word is ${shortenCell(direction)}.`)
  return amount
}

function requirePesos(cells: readonly string[], currencyCell: string, heading: string): void {
  if (heading !== '' && currencyCell.trim() === '') throw new RefusedError('The currency is missing.')
  const foreignCell = cells.find((cell) => cell.trim() !== '' && !isInPesos(cell))
  if (foreignCell !== undefined)
    throw new RefusedError(`The amount is in ${shortenCell(foreignCell.trim())}, not in PHP.`)
}
