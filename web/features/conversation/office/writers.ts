/** Milliseconds between two signs of a clerk who goes on writing. */
export const SIGN_MS = 4000
/** Milliseconds after its last sign at which a colleague is not writing any more. */
export const WRITING_MS = 9000

/** Colleagues who are writing: when each gave the last sign, in milliseconds. */
export type Writers = ReadonlyMap<string, number>

export const addSign = (writers: Writers, name: string, now: number): Writers =>
  new Map([...dropSilent(writers, now), [name, now]])

export const dropSilent = (writers: Writers, now: number): Writers =>
  new Map([...writers].filter(([, at]) => now - at < WRITING_MS))

/** Returns the writers without one whose message has arrived. */
export const dropWriter = (writers: Writers, name: string): Writers =>
  new Map([...writers].filter(([other]) => other !== name))

/** 'Liza is writing', 'Ben and Liza are writing', '3 colleagues are writing'; empty for nobody. */
export function describeWriters(writers: Writers): string {
  const names = [...writers.keys()].toSorted((one, other) => one.localeCompare(other))
  if (names.length === 0) return ''
  if (names.length === 1) return `${names[0]} is writing`
  return names.length === 2 ? `${names.join(' and ')} are writing` : `${names.length} colleagues are writing`
}
