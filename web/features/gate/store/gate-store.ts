import { pageQuery } from '#lib/api/api-query.ts'
import { api } from '#lib/api/api.ts'
import { createRandomUuid } from '#lib/create-random-name.ts'
import { formatTime } from '#lib/time.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { EntryResult, GatePass, Scan } from '@tahanan/contract/gate/answers.ts'
import { createIsBarred } from '@tahanan/contract/gate/is-barred.ts'
import type { Verdict } from '@tahanan/contract/gate/judge.ts'
import type { OfflineWalkIn } from '@tahanan/contract/gate/requests.ts'
import { CODE_LENGTH, CODE_LETTERS, type EntryKind } from '@tahanan/contract/gate/words.ts'
import type { GateEvent, KeptEntry } from './device-store.ts'
import { callServer, gateState, isUnanswered } from './gate-state.ts'
import {
  findHere,
  hasLostCase,
  type GateListName,
  judgeOnDevice,
  listStoredPasses,
  parseScanned,
  type Scanned,
  toWalkInPass,
  addEntries,
} from './judge-here.ts'
import { clock, getStoredList, record } from './this-device.ts'

export interface JudgedScan extends Scan {
  offline: boolean
  /** Additional text below the verdict; '' if none is needed. */
  note: string
  /** Scanned code or token; '' if the scanned text is neither. */
  scanned: string
  /** Whether the guard must call the office, because only the office can decide (rules 24.41). */
  asksOffice: boolean
}

/** Result of a recorded entry. The outcome `waiting` means that the entry is still in the queue. */
export interface Entry extends Omit<EntryResult, 'outcome'> {
  outcome: EntryResult['outcome'] | 'waiting'
}

const NOT_A_CODE = 'This is not a code of a pass.'
const CAPS_LOCK = 'Caps Lock is on. Please turn it off, and scan once more.'

/**
 * Returns the verdict on a typed code, a pass's link or the text of a QR code. Uses the stored list if the
 * server does not answer. Changes no data. Rejects with an `ApiError` if the server rejects the call, or if
 * it does not answer and no list is stored.
 */
export async function scan(text: string): Promise<JudgedScan> {
  const scanned = parseScanned(text)
  if (!scanned)
    return {
      ...UNKNOWN,
      offline: !gateState.get().online,
      note: hasLostCase(text) ? CAPS_LOCK : NOT_A_CODE,
      scanned: '',
      asksOffice: false,
    }
  const online = await tryServer(() =>
    callServer((signal) => api.post<Scan>('/gate-scan', scanned, { quiet: true, signal })),
  )
  if (!online) return scanHere(scanned)
  const { pass } = online
  const kept = getStoredList()
  const waiting = kept?.entries.filter(({ answered, event }) => !answered && event.code === pass?.code)
  // The server does not know the pass of a walk-in until this device has sent the entry, so this device
  // judges it.
  if (kept && !pass && (await findHere(kept, scanned))) return scanHere(scanned)
  // The server does not know the queued entries yet, so this device judges the pass with them.
  const judged =
    pass && kept && waiting && waiting.length > 0
      ? judgeOnDevice(kept.list, addEntries(pass, waiting), clock.now())
      : online
  return toJudged(judged, scanned, { offline: false })
}

const UNKNOWN = { verdict: 'unknown', may: [], pass: null } as const satisfies Scan

function toJudged(
  judged: Scan,
  scanned: Scanned,
  { offline, note = '' }: { offline: boolean; note?: string },
): JudgedScan {
  const asksOffice = judged.verdict === 'askOffice' || (offline && judged.pass === null)
  return { ...judged, offline, note, scanned: 'code' in scanned ? scanned.code : scanned.token, asksOffice }
}

async function scanHere(scanned: Scanned): Promise<JudgedScan> {
  const kept = getStoredList()
  const pass = kept && (await findHere(kept, scanned))
  if (kept && pass) return toJudged(judgeOnDevice(kept.list, pass, clock.now()), scanned, { offline: true })
  const note = `Not on this device's list of ${formatTime(kept?.list.at)}: call the office`
  return toJudged(UNKNOWN, scanned, { offline: true, note })
}

/**
 * Calls the server. Resolves to undefined if it cannot be reached and the stored list must be used instead.
 */
async function tryServer<T>(call: () => Promise<T>): Promise<T | undefined> {
  const isKept = getStoredList() !== undefined
  if (isKept && !gateState.get().online) return undefined
  try {
    return await call()
  } catch (failure) {
    if (!isKept || !isUnanswered(failure)) throw failure
    return undefined
  }
}

interface ListQuery {
  search?: string
  page?: number
  limit?: number
}

/**
 * Query of a list of passes; without `list`, of all passes at the gate. Offline, it reads the stored list.
 */
