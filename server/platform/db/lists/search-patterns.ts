import { PAYMENT_PREFIX } from '@tahanan/contract/billing/payment.ts'
import { splitSearchTerm, foldText } from '@tahanan/contract/text/fold-text.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'

/**
 * Patterns of a search for tenants' records (rules 13.7). All except `indexed` are without dashes, and match
 * a text without them.
 */
export interface SearchPatterns {
  /** The leading word, for the trigram index; undefined if the index cannot find it. */
  readonly indexed?: string
  /** The leading word, for the record; undefined if `indexed` is the whole word. */
  readonly checked?: string
  readonly plain?: string
  /** The leading word, for the tenant. Each search has one. */
  readonly tenants?: string
  /** The second word: for the record (as `checked` or `plain`), the trigram index and the tenant. */
  readonly secondChecked?: string
  readonly secondPlain?: string
  readonly secondIndexed?: string
  readonly secondTenants?: string
  readonly others?: readonly string[]
  readonly othersTenants?: readonly string[]
}

/** `own` and `tenants` match texts without dashes, `indexed` the trigram index. */
export interface Word {
  readonly own: string
  readonly tenants: string
  readonly indexed?: string
  /** The word has neither digits nor dashes, so the text contains it as typed. */
  readonly isPlain: boolean
  /** Increases with the expected number of records that the index excludes. */
  readonly rarity: number
}

/** If a term has more words, only the rarest are searched. */
const MAX_WORDS = 8

/** The index has pieces of three letters or digits; for a word without one, all of it would be read. */
const INDEXED_PIECE = /[a-z0-9]{3}/

/** Limits a piece for the index, because each further trigram reads all its rows. */
const MAX_LETTERS = 12
const INDEXED_END = 8

/** Longer words of letters are not rarer. */
const COMMON_LENGTH = 5

/** A longer run of digits may be stored in groups, the last of which has four. */
const MAX_DIGITS = 6
const LAST_GROUP = 4

const PREFIXES = [...MODULES.map(({ prefix }) => prefix), PAYMENT_PREFIX].join('|')
/** A prefix and a running number without dashes. A number that starts with a year is a whole number. */
const RUNNING = new RegExp(`^(${PREFIXES})(?!20\\d\\d$)(\\d{1,7})$`, 'i')
const SPACED_RUNNING = new RegExp(`(?<=^|\\s)(${PREFIXES})[\\s-]+(?=\\d{1,7}(?:\\s|$)(?!\\s*\\d{6}))`, 'gi')
const RUNNING_DIGITS = 6

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
const removeDashes = (text: string): string => text.replaceAll('-', '')

export const toLikePrefix = (beginning: string): string => `${escapeLike(foldText(beginning))}%`

/** Returns each word once. A prefix and a running number are one word. */
export const toSearchWords = (term: string): string[] =>
  splitSearchTerm(foldText(term).replaceAll(SPACED_RUNNING, '$1'))

export function getRarestWords(term: string): Word[] {
  // Of equal words the last one leads: it is often a family name, which fewer tenants share than a first
  // name.
  const words = toSearchWords(term)
    .map((word) => parseWord(word))
    .toReversed()
  return words.toSorted((one, other) => other.rarity - one.rarity).slice(0, MAX_WORDS)
}

export function toSearchPatterns(term = ''): SearchPatterns {
  if (term === '') return {}
  const [lead, second, ...others] = getRarestWords(term)
  if (!lead) return {}
  const { indexed, own, tenants, isPlain } = lead
  return {
    ...(indexed !== undefined && { indexed }),
    ...((indexed !== own || second) && { [isPlain ? 'plain' : 'checked']: own }),
    tenants,
    ...(second && {
      [second.isPlain ? 'secondPlain' : 'secondChecked']: second.own,
      secondTenants: second.tenants,
    }),
    ...(second?.indexed !== undefined && { secondIndexed: second.indexed }),
    ...(others.length > 0 && {
      others: others.map((word) => word.own),
      othersTenants: others.map((word) => word.tenants),
    }),
  }
}

function parseWord(typed: string): Word {
  const word = removeDashes(typed)
  const literal = `%${escapeLike(word)}%`
  const [, prefix, running] = RUNNING.exec(word) ?? []
  if (prefix && running) {
    const number = running.padStart(RUNNING_DIGITS, '0')
    // The year is four unknown digits.
    return {
      own: `%${prefix}____${number}%`,
      tenants: literal,
      indexed: `%${number}%`,
      isPlain: false,
      rarity: 200,
    }
  }
  const isPlain = !/[\d-]/.test(typed)
  const piece = findIndexedPiece(typed)
  if (!INDEXED_PIECE.test(piece)) return { own: literal, tenants: literal, isPlain, rarity: word.length }
  const rarity = /\d{3}/.test(piece) ? 100 + piece.length : 20 + Math.min(piece.length, COMMON_LENGTH)
  return { own: literal, tenants: literal, indexed: `%${escapeLike(piece)}%`, isPlain, rarity }
}

const LETTERS_AND_DIGITS = /^[^\d-]*\d+$|^\d+[^\d-]*$/

/**
 * Returns the longest run of digits or of other characters, the last of equal ones; of a long run its end. A
 * part with several such runs, like a hash, counts as one.
 */
function findIndexedPiece(word: string): string {
  const runs = word
    .split('-')
    .flatMap((part) => (LETTERS_AND_DIGITS.test(part) ? part.match(/\d+|\D+/g) : part))
  const pieces = runs.map((run) => [...(run ?? '')])
  const longest = pieces.reduce((best, piece) => (piece.length >= best.length ? piece : best), [])
  const isNumber = longest.every((letter) => /\d/.test(letter))
  const [most, end] = isNumber ? [MAX_DIGITS, LAST_GROUP] : [MAX_LETTERS, INDEXED_END]
  return longest.slice(longest.length > most ? -end : 0).join('')
}
