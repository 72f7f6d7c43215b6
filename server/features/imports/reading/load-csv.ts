import Papa from 'papaparse'
import { UnreadableFileError } from '#platform/files/parsing/parser.ts'
import { parseCsvCell } from '@tahanan/contract/csv.ts'
import { loadLines, type OpenContent } from './load-lines.ts'

/** `line` is the number of the line in the file where the row begins, from 1. */
interface TableRow<Column extends string> {
  readonly line: number
  readonly values: Partial<Record<Column, string>>
  /** Error in the row. If it is set, `values` contains only the cells before the error. */
  readonly reason?: string
}

export interface Table<Column extends string> {
  readonly rows: AsyncIterable<TableRow<Column>[]>
}

interface CsvRecord {
  readonly line: number
  readonly cells: string[]
  readonly reason?: string
}

const DELIMITERS = [',', ';', '\t', '|']
/**
 * Maximum lines of a quoted cell, so that an unclosed quotation mark does not make the rest of the file one
 * cell.
 */
const MAX_CELL_LINES = 20
const MAX_ROW_LENGTH = 64 * 1024
const MAX_OPEN_QUOTES = 200
const OPEN_QUOTE_MESSAGE = 'A quotation mark is opened here and not closed.'
export const TOO_MANY_CELLS_MESSAGE =
  'This row has more cells than the file has columns. A comma inside a cell needs quotation marks.'
const BROKEN_QUOTE_MESSAGE = 'A quotation mark stands in the middle of a cell.'

/**
 * Parses a CSV file by the column names in its first line. Ignores case, spaces, the order of columns and
 * unknown columns. Uses the separator that splits the first line into most known columns. Removes the
 * apostrophe that spreadsheets put before an escaped text (rules 13.48). Throws `UnreadableFileError` with
 * the names of missing columns.
 */
export const loadCsv = <Column extends string>(
  openContent: OpenContent,
  knownColumns: readonly Column[],
  requiredColumns: readonly Column[],
): Promise<Table<Column>> =>
  loadTable(openContent, (splitLines) => findColumns(splitLines, knownColumns, requiredColumns))

export interface SplitLine {
  readonly delimiter: string
  readonly cells: readonly string[]
}

/**
 * Parses a CSV file whose header line `findHeader` recognizes, after splitting it by each separator. Up to
 * `preamble` lines may precede the header. Throws the last error of `findHeader` if it recognizes none of
 * these lines.
 */
export async function loadTable<Column extends string>(
  openContent: OpenContent,
  findHeader: (splitLines: readonly SplitLine[]) => Header<Column> | UnreadableFileError,
  preamble = 0,
): Promise<Table<Column>> {
  const batches = loadLines(openContent)
  let unreadableError = new UnreadableFileError('This file is empty.')
  let triedLineCount = 0
  try {
    let line = 0
    for (let batchResult = await batches.next(); !batchResult.done; batchResult = await batches.next()) {
      const lines = batchResult.value
      for (const [at, text] of lines.entries()) {
        if (isBlank(text) || /^sep=.$/i.test(text.trim())) continue
        const header = findHeader(
          DELIMITERS.map((delimiter) => ({ delimiter, ...parseRecord(text, delimiter) })),
        )
        if (!(header instanceof UnreadableFileError))
          return { rows: parseRows(header, lines.slice(at + 1), line + at + 1, batches) }
        unreadableError = header
        if (triedLineCount === preamble) throw unreadableError
        triedLineCount += 1
      }
      line += lines.length
    }
    throw unreadableError
  } catch (error) {
    await batches.return(undefined)
    throw error
  }
}

export interface Header<Column extends string> {
  readonly delimiter: string
  readonly names: readonly (Column | null | undefined)[]
}

function findColumns<Column extends string>(
  splitLines: readonly SplitLine[],
  knownColumns: readonly Column[],
  requiredColumns: readonly Column[],
): Header<Column> | UnreadableFileError {
  const possibleHeaders = splitLines.map(({ delimiter, cells }) => ({
    delimiter,
    names: cells.map((cell) => findColumn(cell, knownColumns)),
  }))
  const countColumns = ({ names }: Header<Column>) => names.filter(Boolean).length
  const header = possibleHeaders.reduce((best, next) =>
    countColumns(next) > countColumns(best) ? next : best,
  )
  const missingColumns = requiredColumns.filter((column) => !header.names.includes(column))
  if (missingColumns.length > 0) {
    const firstLineHint = countColumns(header) === 0 ? ' Its first line must name the columns.' : ''
    return new UnreadableFileError(
      `This file has no column ${LIST_FORMAT.format(missingColumns)}.${firstLineHint}`,
    )
  }
  const repeatedColumn = knownColumns.find(
    (column) => header.names.filter((name) => name === column).length > 1,
  )
  return repeatedColumn
    ? new UnreadableFileError(`This file has the column ${repeatedColumn} twice.`)
    : header
}

