import { shortenCell } from '#features/imports/reading/parse-amount.ts'
import { UnreadableFileError } from '#platform/files/parsing/parser.ts'
import type { NamedMapping } from '@tahanan/contract/billing/bank.ts'
import { normalizeHeading, type Headings } from './create-heading-finder.ts'

// Matches headings of columns that say whether money arrived or left, such as 'Type' or 'DR/CR'. Headings are
// compared after `toPlainValue`.
const DIRECTION_HEADING =
  /indicator|^(?:transaction|trans|tran|txn|trx|entry|posting|payment|movement)?(?:type|kind|direction|sign|flow)$|^(?:dr|debit|d|db)(?:or)?(?:cr|credit|c)$|^(?:cr|credit|c)(?:or)?(?:dr|debit|d|db)$|^(?:money|cash)?inout$/
const STATUS_HEADING = /status$|^(?:transaction|payment)?state$/
const CURRENCY_HEADING =
  /^(?:transaction|trans|txn|account|acct|amount|original)?(?:currency|ccy|curr|cur)(?:code|type)?$/
const DIRECTION_WORDS = new Set(
  `credit debit cr dr c d + - crdt dbit db in out incoming outgoing received sent deposit withdrawal credited debited
  money_in money_out cash_in cash_out cash-in cash-out cashin cashout inflow outflow paid_in paid_out receive send`
    .split(/\s+/)
    .map((word) => word.replace('_', ' ')),
)
const COMPLETED_WORDS = new Set(
  `done completed complete success successful succeeded settled posted booked paid cleared processed ok approved
  captured credited`.split(/\s+/),
)
const NOT_COMPLETED_WORDS = new Set(
  `failed failure pending cancelled canceled declined rejected reversed refunded void voided expired processing
  returned unsuccessful unpaid incomplete error hold`.split(/\s+/),
)
const PESO_PATTERN = /^(?:php|₱|608|p|pesos?|philippine ?pesos?)$/

export const normalizeWord = (cell: string): string =>
  cell.normalize('NFC').trim().replaceAll(/\s+/g, ' ').replace(/\.$/, '').toLowerCase()

export const parseWordList = (list: string): ReadonlySet<string> =>
  new Set(
    list
      .split(/[,;\n]/)
      .map(normalizeWord)
      .filter(Boolean),
  )

export const findCurrencyHeadings = ({ currencyColumn, others }: Headings): string[] =>
  [currencyColumn, ...others.filter((heading) => CURRENCY_HEADING.test(normalizeHeading(heading)))].filter(
    Boolean,
  )

export const isInPesos = (cell: string): boolean => PESO_PATTERN.test(normalizeWord(cell))

const MAX_WORDS = 12

/**
 * Collects the different words in columns that the bank's format does not use. Afterwards
 * `requireNoUnusedColumn` throws `UnreadableFileError` if such a column looks like one that the format must
 * use: whether money arrived (rules 21.16), or whether the payment is complete (rules 21.17).
 */
export function createWordCollector(
  { name, directionColumn, statusColumn }: NamedMapping,
  { others }: Pick<Headings, 'others'>,
) {
  const wordsByHeading = new Map<string, Set<string>>(others.map((heading) => [heading, new Set()]))

  const collectWords = (values: Partial<Record<string, string>>): void => {
    for (const [heading, seenWords] of wordsByHeading) {
      const word = shortenCell(values[heading]?.trim() ?? '')
      if (word !== '' && seenWords.size <= MAX_WORDS) seenWords.add(word)
    }
  }
  const findColumn = (headingPattern: RegExp, vocabulary: ReadonlySet<string>) =>
    [...wordsByHeading].find(
      ([heading, seenWords]) => seenWords.size > 0 && headingPattern.test(normalizeHeading(heading)),
    ) ??
    [...wordsByHeading].find(([, seenWords]) => hasOnlyWordsOf(vocabulary, [...seenWords].map(normalizeWord)))

  const requireNoUnusedColumn = ({ isUnsigned }: { isUnsigned: boolean }): void => {
    const status = statusColumn ? undefined : findColumn(STATUS_HEADING, STATUS_WORDS)
    const isMixed = status && ![...status[1]].every((word) => COMPLETED_WORDS.has(normalizeWord(word)))
    const directionHeading =
      directionColumn || !isUnsigned ? undefined : findColumn(DIRECTION_HEADING, DIRECTION_WORDS)
    const questions = [
      directionHeading &&
        `The amounts of this file have no sign, and its column ${formatColumn(directionHeading)} may say which are money in. ` +
          'Please enter it as the direction column',
      status &&
        (isUnsigned || isMixed) &&
        `The column ${formatColumn(status)} may say which payments are done. Please enter it as the status column`,
    ].filter(Boolean)
    if (questions.length > 0)
      throw new UnreadableFileError(`${questions.join('. ')} of the format ${name}, with its words.`)
  }
  return { collect: collectWords, requireAnswers: requireNoUnusedColumn }
}

// Returns whether all words are in this set. '-' may occur too, because it marks an empty cell, but not
// alone.
const hasOnlyWordsOf = (vocabulary: ReadonlySet<string>, words: readonly string[]): boolean =>
  words.some((word) => word !== '-') && words.every((word) => vocabulary.has(word))

const STATUS_WORDS = new Set([...COMPLETED_WORDS, ...NOT_COMPLETED_WORDS])

function formatColumn([heading, words]: readonly [string, ReadonlySet<string>]): string {
  const firstWords = [...words].slice(0, 4).join(', ')
  return `${shortenCell(heading)} (${words.size > 4 ? `${firstWords}, …` : firstWords})`
}
