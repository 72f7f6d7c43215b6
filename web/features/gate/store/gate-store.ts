import { api } from '#lib/api/api.ts'
import { createStore } from '#lib/store.ts'
import { useStore } from '#lib/use-store.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type {
  EntryResult,
  EntryResults,
  GateCounts,
  GateList,
  GatePass,
  Scan,
} from '@tahanan/contract/gate/answers.ts'
import type { Verdict } from '@tahanan/contract/gate/judge.ts'
import { type EntryKind, plainCode } from '@tahanan/contract/gate/words.ts'

/** The three lists of the gate's page. */
export type GateListName = 'expected' | 'inside' | 'left'

/** What the gate's page knows of its device and connection. */
export interface GateState {
  /** Whether the server answered the last call. */
  online: boolean
  /** Server time of the list that this device keeps; null before the first one and on other devices. */
  listAt: string | null
  /** Milliseconds by which the device's clock is ahead, if it is off by more than two minutes; else null. */
  clockOff: number | null
  /** Entries that the server has not answered yet. */
  queued: number
  counts: GateCounts | null
  gate: GateList['gate']
  device: GateList['device']
  /** Entries of the queue that contradicted or were refused, until the guard has read them. */
  contradictions: readonly Contradiction[]
}

/** A late answer to an entry of the queue. */
export interface Contradiction {
  key: string
  name: string
  message: string
}

/** A scan with what the guard is told; `note` is empty if the verdict says all. */
export interface JudgedScan extends Scan {
  offline: boolean
  note: string
}

/** What became of an entry: `waiting` means that it is in the queue. */
export interface Entry extends Omit<EntryResult, 'outcome'> {
  outcome: EntryResult['outcome'] | 'waiting'
}

interface EntryMore {
  /** What the gate showed. */
  verdict?: Verdict
  note?: string
}

const state = createStore<GateState>({
  online: true,
  listAt: null,
  clockOff: null,
  queued: 0,
  counts: null,
  gate: null,
  device: null,
  contradictions: [],
})

export const useGate = (): GateState => useStore(state)

/** Judges a typed code, a pass's link or the text of a QR code. Writes nothing. */
export async function scan(text: string): Promise<JudgedScan> {
  const token = text.split('#')[1]
  const answer = await api.post<Scan>('/gate-scan', token ? { token } : { code: plainCode(text) }, {
    quiet: true,
  })
  return { ...answer, offline: false, note: '' }
}

/** Finds passes of today and tomorrow by unit, name or number. */
export const search = async (words: string): Promise<GatePass[]> =>
  (await listPasses('expected', { search: words })).data

/** Returns a page of a list. */
export const listPasses = (
  list: GateListName,
  { search: words = '', page = 1, limit = 20 }: { search?: string; page?: number; limit?: number } = {},
): Promise<ListOf<GatePass>> => api.get('/gate-passes', { list, search: words, page, limit })

/** Records people who came in or went out, or that the guard refused them. */
export async function enter(
  pass: GatePass,
  kind: 'in' | 'out' | 'refused',
  people: number,
  more: EntryMore = {},
): Promise<Entry> {
  return send({ code: pass.code, kind, people, ticked: ticks.get(pass.id) ?? pass.ticked, ...more })
}

/** Undoes an entry of this device, within a minute, by an entry of its own. */
export async function undo(key: string): Promise<Entry> {
  const undone = sentHere.get(key)
  if (!undone) throw new Error('this page did not send the entry')
  return send({ ...undone, kind: 'undo', undoes: key })
}

const sentHere = new Map<string, { code: string; people: number }>()

const ticks = new Map<number, string[]>()

/** Ticks an item of a gate pass off, or on again. The next entry takes what is ticked to the server. */
export function tick(pass: GatePass, item: string): GatePass {
  const before = ticks.get(pass.id) ?? pass.ticked
  const ticked = before.includes(item) ? before.filter((other) => other !== item) : [...before, item]
  ticks.set(pass.id, ticked)
  return { ...pass, ticked }
}

/** Removes what the guard has read from the contradictions. */
export function readContradiction(key: string): void {
  const { contradictions } = state.get()
  state.set({ ...state.get(), contradictions: contradictions.filter((one) => one.key !== key) })
}

interface NewEvent extends EntryMore {
  code: string
  kind: EntryKind
  people: number
  undoes?: string
  ticked?: string[]
}

async function send(event: NewEvent): Promise<Entry> {
  const now = new Date().toISOString()
  const sent = { key: crypto.randomUUID(), at: now, deviceAt: now, offline: false, ...event }
  const { data } = await api.post<EntryResults>('/gate-events', { events: [sent] }, { quiet: true })
  const [result] = data
  if (!result) throw new Error('the server answered no entry')
  sentHere.set(sent.key, { code: event.code, people: event.people })
  return result
}
