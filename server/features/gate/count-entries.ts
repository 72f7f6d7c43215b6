import { UNDO_SECONDS, type EntryKind, type EntryMark } from '@tahanan/contract/gate/labels-and-codes.ts'

export interface CountedEntry {
  readonly key: string
  readonly kind: EntryKind
  readonly people: number
  readonly at: Date
  readonly device_at: Date
  readonly device_id: number | null
  readonly admin_id: number
  readonly undoes: string | null
  readonly mark: EntryMark
  readonly workers: readonly string[]
}

export interface EntryCounts {
  readonly entered: number
  readonly left: number
  readonly lastInAt: Date | null
  readonly lastOutAt: Date | null
  readonly mark: EntryMark
  readonly maxInside: number
  readonly workersInside: string[]
}

/**
 * Counts the people of a pass who went in and out. Sorts the entries by time, because entries may arrive at
 * the server in another order (rules 24.14). Only people inside can leave, and people inside cannot enter
 * again: one person admitted at two gates counts once. Ignores undone entries.
 */
export function countEntries(entries: readonly CountedEntry[], maxPeople: number): EntryCounts {
  const undosByKey = Map.groupBy(
    entries.filter(({ kind }) => kind === 'undo'),
    ({ undoes }) => undoes,
  )
  const validEntries = entries.filter(
    (entry) =>
      (entry.kind === 'in' || entry.kind === 'out') &&
      !undosByKey.get(entry.key)?.some((undo) => isUndoneBy(entry, undo)),
  )
  let [entered, left] = [0, 0]
  let lastInAt: Date | null = null
  let lastOutAt: Date | null = null
  let mark: EntryMark = ''
  let maxInside = 0
  const workersInside: string[] = []
  for (const { kind, people: number, at, mark: entryMark, workers } of validEntries.toSorted(
    compareMoments,
  )) {
    const peopleInside = entered - left
    if (kind === 'in' && peopleInside === 0) mark = ''
    if (entryMark !== '') mark = entryMark
    const movingWorkers = workers.filter((name) => workersInside.includes(name) === (kind === 'out'))
    const people = kind === 'in' && workers.length > 0 ? movingWorkers.length : number
    if (kind === 'in') {
      workersInside.push(...movingWorkers)
      const arrivedPeople = Math.min(people, Math.max(0, maxPeople - peopleInside))
      entered += arrivedPeople
      if (arrivedPeople > 0) lastInAt = at
      maxInside = Math.max(maxInside, peopleInside + arrivedPeople)
    } else if (entered > left) {
      for (const name of movingWorkers) workersInside.splice(workersInside.indexOf(name), 1)
      left += Math.min(people, entered - left)
      lastOutAt = at
    }
  }
  return { entered, left, lastInAt, lastOutAt, mark, maxInside, workersInside }
}

/**
 * Returns whether `undo` undoes the entry: it must come from the same device, within a minute after the entry
 * by the device's clock (rules 24.15).
 */
export function isUndoneBy(entry: CountedEntry, undo: CountedEntry): boolean {
  const isSameDevice =
    entry.device_id === undo.device_id && (entry.device_id !== null || entry.admin_id === undo.admin_id)
  const secondsUntilUndo = (undo.device_at.getTime() - entry.device_at.getTime()) / 1000
  return isSameDevice && secondsUntilUndo >= 0 && secondsUntilUndo <= UNDO_SECONDS
}

// Sorts by time. At the same time, an entry in comes before an entry out, because only people inside can
// leave.
const compareMoments = (a: CountedEntry, b: CountedEntry): number =>
  a.at.getTime() - b.at.getTime() || a.kind.localeCompare(b.kind) || a.key.localeCompare(b.key)
