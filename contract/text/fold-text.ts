/**
 * Matches characters that searches ignore, because people often omit them: diacritics, invisible characters
 * and apostrophes.
 */
const DROPPED_CHARACTERS =
  /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff'`\u2018-\u201b\u2032\u2035\u02b9-\u02bf]/g
/** Characters that searches replace: variants of punctuation, and letters that Unicode does not decompose. */
const LETTER_REPLACEMENTS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['‐‑‒–—―⸺⸻−', '-'],
    ['“”„‟«»', '"'],
    ['øØ', 'o'],
    ['łŁ', 'l'],
    ['đĐðÐ', 'd'],
    ['ħĦ', 'h'],
    ['ŧŦ', 't'],
    ['ı', 'i'],
    ['ςΣ', 'σ'],
    ['æÆ', 'ae'],
    ['œŒ', 'oe'],
    ['ßẞ', 'ss'],
    ['þÞ', 'th'],
  ].flatMap(([replacedLetters = '', replacement = '']) =>
    [...replacedLetters].map((letter) => [letter, replacement]),
  ),
)
const REPLACED_CHARACTERS = new RegExp(`[${Object.keys(LETTER_REPLACEMENTS).join('')}]`, 'g')

/**
 * Normalizes a text for searches: lower case, without accents, apostrophes and invisible characters, with
 * plain dashes and quotes. Must return the same text as the database function `folded` (docs/decisions/0041).
 */
export const foldText = (text: string): string =>
  text
    .replaceAll('´', '')
    .normalize('NFKD')
    .replaceAll(DROPPED_CHARACTERS, '')
    .replaceAll(REPLACED_CHARACTERS, (letter) => LETTER_REPLACEMENTS[letter] ?? letter)
    .toLowerCase()

/** Matches 'Unit', 'Unit no.' or 'Unit #' before a code that has a digit. */
const UNIT_PREFIX = /(?<!\S)unit(?:\s+(?:no|number)\b)?[\s.:#]*(?=\S*\d|[a-z]{1,3}[\s-]+\d)/g

/** Splits a search term into words. Drops 'unit' before a code, outer commas, and words of only dashes. */
export function splitSearchTerm(term: string): string[] {
  const searchWords = foldText(term)
    .replaceAll(UNIT_PREFIX, '')
    .split(/\s+/)
    .map((word) => word.replaceAll(/^[,;]+|[,;]+$/g, ''))
  return [...new Set(searchWords)].filter((word) => word.replaceAll('-', '') !== '')
}

/** Whether the text contains all words of the term, in any order (rules 13.7). */
export function containsSearchTerm(text: string, term: string): boolean {
  const foldedText = foldText(text).replaceAll('-', '')
  return splitSearchTerm(term).every((word) => foldedText.includes(word.replaceAll('-', '')))
}
