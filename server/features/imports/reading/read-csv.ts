import Papa from 'papaparse'
import { UnreadableFile } from '#platform/files/parsing/parser.ts'
import { readLines, type OpenContent } from './read-lines.ts'

/** A row by the names of those columns that were asked for and that the file has; `line` is where it begins in the file, counted from 1. */
interface TableRow<Column extends string> {
  readonly line: number
  readonly values: Partial<Record<Column, string>>
  /** Why its cells cannot be told apart; what `values` then holds was read before that place. */
  readonly reason?: string
}

export interface Table<Column extends string> {
  /** Batches of rows, each a piece of the file. */
  readonly rows: AsyncIterable<TableRow<Column>[]>
}

interface CsvRecord {
  readonly line: number
  readonly cells: string[]
  readonly reason?: string
}

const DELIMITERS = [',', ';', '\t', '|']
/** Lines of a quoted cell at most: a quotation mark that is never closed does not swallow the rest of the file. */
const MOST_LINES = 20
/** Characters of a row at most, as of a line. */
const LONGEST_ROW = 64 * 1024
/** Unclosed quotation marks after which a file is no CSV. */
const MOST_OPEN = 200
const OPEN_QUOTE = 'A quotation mark is opened here and not closed.'
const MORE_CELLS =
  'This row has more cells than the file has columns. A comma inside a cell needs quotation marks.'
const BROKEN_QUOTE = 'A quotation mark stands in the middle of a cell.'

/** No line names the columns. */
export class NoHeader extends UnreadableFile {}

/**
 * Reads a CSV file by its columns' names, without regard to their case, spaces and order; other columns are ignored. The
 * separator is the one with which the first line names the most columns; up to `preamble` lines may stand before it. Throws
 * `UnreadableFile`, naming what is missing.
 */
export async function readCsv<Column extends string>(
  open: OpenContent,
  known: readonly Column[],
  required: readonly Column[],
  preamble = 0,
): Promise<Table<Column>> {
  const batches = readLines(open)
  let problem = new UnreadableFile('This file is empty.')
  let tried = 0
  try {
    let line = 0
    for (let step = await batches.next(); !step.done; step = await batches.next()) {
      const lines = step.value
      for (const [at, text] of lines.entries()) {
        if (isBlank(text) || /^sep=.$/i.test(text.trim())) continue
        const header = readHeader(text, known, required)
        if (!(header instanceof NoHeader))
          return { rows: readRows(header, lines.slice(at + 1), line + at + 1, batches) }
        problem = header
        if (tried === preamble) throw problem
        tried += 1
      }
      line += lines.length
    }
    throw problem
  } catch (error) {
    await batches.return(undefined)
    throw error
  }
}

interface Header<Column extends string> {
  readonly delimiter: string
  /** By place: the column, null for one that is ignored, undefined where the header's cell is empty. */
  readonly names: readonly (Column | null | undefined)[]
}

function readHeader<Column extends string>(
  text: string,
  known: readonly Column[],
  required: readonly Column[],
): Header<Column> | NoHeader {
  const candidates = DELIMITERS.map((delimiter) => ({
    delimiter,
    names: (parse(text, delimiter).cells ?? []).map((cell) => columnOf(cell, known)),
  }))
  const found = ({ names }: Header<Column>) => names.filter(Boolean).length
  const header = candidates.reduce((best, next) => (found(next) > found(best) ? next : best))
  const missing = required.filter((column) => !header.names.includes(column))
  if (missing.length > 0) {
    const first = found(header) === 0 ? ' Its first line must name the columns.' : ''
    return new NoHeader(`This file has no column ${LIST.format(missing)}.${first}`)
  }
  const twice = known.find((column) => header.names.filter((name) => name === column).length > 1)
  return twice ? new NoHeader(`This file has the column ${twice} twice.`) : header
}

function columnOf<Column extends string>(cell: string, known: readonly Column[]): Column | null | undefined {
  const plain = cell.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return known.find((column) => column === plain) ?? (cell.trim() === '' ? undefined : null)
}

/** 'urefno, invdate and attachment' */
const LIST = new Intl.ListFormat('en-GB')

async function* readRows<Column extends string>(
  { delimiter, names }: Header<Column>,
  first: string[],
  linesBefore: number,
  batches: AsyncGenerator<string[]>,
): AsyncGenerator<TableRow<Column>[]> {
  const read = createRecordReader(delimiter, linesBefore)
  const toRow = ({ line, cells, reason }: CsvRecord): TableRow<Column> => {
    const values: Partial<Record<Column, string>> = {}
    for (const [place, name] of names.entries()) if (name) values[name] = cells[place] ?? ''
    // Most often the second half of an amount whose comma was not quoted: `1,234.00`.
    const isStray = cells.some((cell, place) => cell.trim() !== '' && names[place] === undefined)
    const problem = reason ?? (isStray ? MORE_CELLS : undefined)
    return problem === undefined ? { line, values } : { line, values, reason: problem }
  }
  try {
    yield read(first).map(toRow)
    for await (const lines of batches) yield read(lines).map(toRow)
    yield read([], true).map(toRow)
  } finally {
    await batches.return(undefined)
  }
}

/**
 * Returns a function that puts lines together into records, since a quoted cell may hold line ends. Lines of a cell that is still open
 * wait for the next ones, unless these were the last.
 */
function createRecordReader(delimiter: string, linesBefore: number) {
  let before = linesBefore
  let waiting: string[] = []
  let givenUp = 0

  return (lines: readonly string[], areLast = false): CsvRecord[] => {
    const all = waiting.concat(lines)
    const records: CsvRecord[] = []
    let at = 0
    for (let next = 0; at < all.length; at = next) {
      const text = all[at] ?? ''
      next = at + 1
      if (isBlank(text)) continue
      const first = parse(text, delimiter)
      const most = at + MOST_LINES
      let { cells, problem } = first
      let length = text.length
      while (problem === 'open' && next < Math.min(most, all.length) && length <= LONGEST_ROW) {
        next += 1
        length += all[next - 1]?.length ?? 0
        // Only another quotation mark closes the cell.
        if (all[next - 1]?.includes('"'))
          ({ cells, problem } = parse(all.slice(at, next).join('\n'), delimiter))
      }
      if (problem === 'open' && next < most && length <= LONGEST_ROW && !areLast) break
      const line = before + at + 1
      if (!problem) {
        records.push({ line, cells })
        continue
      }
      // Its first line alone is given up; the cell at fault, and those after it, are unknown.
      next = at + 1
      const isOpen = first.problem === 'open'
      records.push({ line, cells: first.cells.slice(0, -1), reason: isOpen ? OPEN_QUOTE : BROKEN_QUOTE })
      if (isOpen && ++givenUp > MOST_OPEN)
        throw new UnreadableFile(
          'This is not a CSV file: too many of its lines open a quotation mark and do not close it.',
        )
    }
    before += at
    waiting = all.slice(at)
    return records
  }
}

/** One record's cells. `open`: a quoted cell does not end; `broken`: something follows a closing quotation mark. */
function parse(text: string, delimiter: string): { cells: string[]; problem?: 'open' | 'broken' } {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, newline: '\n' })
  const [cells = ['']] = data
  const codes = new Set(errors.map(({ code }) => code))
  if (codes.has('InvalidQuotes')) return { cells, problem: 'broken' }
  if (codes.has('MissingQuotes')) return { cells, problem: 'open' }
  return { cells }
}

/** Nothing but separators, or the end-of-file mark of old accounting systems. */
const isBlank = (text: string): boolean => /^[\s,;|]*$/.test(text.replaceAll('\u001a', ''))
