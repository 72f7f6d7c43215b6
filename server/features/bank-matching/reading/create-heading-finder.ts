import type { Header, SplitLine } from '#features/imports/reading/load-csv.ts'
import { shortenCell } from '#features/imports/reading/parse-amount.ts'
import { UnreadableFileError } from '#platform/files/parsing/parser.ts'
import type { NamedMapping } from '@tahanan/contract/billing/bank.ts'

const FIELDS = [
  'dateColumn',
  'amountColumn',
  'creditColumn',
  'debitColumn',
  'directionColumn',
  'statusColumn',
  'currencyColumn',
  'referenceColumn',
  'descriptionColumn',
  'feeColumn',
] as const
type ColumnField = (typeof FIELDS)[number]

/**
 * Headings of the file, by the column of the format; empty for a column that the format does not use.
 * `others` contains all other headings.
 */
export type Headings = Readonly<Record<ColumnField, string>> & {
  readonly others: readonly string[]
}

const LIST_FORMAT = new Intl.ListFormat('en-GB')
const MAX_LIST_LENGTH = 240

export function createHeadingFinder(mapping: NamedMapping) {
  const requiredFields = FIELDS.filter(
    (field) => mapping[field] !== '' && !isReplacedByAmountColumn(mapping, field),
  )
  let foundHeadings: Headings | undefined
  let nearestCandidate: { missing: string[]; cells: readonly string[] } | undefined

  const findHeader = (splitLines: readonly SplitLine[]): Header<string> | UnreadableFileError => {
    const candidates = splitLines.map(({ delimiter, cells }) => {
      const trimmedCells = cells.map((cell) => cell.trim())
      return {
        delimiter,
        named: trimmedCells,
        missing: requiredFields.filter((field) => !findHeadings(mapping[field], trimmedCells)[0]),
      }
    })
    const bestCandidate = candidates.reduce((a, b) => (b.missing.length < a.missing.length ? b : a))
    const missingHeadings = bestCandidate.missing.map((field) => mapping[field])
    const cells = bestCandidate.named.filter(Boolean)
    if (missingHeadings.length > 0) {
      if (
        !nearestCandidate ||
        missingHeadings.length < nearestCandidate.missing.length ||
        (missingHeadings.length === nearestCandidate.missing.length &&
          cells.length > nearestCandidate.cells.length)
      )
        nearestCandidate = { missing: missingHeadings, cells }
      return createFormatError(mapping, nearestCandidate)
    }
    const repeatedField = requiredFields.find(
      (field) => findHeadings(mapping[field], bestCandidate.named).length > 1,
    )
    if (repeatedField)
      throw new UnreadableFileError(
        `This file has the column ${mapping[repeatedField]} twice. Please rename one of the two in the file.`,
      )
    const headings = requiredFields.map(
      (field) => [field, findHeadings(mapping[field], bestCandidate.named)[0] ?? ''] as const,
    )
    const usedHeadings = new Set(headings.map(([, heading]) => heading))
    const names = makeHeadingsUnique(bestCandidate.named)
    foundHeadings = {
      ...(Object.fromEntries(FIELDS.map((field) => [field, ''])) as Record<ColumnField, string>),
      ...(Object.fromEntries(headings) as Partial<Record<ColumnField, string>>),
      others: names.filter((heading) => heading !== '' && !usedHeadings.has(heading)),
    }
    return {
      delimiter: bestCandidate.delimiter,
      names: names.map((heading) => heading || undefined),
    }
  }
  const getHeadings = (): Headings => {
    if (!foundHeadings) throw new Error('The heading line is not found yet.')
    return foundHeadings
  }
  return { findHeader, getHeadings }
}

const isReplacedByAmountColumn = ({ amountColumn }: NamedMapping, field: ColumnField): boolean =>
  amountColumn !== '' && (field === 'creditColumn' || field === 'debitColumn')

const removeSpaces = (text: string): string => text.toLowerCase().replaceAll(/\s/g, '')

function findHeadings(name: string, headings: readonly string[]): string[] {
  const exactMatches = headings.filter((heading) => removeSpaces(heading) === removeSpaces(name))
  return exactMatches.length > 0
    ? exactMatches
    : headings.filter((heading) => heading !== '' && normalizeHeading(heading) === normalizeHeading(name))
}

/**
 * Appends asterisks to duplicate headings, so that the parser drops no column. `normalizeHeading` strips
 * them, so duplicates are still detected.
 */
function makeHeadingsUnique(headings: readonly string[]): string[] {
  const givenNames = new Set(headings)
  return headings.map((heading, columnIndex) => {
    if (heading === '' || headings.indexOf(heading) === columnIndex) return heading
    let name = heading
    while (givenNames.has(name)) name += '*'
    givenNames.add(name)
    return name
  })
}

export const normalizeHeading = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

function createFormatError(
  { name }: NamedMapping,
  { missing, cells }: { missing: readonly string[]; cells: readonly string[] },
): UnreadableFileError {
  const foundColumns = LIST_FORMAT.format(cells.map(shortenCell))
  const shortenedColumns =
    foundColumns.length > MAX_LIST_LENGTH ? `${foundColumns.slice(0, MAX_LIST_LENGTH)}…` : foundColumns
  const missingColumns = LIST_FORMAT.format(missing)
  return new UnreadableFileError(
    `This file does not fit the format ${name}: it has no column ${missingColumns}. It has ${shortenedColumns}.`,
  )
}
