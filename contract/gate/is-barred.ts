/** Returns a plate as the do-not-admit list compares it: letters and digits alone. */
export const comparablePlate = (plate: string): string => comparable(plate.replaceAll(/[^\p{L}\p{N}]/gu, ''))

/** Returns a name as the do-not-admit list compares it: its words in lower case, without accents, sorted. */
export function comparable(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).toSorted().join(' ')
}

/** Returns whether one of some names, or a plate, is on the do-not-admit list. */
export type IsBarred = (names: readonly string[], plate?: string) => boolean

/**
 * Creates the check of a list of names and plates, as they are compared. An entry of several words matches each
 * name that has all of them (rules 24.33).
 */
export function createIsBarred(keys: readonly string[]): IsBarred {
  if (keys.length === 0) return () => false
  const whole = new Set(keys)
  // Entries of several words by their first one, so that a name is compared with few of them.
  const byWord = new Map<string, string[][]>()
  for (const key of whole) {
    const words = [...new Set(key.split(' '))]
    const [first = ''] = words
    if (words.length > 1) byWord.set(first, [...(byWord.get(first) ?? []), words])
  }
  const isListed = (name: string): boolean => {
    const compared = comparable(name)
    const words = new Set(compared.split(' '))
    const hasAllOf = (entry: readonly string[]): boolean => entry.every((word) => words.has(word))
    return whole.has(compared) || [...words].some((word) => byWord.get(word)?.some(hasAllOf))
  }
  return (names, plate = '') => names.some(isListed) || whole.has(comparablePlate(plate))
}
