import { createStore } from '#lib/store.ts'
import { toast } from '#ui/overlays/toast.tsx'
import type { GatePass } from '@tahanan/contract/gate/answers.ts'
import { ENTRY_LABELS, VERDICT_LABELS, type EntryKind } from '@tahanan/contract/gate/words.ts'
import { type Entry, enter, undo } from '../store/gate-store.ts'
import { onGateNews } from '../store/this-device.ts'
import { playSignal } from './signals.ts'

export interface RecentEntry {
  entry: Entry
  kind: Exclude<EntryKind, 'undo'>
  people: number
  name: string
  /** Time of the entry by the device's clock, in milliseconds since 1970. */
  at: number
}

export const recentEntries = createStore<readonly RecentEntry[]>([])

const MAX_RECENT = 3

export const formatEntry = ({ kind, people }: RecentEntry): string =>
  people === 1 ? ENTRY_LABELS[kind] : `${people} ${ENTRY_LABELS[kind].toLowerCase()}`

export const isUndoable = ({ entry, kind }: RecentEntry): boolean =>
  kind !== 'refused' && entry.outcome !== 'refused'

/**
 * Records an entry and lists it as recent, so that it can be undone. Rejects with an `ApiError` if the server
 * rejects it.
 */
export async function sendEntry(
  pass: GatePass | null,
  kind: RecentEntry['kind'],
  people: number,
  more?: Parameters<typeof enter>[3],
): Promise<RecentEntry> {
  const entry = await enter(pass, kind, people, more)
  const recent = { entry, kind, people, name: pass?.name ?? VERDICT_LABELS.unknown, at: Date.now() }
  if (isUndoable(recent)) recentEntries.set([recent, ...recentEntries.get()].slice(0, MAX_RECENT))
  onGateNews()
  return recent
}

export async function recordByTap(pass: GatePass, kind: 'in' | 'out', people: number): Promise<void> {
  // The names of the workers who leave are known only if all workers who are inside leave.
  const workers = kind === 'out' && pass.workersInside.length === people ? pass.workersInside : undefined
  const { message } = (await sendEntry(pass, kind, people, { workers })).entry
  if (message) toast.error(message)
  playSignal(message ? 'attention' : kind === 'in' ? 'enter' : 'leave')
}

export async function undoEntry({ entry, kind, name }: RecentEntry): Promise<void> {
  const { outcome, message } = await undo(entry.key)
  if (outcome === 'refused') return toast.error(message)
  recentEntries.set(recentEntries.get().filter((recent) => recent.entry.key !== entry.key))
  onGateNews()
  toast.success(`${ENTRY_LABELS[kind]} of ${name} was undone.`)
}
