import { UNDO_SECONDS, type EntryKind } from '@tahanan/contract/gate/words.ts'

/** An entry in the log, as far as it counts. */
export interface CountedEntry {
  readonly key: string
  readonly kind: EntryKind
  readonly people: number
  readonly at: Date
  readonly device_at: Date
  readonly device_id: number | null
  readonly admin_id: number
  readonly undoes: string | null
}

export interface EntryCounts {
  readonly entered: number
  readonly left: number
  readonly lastInAt: Date | null
  readonly lastOutAt: Date | null
}

/**
 * Counts the entries of a pass in the order of their moments, so that the order in which they arrive does not
 * matter (rules 24.14). Nobody leaves who is not inside; entries that were undone do not count.
 */
export function countEntries(entries: readonly CountedEntry[]): EntryCounts {
  const undos = Map.groupBy(
    entries.filter(({ kind }) => kind === 'undo'),
    ({ undoes }) => undoes,
  )
  const counted = entries.filter(
    (entry) =>
      (entry.kind === 'in' || entry.kind === 'out') &&
      !undos.get(entry.key)?.some((undo) => isUndoneBy(entry, undo)),
  )
  let [entered, left] = [0, 0]
  let lastInAt: Date | null = null
  let lastOutAt: Date | null = null
  for (const { kind, people, at } of counted.toSorted(byMoment))
    if (kind === 'in') {
      entered += people
      lastInAt = at
    } else if (entered > left) {
      left += Math.min(people, entered - left)
      lastOutAt = at
    }
  return { entered, left, lastInAt, lastOutAt }
}

/** Whether an undo holds: by the device of the entry, within a minute of its clock (rules 24.15). */
export function isUndoneBy(entry: CountedEntry, undo: CountedEntry): boolean {
  const isSameDevice =
    entry.device_id === undo.device_id && (entry.device_id !== null || entry.admin_id === undo.admin_id)
  const seconds = (undo.device_at.getTime() - entry.device_at.getTime()) / 1000
  return isSameDevice && seconds >= 0 && seconds <= UNDO_SECONDS
}

/** At the same moment people come in first, since nobody leaves who is not inside. */
const byMoment = (one: CountedEntry, other: CountedEntry): number =>
  one.at.getTime() - other.at.getTime() ||
  one.kind.localeCompare(other.kind) ||
  one.key.localeCompare(other.key)
