/**
 * Letters that look like Latin letters but do not decompose to them: Cyrillic, Greek, and Latin with a
 * stroke. They are from Unicode's confusables (UTS 39), limited to letters that people type. Greek capitals
 * look like other letters than their lower-case forms, so both are listed.
 */
const LOOK_ALIKE_LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  `аa вb сc ԁd еe ғf һh нh іi јj кk ӏl мm оo рp ԛq ѕs тt ѵv ԝw хx уy ӽx
   Αa Βb Εe Ζz Ηh Ιi Κk Μm Νn Οo Ρp Τt Υy Χx αa γy ιi κk νv οo ρp τt υu χx ωw
   ıi ȷj łl øo đd ħh ŧt ɑa ɡg ʋv ßss æae œoe þth ðd`
    .split(/\s+/)
    .map((pair) => [[...pair][0] ?? '', [...pair].slice(1).join('')]),
)

const toLatinLetter = (letter: string): string =>
  LOOK_ALIKE_LETTERS[letter] ?? LOOK_ALIKE_LETTERS[letter.toLowerCase()] ?? letter

function toComparableText(text: string): string {
  const textWithoutMarks = text.normalize('NFKD').replaceAll(/[\p{M}\p{Cf}]/gu, '')
  return [...textWithoutMarks].map(toLatinLetter).join('').toLowerCase()
}

/** Replaces O by 0, and I and L by 1, because they look alike on a plate. */
export const normalizePlate = (plate: string): string =>
  toComparableText(plate)
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')

export const normalizeName = (name: string): string =>
  (
    toComparableText(name)
      .replaceAll(/['’`´]/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ')

export type BarredCheck = (names: readonly string[], plate?: string) => boolean

/**
 * Creates a check against a list of normalized names and plates. An entry of several words matches names that
 * contain all of them, in any order, joined or separated ('Dela Cruz', 'Delacruz'). An entry of one word
 * matches names with the same letters (rules 24.33).
 */
export function createBarredCheck(keys: readonly string[]): BarredCheck {
  if (keys.length === 0) return () => false
  const uniqueKeys = new Set(keys)
  const barredNames = [...uniqueKeys].map((key) => key.split(' '))
  const isListed = (name: string): boolean => {
    const nameWords = normalizeName(name).split(' ')
    const letterCount = nameWords.join('').length
    return barredNames.some((entry) => {
      const entryLength = entry.join('').length
      return (
        (entry.length > 1 ? entryLength <= letterCount : entryLength === letterCount) &&
        containsAllWords(nameWords, entry)
      )
    })
  }
  return (names, plate = '') => names.some(isListed) || uniqueKeys.has(normalizePlate(plate))
}

/**
 * Whether `name` contains all words of `entry`. Words may be joined in either of them: 'Delacruz' matches
 * 'Dela Cruz'. `partialMatch.rest` is the unmatched rest of a word; the next words of the other list must
 * match it.
 */
function containsAllWords(
  name: readonly string[],
  entry: readonly string[],
  partialMatch: PartialMatch = { sourceList: 'entry', rest: '' },
): boolean {
  if (partialMatch.rest === '')
    return (
      entry.length === 0 ||
      entry.some((word, wordIndex) =>
        containsAllWords(name, entry.toSpliced(wordIndex, 1), { sourceList: 'entry', rest: word }),
      )
    )
  const candidateWords = partialMatch.sourceList === 'entry' ? name : entry
  return candidateWords.some((word, wordIndex) => {
    // A word that occurs several times is tried only once, because a name may repeat it a hundred times.
    if (candidateWords.indexOf(word) < wordIndex) return false
    const otherWords = candidateWords.toSpliced(wordIndex, 1)
    const nextMatch = matchWord(partialMatch, word)
    if (!nextMatch) return false
    return partialMatch.sourceList === 'entry'
      ? containsAllWords(otherWords, entry, nextMatch)
      : containsAllWords(name, otherWords, nextMatch)
  })
}

interface PartialMatch {
  readonly sourceList: 'entry' | 'name'
  readonly rest: string
}

/**
 * Compares `word` with the unmatched rest of a word of the other list. Returns the remaining part of the
 * longer text; undefined if neither text begins with the other.
 */
function matchWord({ sourceList, rest }: PartialMatch, word: string): PartialMatch | undefined {
  if (rest.startsWith(word)) return { sourceList, rest: rest.slice(word.length) }
  if (!word.startsWith(rest)) return undefined
  return { sourceList: sourceList === 'entry' ? 'name' : 'entry', rest: word.slice(rest.length) }
}
