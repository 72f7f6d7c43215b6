import { createStore } from '#lib/store.ts'
import { toast } from '#ui/overlays/toast.tsx'
import type { GatePass } from '@tahanan/contract/gate/answers.ts'
import { ENTRY_LABELS, VERDICT_LABELS, type EntryKind } from '@tahanan/contract/gate/labels-and-codes.ts'
import { type RecordedEntry, recordEntry, recordUndoEntry } from '../store/gate-store.ts'
import { onGateLiveEvent } from '../store/sync-gate-device.ts'
import { playSignal } from './verdict-signals.ts'

export interface RecentEntry {
  entry: RecordedEntry
  kind: Exclude<EntryKind, 'undo'>
  people: number
  name: string
  /** Time of the entry by the device's clock, in milliseconds since 1970. */
  at: number
}

export const recentEntries = createStore<readonly RecentEntry[]>([])

const MAX_RECENT_ENTRIES = 3

export const formatRecentEntry = ({ kind, people }: RecentEntry): string =>
  people === 1 ? ENTRY_LABELS[kind] : `${people} ${ENTRY_LABELS[kind].toLowerCase()}`

export const isUndoable = ({ entry, kind }: RecentEntry): boolean =>
  kind !== 'refused' && entry.outcome !== 'refused'

/** Throws an `ApiError` if the server rejects the entry. */
export async function recordRecentEntry(
  pass: GatePass | null,
  kind: RecentEntry['kind'],
  people: number,
  details?: Parameters<typeof recordEntry>[3],
): Promise<RecentEntry> {
  const entry = await recordEntry(pass, kind, people, details)
  const recentEntry = { entry, kind, people, name: pass?.name ?? VERDICT_LABELS.unknown, at: Date.now() }
  if (isUndoable(recentEntry))
    recentEntries.set([recentEntry, ...recentEntries.get()].slice(0, MAX_RECENT_ENTRIES))
  onGateLiveEvent()
  return recentEntry
}

export async function recordEntryByTap(pass: GatePass, kind: 'in' | 'out', people: number): Promise<void> {
  // The names of the workers who leave are known only if all workers who are inside leave.
  const leavingWorkers =
    kind === 'out' && pass.workersInside.length === people ? pass.workersInside : undefined
  const { message } = (await recordRecentEntry(pass, kind, people, { workers: leavingWorkers })).entry
  if (message) toast.error(message)
  playSignal(message ? 'attention' : kind === 'in' ? 'enter' : 'leave')
}

export async function undoRecentEntry({ entry, kind, name }: RecentEntry): Promise<void> {
  const { outcome, message } = await recordUndoEntry(entry.key)
  if (outcome === 'refused') return toast.error(message)
  recentEntries.set(recentEntries.get().filter((recentEntry) => recentEntry.entry.key !== entry.key))
  onGateLiveEvent()
  toast.success(`${ENTRY_LABELS[kind]} of ${name} was undone.`)
}
