/** Milliseconds between two typing events of a colleague who continues to write. */
export const TYPING_EVENT_MS = 4000
/** Milliseconds after the last typing event at which a colleague no longer counts as writing. */
export const WRITING_MS = 9000

/** Time of the last typing event by colleague, in milliseconds. */
export type Writers = ReadonlyMap<string, number>

export const addWriter = (writers: Writers, name: string, now: number): Writers =>
  new Map([...dropSilent(writers, now), [name, now]])

export const dropSilent = (writers: Writers, now: number): Writers =>
  new Map([...writers].filter(([, at]) => now - at < WRITING_MS))

export const dropWriter = (writers: Writers, name: string): Writers =>
  new Map([...writers].filter(([other]) => other !== name))

export function describeWriters(writers: Writers): string {
  const names = [...writers.keys()].toSorted((one, other) => one.localeCompare(other))
  if (names.length === 0) return ''
  if (names.length === 1) return `${names[0]} is writing`
  return names.length === 2 ? `${names.join(' and ')} are writing` : `${names.length} colleagues are writing`
}
