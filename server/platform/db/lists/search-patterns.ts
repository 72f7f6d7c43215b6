import { PAYMENT_PREFIX } from '@tahanan/contract/billing/payment.ts'
import { splitSearchTerm, foldText } from '@tahanan/contract/text/fold-text.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'

/**
 * Patterns of a search term for SQL `like` (rules 13.7). The leading word is the rarest word of the term,
 * because an index finds the fewest records with it. `indexed` and `plain` patterns are compared with the
 * original text, all others with a text without dashes.
 */
export interface SearchPatterns {
  /**
   * Part of the leading word that is searched in the trigram index. Undefined if the word has no part that
   * the index can find.
   */
  readonly indexed?: string
  /** Pattern of the whole leading word. Undefined if `indexed` already contains the whole word. */
  readonly checked?: string
  readonly plain?: string
  readonly tenants?: string
  readonly secondChecked?: string
  readonly secondPlain?: string
  readonly secondIndexed?: string
  readonly secondTenants?: string
  readonly others?: readonly string[]
  readonly othersTenants?: readonly string[]
}

/**
 * Patterns of one word, without dashes. `own` is for the record's text, `tenants` for its tenant, and
 * `indexed` for the trigram index.
 */
export interface WordPatterns {
  readonly own: string
  readonly tenants: string
  readonly indexed?: string
  readonly isPlain: boolean
  readonly rarity: number
}

/** Maximum number of words that are searched. If a term has more, only the rarest ones are used. */
const MAX_WORDS = 8

/**
 * Matches three letters or digits in a row, the smallest piece that the trigram index can find. Without such
 * a piece PostgreSQL would read the whole index.
 */
const INDEXABLE_PIECE_PATTERN = /[a-z0-9]{3}/

/**
 * Maximum number of letters that are searched in the index. Longer pieces are slower, because each further
 * trigram reads more index entries.
 */
const MAX_LETTERS = 12
const INDEXED_END_LENGTH = 8

const MAX_RARITY_LENGTH = 5

/**
 * Maximum number of digits that are searched in the index, because a longer number may be stored in groups.
 * The last group has four digits.
 */
const MAX_DIGITS = 6
const LAST_DIGIT_GROUP_LENGTH = 4

const PREFIXES = [...MODULES.map(({ prefix }) => prefix), PAYMENT_PREFIX].join('|')
/**
 * Matches a ticket or payment number that was typed without its year and dashes, such as `GP58`. Does not
 * match a year, as in `GP2026`.
 */
const RUNNING_NUMBER = new RegExp(`^(${PREFIXES})(?!20\\d\\d$)(\\d{1,7})$`, 'i')
const SPACED_RUNNING_NUMBER = new RegExp(
  `(?<=^|\\s)(${PREFIXES})[\\s-]+(?=\\d{1,7}(?:\\s|$)(?!\\s*\\d{6}))`,
  'gi',
)
const RUNNING_DIGITS = 6

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
const removeDashes = (text: string): string => text.replaceAll('-', '')

export const toLikePrefix = (beginning: string): string => `${escapeLike(foldText(beginning))}%`

export const toSearchWords = (term: string): string[] =>
  splitSearchTerm(foldText(term).replaceAll(SPACED_RUNNING_NUMBER, '$1'))

export function getRarestWords(term: string): WordPatterns[] {
  // Among equally rare words the last one becomes the leading word. It is often a family name, which fewer
  // tenants share than a first name.
  const words = toSearchWords(term)
    .map((word) => parseWord(word))
    .toReversed()
  return words.toSorted((a, b) => b.rarity - a.rarity).slice(0, MAX_WORDS)
}

export function toSearchPatterns(term = ''): SearchPatterns {
  if (term === '') return {}
  const [leadingWord, second, ...otherWords] = getRarestWords(term)
  if (!leadingWord) return {}
  const { indexed, own, tenants, isPlain } = leadingWord
  return {
    ...(indexed !== undefined && { indexed }),
    ...((indexed !== own || second) && { [isPlain ? 'plain' : 'checked']: own }),
    tenants,
    ...(second && {
      [second.isPlain ? 'secondPlain' : 'secondChecked']: second.own,
      secondTenants: second.tenants,
    }),
    ...(second?.indexed !== undefined && { secondIndexed: second.indexed }),
    ...(otherWords.length > 0 && {
      others: otherWords.map((word) => word.own),
      othersTenants: otherWords.map((word) => word.tenants),
    }),
  }
}

function parseWord(typedWord: string): WordPatterns {
  const word = removeDashes(typedWord)
  const literalPattern = `%${escapeLike(word)}%`
  const [, prefix, digits] = RUNNING_NUMBER.exec(word) ?? []
  if (prefix && digits) {
    const number = digits.padStart(RUNNING_DIGITS, '0')
    return {
      own: `%${prefix}____${number}%`,
      tenants: literalPattern,
      indexed: `%${number}%`,
      isPlain: false,
      rarity: 200,
    }
  }
  const isPlain = !/[\d-]/.test(typedWord)
  const indexedPiece = findIndexedPiece(typedWord)
  if (!INDEXABLE_PIECE_PATTERN.test(indexedPiece))
    return { own: literalPattern, tenants: literalPattern, isPlain, rarity: word.length }
  const rarity = /\d{3}/.test(indexedPiece)
    ? 100 + indexedPiece.length
    : 20 + Math.min(indexedPiece.length, MAX_RARITY_LENGTH)
  return {
    own: literalPattern,
    tenants: literalPattern,
    indexed: `%${escapeLike(indexedPiece)}%`,
    isPlain,
    rarity,
  }
}

const LETTERS_AND_DIGITS = /^[^\d-]*\d+$|^\d+[^\d-]*$/

/**
 * Returns the part of a word that is searched in the index: its longest run of digits or of other characters.
 * Of equally long runs, uses the last one. Of a run that is too long, uses the end. Text between two hyphens
 * counts as one run if it often changes between letters and digits, such as a hash.
 */
function findIndexedPiece(word: string): string {
  const textRuns = word
    .split('-')
    .flatMap((part) => (LETTERS_AND_DIGITS.test(part) ? part.match(/\d+|\D+/g) : part))
  const pieces = textRuns.map((run) => [...(run ?? '')])
  const longestPiece = pieces.reduce((best, piece) => (piece.length >= best.length ? piece : best), [])
  const isNumber = longestPiece.every((letter) => /\d/.test(letter))
  const [maxLength, end] = isNumber
    ? [MAX_DIGITS, LAST_DIGIT_GROUP_LENGTH]
    : [MAX_LETTERS, INDEXED_END_LENGTH]
  return longestPiece.slice(longestPiece.length > maxLength ? -end : 0).join('')
}
