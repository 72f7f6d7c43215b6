import type { Header, SplitLine } from '#features/imports/reading/load-csv.ts'
import { shortenCell } from '#features/imports/reading/parse-amount.ts'
import { UnreadableFile } from '#platform/files/parsing/parser.ts'
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
 * Heading in the file of each column of the format; empty if the format does not name the column. `others`
 * are the remaining headings.
 */
export type Headings = Readonly<Record<ColumnField, string>> & {
  readonly others: readonly string[]
}

const LIST = new Intl.ListFormat('en-GB')
const MAX_LIST_LENGTH = 240

export function createHeadingFinder(mapping: NamedMapping) {
  const fields = FIELDS.filter((field) => mapping[field] !== '' && !isReplaced(mapping, field))
  let found: Headings | undefined
  let nearest: { missing: string[]; cells: readonly string[] } | undefined

  const findHeader = (splits: readonly SplitLine[]): Header<string> | UnreadableFile => {
    const candidates = splits.map(({ delimiter, cells }) => {
      const named = cells.map((cell) => cell.trim())
      return { delimiter, named, missing: fields.filter((field) => !findHeadings(mapping[field], named)[0]) }
    })
    const best = candidates.reduce((a, b) => (b.missing.length < a.missing.length ? b : a))
    const missing = best.missing.map((field) => mapping[field])
    const cells = best.named.filter(Boolean)
    if (missing.length > 0) {
      if (
        !nearest ||
        missing.length < nearest.missing.length ||
        (missing.length === nearest.missing.length && cells.length > nearest.cells.length)
      )
        nearest = { missing, cells }
      return createFormatError(mapping, nearest)
    }
    const twice = fields.find((field) => findHeadings(mapping[field], best.named).length > 1)
    if (twice)
      throw new UnreadableFile(
        `This file has the column ${mapping[twice]} twice. Please rename one of the two in the file.`,
      )
    const headings = fields.map(
      (field) => [field, findHeadings(mapping[field], best.named)[0] ?? ''] as const,
    )
    const used = new Set(headings.map(([, heading]) => heading))
    found = {
      ...(Object.fromEntries(FIELDS.map((field) => [field, ''])) as Record<ColumnField, string>),
      ...(Object.fromEntries(headings) as Partial<Record<ColumnField, string>>),
      others: cells.filter((heading) => !used.has(heading)),
    }
    return { delimiter: best.delimiter, names: best.named.map((heading) => heading || undefined) }
  }
  const getHeadings = (): Headings => {
    if (!found) throw new Error('The heading line is not found yet.')
    return found
  }
  return { findHeader, getHeadings }
}

// If the format has one column for the amount, its columns of credits and debits are not used.
const isReplaced = ({ amountColumn }: NamedMapping, field: ColumnField): boolean =>
  amountColumn !== '' && (field === 'creditColumn' || field === 'debitColumn')

const removeSpaces = (text: string): string => text.toLowerCase().replaceAll(/\s/g, '')

/**
 * Finds the headings that equal a name. Ignores case and spaces; if no heading matches, ignores punctuation
 * too.
 */
function findHeadings(name: string, headings: readonly string[]): string[] {
  const exact = headings.filter((heading) => removeSpaces(heading) === removeSpaces(name))
  return exact.length > 0
    ? exact
    : headings.filter((heading) => heading !== '' && toPlain(heading) === toPlain(name))
}

export const toPlain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

function createFormatError(
  { name }: NamedMapping,
  { missing, cells }: { missing: readonly string[]; cells: readonly string[] },
): UnreadableFile {
  const has = LIST.format(cells.map(shortenCell))
  const short = has.length > MAX_LIST_LENGTH ? `${has.slice(0, MAX_LIST_LENGTH)}…` : has
  const lacks = LIST.format(missing)
  return new UnreadableFile(
    `This file does not fit the format ${name}: it has no column ${lacks}. It has ${short}.`,
  )
}