export function gatePassesQuery(
  list: GateListName | undefined,
  { search: words = '', page = 1, limit = 20 }: ListQuery = {},
) {
  const query = { list, search: words, page, limit }
  return {
    ...pageQuery<ListOf<GatePass>>(['gate-passes', list, words, page, limit], '/gate-passes', query),
    queryFn: async (): Promise<ListOf<GatePass>> => {
      const answered = await tryServer(() =>
        callServer((signal) => api.get<ListOf<GatePass>>('/gate-passes', query, signal)),
      )
      if (answered) return answered
      const kept = getStoredList()
      const found = kept ? listStoredPasses(kept, list, clock.now(), words) : []
      const start = (page - 1) * limit
      const data = found.slice(start, start + limit)
      return { data, total: found.length, from: data.length > 0 ? start + 1 : 0 }
    },
  }
}

interface EntryMore {
  verdict?: Verdict
  note?: string
  /** Scanned code or token, if the pass is not in the stored list. */
  code?: string
  officeYes?: string
  /** Names of the workers who enter or leave. Their number equals the number of people. */
  workers?: string[]
  /**
   * Data of people that this device admits without a pass. The pass is then created by `createWalkInPass`.
   */
  walkIn?: OfflineWalkIn
}

/** Records an entry, an exit or a refusal. `pass` is null for people without a pass. */
export async function enter(
  pass: GatePass | null,
  kind: Exclude<EntryKind, 'undo'>,
  people: number,
  more: EntryMore = {},
): Promise<Entry> {
  const added = { entered: kind === 'in' ? people : 0, left: kind === 'out' ? people : 0 }
  const ticked = pass ? (ticks.get(pass.id) ?? pass.ticked) : []
  const entry = {
    event: createEvent({ kind, people, ticked, ...more, code: pass?.code || more.code || NO_PASS }),
    ...added,
  }
  const result = await settle(pass, entry)
  if (kind === 'refused' || result.outcome === 'refused') return result
  undoable.set(result.key, { pass: result.pass ?? pass, entry })
  if (pass) ticks.delete(pass.id)
  return result
}

/** Code in entries of people who have no pass. */
const NO_PASS = 'WALKIN'

/**
 * Returns a new pass for people admitted by the guard after a call to the resident. It exists only on this
 * device until the server receives the entry.
 */
export function createWalkInPass(walkIn: OfflineWalkIn, people: number): GatePass {
  const random = crypto.getRandomValues(new Uint32Array(CODE_LENGTH))
  const code = Array.from(random, (number) => CODE_LETTERS[number % CODE_LETTERS.length]).join('')
  const event = createEvent({ code, kind: 'in', people, walkIn })
  return toWalkInPass(event, { id: 0, timeZone: getStoredList()?.list.timeZone ?? 'UTC' })
}

export const isBarredHere = (name: string, plate: string): boolean =>
  createIsBarred(getStoredList()?.list.barred ?? [])([name], plate)

/** Undoes an entry that this page recorded. This records another entry of the kind `undo`. */
export async function undo(key: string): Promise<Entry> {
  const done = undoable.get(key)
  if (!done) throw new Error('this page recorded no such entry')
  const { pass, entry } = done
  const { code, people } = entry.event
  const event = createEvent({ code, kind: 'undo', people, undoes: key })
  const undone = await settle(pass, { event, entered: -entry.entered, left: -entry.left })
  if (undone.outcome !== 'refused') undoable.delete(key)
  return undone
}

type NewEntry = Pick<KeptEntry, 'event' | 'entered' | 'left'>

const undoable = new Map<string, { pass: GatePass | null; entry: NewEntry }>()

function createEvent(details: Omit<GateEvent, 'key' | 'at' | 'deviceAt' | 'offline'>): GateEvent {
  return {
    key: createRandomUuid(),
    at: new Date(clock.now()).toISOString(),
    deviceAt: new Date().toISOString(),
    offline: !gateState.get().online,
    ...details,
  }
}

async function settle(pass: GatePass | null, entry: NewEntry): Promise<Entry> {
  const result = await record(entry)
  if (result) return result
  const here = { ...entry, seq: 0 }
  const after = pass && addEntries(pass, [here])
  return { key: entry.event.key, outcome: 'waiting', mark: '', message: '', pass: after }
}

const ticks = new Map<number, string[]>()

/** Ticks or unticks an item of a pass. The ticked items are sent with the next entry. */
export function tick(pass: GatePass, item: string): GatePass {
  const before = ticks.get(pass.id) ?? pass.ticked
  const ticked = before.includes(item) ? before.filter((other) => other !== item) : [...before, item]
  ticks.set(pass.id, ticked)
  return { ...pass, ticked }
}
