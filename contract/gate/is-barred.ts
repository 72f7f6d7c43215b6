/**
 * Letters that look like a Latin letter and that Unicode does not decompose to it: Cyrillic and Greek ones,
 * and Latin ones with a stroke. From Unicode's confusables (UTS 39), limited to letters that people type.
 * Greek capitals look like other letters than their lower-case forms, so both are listed.
 */
const LOOK_ALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  `аa вb сc ԁd еe ғf һh нh іi јj кk ӏl мm оo рp ԛq ѕs тt ѵv ԝw хx уy ӽx
   Αa Βb Εe Ζz Ηh Ιi Κk Μm Νn Οo Ρp Τt Υy Χx αa γy ιi κk νv οo ρp τt υu χx ωw
   ıi ȷj łl øo đd ħh ŧt ɑa ɡg ʋv ßss æae œoe þth ðd`
    .split(/\s+/)
    .map((pair) => [[...pair][0] ?? '', [...pair].slice(1).join('')]),
)

const toLatin = (letter: string): string => LOOK_ALIKES[letter] ?? LOOK_ALIKES[letter.toLowerCase()] ?? letter

/**
 * Returns a text in lower case, without accents and invisible characters, with Latin letters instead of
 * look-alikes.
 */
function skeleton(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/[\p{M}\p{Cf}]/gu, '')
  return [...plain].map(toLatin).join('').toLowerCase()
}

/** Normalizes a plate for the do-not-admit list: letters and digits only; O becomes 0, I and L become 1. */
export const normalizePlate = (plate: string): string =>
  skeleton(plate)
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')

/** Normalizes a name for the do-not-admit list: its words, separated by blanks. */
export const normalizeName = (name: string): string =>
  (
    skeleton(name)
      .replaceAll(/['’`´]/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ')

export type IsBarred = (names: readonly string[], plate?: string) => boolean

/**
 * Creates the check for a list of normalized names and plates. An entry of several words matches each name
 * that contains all of them, in any order, joined or separated ('Dela Cruz', 'Delacruz'); an entry of one
 * word matches a name with the same letters (rules 24.33).
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
 * Whether all letters of `entry` are whole words of `name`, where words of both may be joined: `open` is the
 * unmatched rest of a word of the entry or the name, which the next words of the other side must complete.
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
    // A repeated word is tried once: a name may repeat one a hundred times.
    if (candidates.indexOf(word) < place) return false
    const others = candidates.toSpliced(place, 1)
    const next = after(open, word)
    if (!next) return false
    return open.of === 'entry' ? hasAllOf(others, entry, next) : hasAllOf(name, others, next)
  })
}

interface Open {
  readonly of: 'entry' | 'name'
  readonly rest: string
}

/**
 * Returns the unmatched rest after `word` of the other side was matched with the open rest; undefined if it
 * does not match.
 */
function after({ of, rest }: Open, word: string): Open | undefined {
  if (rest.startsWith(word)) return { of, rest: rest.slice(word.length) }
  if (!word.startsWith(rest)) return undefined
  return { of: of === 'entry' ? 'name' : 'entry', rest: word.slice(rest.length) }
}