function findColumn<Column extends string>(
  cell: string,
  knownColumns: readonly Column[],
): Column | null | undefined {
  const plainName = cell.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return knownColumns.find((column) => column === plainName) ?? (cell.trim() === '' ? undefined : null)
}

const LIST_FORMAT = new Intl.ListFormat('en-GB')

async function* parseRows<Column extends string>(
  { delimiter, names }: Header<Column>,
  first: string[],
  linesBefore: number,
  batches: AsyncGenerator<string[]>,
): AsyncGenerator<TableRow<Column>[]> {
  const parseRecords = createRecordParser(delimiter, linesBefore)
  const toRow = ({ line, cells, reason }: CsvRecord): TableRow<Column> => {
    const values: Partial<Record<Column, string>> = {}
    for (const [columnIndex, name] of names.entries())
      if (name) values[name] = parseCsvCell(cells[columnIndex] ?? '')
    // A cell beyond the last column, usually the second half of an amount with an unquoted comma: `1,234.00`.
    const hasStrayCell = cells.some(
      (cell, columnIndex) => cell.trim() !== '' && names[columnIndex] === undefined,
    )
    const problem = reason ?? (hasStrayCell ? TOO_MANY_CELLS_MESSAGE : undefined)
    return problem === undefined ? { line, values } : { line, values, reason: problem }
  }
  try {
    yield parseRecords(first).map(toRow)
    for await (const lines of batches) yield parseRecords(lines).map(toRow)
    yield parseRecords([], true).map(toRow)
  } finally {
    await batches.return(undefined)
  }
}

/**
 * Creates a function that joins lines into records (rows), because a quoted cell may contain line ends. If
 * the last cell is still open, keeps its lines for the next call, unless `isLastBatch`.
 */
function createRecordParser(delimiter: string, linesBefore: number) {
  let precedingLineCount = linesBefore
  let pendingLines: string[] = []
  let unclosedQuoteCount = 0

  return (lines: readonly string[], isLastBatch = false): CsvRecord[] => {
    const unparsedLines = pendingLines.concat(lines)
    const records: CsvRecord[] = []
    let lineIndex = 0
    for (let nextLineIndex = 0; lineIndex < unparsedLines.length; lineIndex = nextLineIndex) {
      const text = unparsedLines[lineIndex] ?? ''
      nextLineIndex = lineIndex + 1
      if (isBlank(text)) continue
      const parsedRecord = parseRecord(text, delimiter)
      const endLine = lineIndex + MAX_CELL_LINES
      let { cells, problem } = parsedRecord
      let length = text.length
      while (
        problem === 'open' &&
        nextLineIndex < Math.min(endLine, unparsedLines.length) &&
        length <= MAX_ROW_LENGTH
      ) {
        nextLineIndex += 1
        length += unparsedLines[nextLineIndex - 1]?.length ?? 0
        // Parses again only at a line with a quotation mark, because no other line can close the cell.
        if (unparsedLines[nextLineIndex - 1]?.includes('"'))
          ({ cells, problem } = parseRecord(
            unparsedLines.slice(lineIndex, nextLineIndex).join('\n'),
            delimiter,
          ))
      }
      if (problem === 'open' && nextLineIndex < endLine && length <= MAX_ROW_LENGTH && !isLastBatch) break
      const line = precedingLineCount + lineIndex + 1
      if (!problem) {
        records.push({ line, cells })
        continue
      }
      // The record has a faulty quotation mark. Only its first line is refused, without the faulty cell and
      // those after it. The second line is parsed as a new record.
      nextLineIndex = lineIndex + 1
      const isOpen = parsedRecord.problem === 'open'
      records.push({
        line,
        cells: parsedRecord.cells.slice(0, -1),
        reason: isOpen ? OPEN_QUOTE_MESSAGE : BROKEN_QUOTE_MESSAGE,
      })
      if (isOpen && ++unclosedQuoteCount > MAX_OPEN_QUOTES)
        throw new UnreadableFileError(
          'This is not a CSV file: too many of its lines open a quotation mark and do not close it.',
        )
    }
    precedingLineCount += lineIndex
    pendingLines = unparsedLines.slice(lineIndex)
    return records
  }
}

/**
 * Parses one record. Problem `open`: a quoted cell does not end; `broken`: text follows a closing quotation
 * mark.
 */
function parseRecord(text: string, delimiter: string): { cells: string[]; problem?: 'open' | 'broken' } {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, newline: '\n' })
  const [cells = ['']] = data
  const codes = new Set(errors.map(({ code }) => code))
  if (codes.has('InvalidQuotes')) return { cells, problem: 'broken' }
  if (codes.has('MissingQuotes')) return { cells, problem: 'open' }
  return { cells }
}

/**
 * Returns whether a line has only separators. Ignores U+001A, by which old accounting systems mark the end of
 * a file.
 */
const isBlank = (text: string): boolean => /^[\s,;|]*$/.test(text.replaceAll('\u001a', ''))
