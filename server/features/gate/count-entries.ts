import { UNDO_SECONDS, type EntryKind, type Mark } from '@tahanan/contract/gate/words.ts'

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
  readonly mark: Mark
  /** Names of the workers who came in or went out; empty where the people have none. */
  readonly workers: readonly string[]
}

export interface EntryCounts {
  readonly entered: number
  readonly left: number
  readonly lastInAt: Date | null
  readonly lastOutAt: Date | null
  /** How an entry of those who are inside, or left last, contradicts. */
  readonly mark: Mark
  /** Most people who were inside at once. */
  readonly most: number
  /** Workers who are inside, as far as they were named. */
  readonly workersInside: string[]
}

/**
 * Counts the entries of a pass for a number of people in the order of their moments, so that the order in which they
 * arrive does not matter (rules 24.14). Nobody leaves who is not inside, nobody comes in who is: one person let in at
 * two gates is one. Entries that were undone do not count.
 */
export function countEntries(entries: readonly CountedEntry[], allowed: number): EntryCounts {
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
  let mark: Mark = ''
  let most = 0
  const workersInside: string[] = []
  for (const { kind, people: number, at, mark: own, workers } of counted.toSorted(byMoment)) {
    const inside = entered - left
    if (kind === 'in' && inside === 0) mark = ''
    if (own !== '') mark = own
    const moving = workers.filter((name) => workersInside.includes(name) === (kind === 'out'))
    const people = kind === 'in' && workers.length > 0 ? moving.length : number
    if (kind === 'in') {
      workersInside.push(...moving)
      const came = Math.min(people, Math.max(0, allowed - inside))
      entered += came
      if (came > 0) lastInAt = at
      most = Math.max(most, inside + came)
    } else if (entered > left) {
      for (const name of moving) workersInside.splice(workersInside.indexOf(name), 1)
      left += Math.min(people, entered - left)
      lastOutAt = at
    }
  }
  return { entered, left, lastInAt, lastOutAt, mark, most, workersInside }
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
