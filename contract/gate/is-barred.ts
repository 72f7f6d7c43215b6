/**
 * Letters that look like Latin letters but do not decompose to them: Cyrillic, Greek, and Latin with a stroke. From
 * Unicode's confusables (UTS 39), limited to letters that people type. Greek capitals look like other letters than
 * their lower-case forms, so both are listed.
 */
const LOOK_ALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  `аa вb сc ԁd еe ғf һh нh іi јj кk ӏl мm оo рp ԛq ѕs тt ѵv ԝw хx уy ӽx
   Αa Βb Εe Ζz Ηh Ιi Κk Μm Νn Οo Ρp Τt Υy Χx αa γy ιi κk νv οo ρp τt υu χx ωw
   ıi ȷj łl øo đd ħh ŧt ɑa ɡg ʋv ßss æae œoe þth ðd`
    .split(/\s+/)
    .map((pair) => [[...pair][0] ?? '', [...pair].slice(1).join('')]),
)

const toLatin = (letter: string): string => LOOK_ALIKES[letter] ?? LOOK_ALIKES[letter.toLowerCase()] ?? letter

/** Returns lower case without accents and invisible characters; look-alikes become Latin letters. */
function toSkeleton(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/[\p{M}\p{Cf}]/gu, '')
  return [...plain].map(toLatin).join('').toLowerCase()
}

/** Keeps only letters and digits. O becomes 0; I and L become 1, because they look alike on a plate. */
export const normalizePlate = (plate: string): string =>
  toSkeleton(plate)
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')

export const normalizeName = (name: string): string =>
  (
    toSkeleton(name)
      .replaceAll(/['’`´]/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ')

export type IsBarred = (names: readonly string[], plate?: string) => boolean

/**
 * Creates a check against a list of normalized names and plates. An entry of several words matches names that
 * contain all of them, in any order, joined or separated ('Dela Cruz', 'Delacruz'). An entry of one word
 * matches names with the same letters (rules 24.33).
 */
export function createIsBarred(keys: readonly string[]): IsBarred {
  if (keys.length === 0) return () => false
  const whole = new Set(keys)
  const entries = [...whole].map((key) => key.split(' '))
  const isListed = (name: string): boolean => {
    const words = normalizeName(name).split(' ')
    const letters = words.join('').length
    return entries.some((entry) => {
      const wanted = entry.join('').length
      return (entry.length > 1 ? wanted <= letters : wanted === letters) && hasAllOf(words, entry)
    })
  }
  return (names, plate = '') => names.some(isListed) || whole.has(normalizePlate(plate))
}

/**
 * Whether `name` contains all words of `entry`. Words may be joined in either of them: 'Delacruz' matches
 * 'Dela Cruz'. `open` is the rest of a partly matched word; the next words of the other name must match it.
 */
function hasAllOf(
  name: readonly string[],
  entry: readonly string[],
  open: Open = { of: 'entry', rest: '' },
): boolean {
  if (open.rest === '')
    return (
      entry.length === 0 ||
      entry.some((word, place) => hasAllOf(name, entry.toSpliced(place, 1), { of: 'entry', rest: word }))
    )
  const candidates = open.of === 'entry' ? name : entry
  return candidates.some((word, place) => {
    // A word that occurs several times is tried only once, because a name may repeat it a hundred times.
    if (candidates.indexOf(word) < place) return false
    const others = candidates.toSpliced(place, 1)
    const next = matchWord(open, word)
    if (!next) return false
    return open.of === 'entry' ? hasAllOf(others, entry, next) : hasAllOf(name, others, next)
  })
}

interface Open {
  readonly of: 'entry' | 'name'
  readonly rest: string
}

/**
 * Matches `word` with the open rest of the other side. Returns what is then still open; undefined if they do
 * not match.
 */
function matchWord({ of, rest }: Open, word: string): Open | undefined {
  if (rest.startsWith(word)) return { of, rest: rest.slice(word.length) }
  if (!word.startsWith(rest)) return undefined
  return { of: of === 'entry' ? 'name' : 'entry', rest: word.slice(rest.length) }
}
