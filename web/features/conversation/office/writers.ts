export const TYPING_EVENT_INTERVAL_MS = 4000
export const WRITING_TIMEOUT_MS = 9000

/** Time when each colleague last typed, in milliseconds since 1970, by name of the colleague. */
export type Writers = ReadonlyMap<string, number>

export const addWriter = (writers: Writers, name: string, now: number): Writers =>
  new Map([...removeIdleWriters(writers, now), [name, now]])

export const removeIdleWriters = (writers: Writers, now: number): Writers =>
  new Map([...writers].filter(([, typedAt]) => now - typedAt < WRITING_TIMEOUT_MS))

export const removeWriter = (writers: Writers, name: string): Writers =>
  new Map([...writers].filter(([writerName]) => writerName !== name))

export function describeWriters(writers: Writers): string {
  const names = [...writers.keys()].toSorted((first, second) => first.localeCompare(second))
  if (names.length === 0) return ''
  if (names.length === 1) return `${names[0]} is writing`
  return names.length === 2 ? `${names.join(' and ')} are writing` : `${names.length} colleagues are writing`
}
