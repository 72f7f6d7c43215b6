import { api } from '#lib/api/api.ts'
import { createPageQuery } from '#lib/api/create-api-query.ts'
import { createRandomUuid } from '#lib/create-random-name.ts'
import { formatTime } from '#lib/time.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { EntryResult, GatePass, ScanResult } from '@tahanan/contract/gate/answers.ts'
import { createBarredCheck } from '@tahanan/contract/gate/create-barred-check.ts'
import type { Verdict } from '@tahanan/contract/gate/judge-pass.ts'
import { CODE_LENGTH, CODE_CHARACTERS, type EntryKind } from '@tahanan/contract/gate/labels-and-codes.ts'
import type { OfflineWalkIn } from '@tahanan/contract/gate/requests.ts'
import type { GateEvent, QueuedEntry } from './device-store.ts'
import { callServer, gateState, isUnanswered } from './gate-state.ts'
import {
  findStoredPass,
  isUppercaseLink,
  type GateListName,
  judgeOnDevice,
  listStoredPasses,
  parseScannedText,
  type ScannedPassId,
  toWalkInPass,
  applyEntriesToPass,
} from './judge-on-device.ts'
import { clock, getStoredList, submitEntry } from './sync-gate-device.ts'

export interface JudgedScan extends ScanResult {
  offline: boolean
  note: string
  /** Code or token of the scanned pass; '' if the scanned text is neither. */
  scannedCodeOrToken: string
  /** Whether the guard must call the office, because only the office can decide (rules 24.41). */
  mustCallOffice: boolean
}

/** Result of a recorded entry. The outcome `waiting` means that the entry is still in the queue. */
export interface RecordedEntry extends Omit<EntryResult, 'outcome'> {
  outcome: EntryResult['outcome'] | 'waiting'
}

const NOT_A_CODE_MESSAGE = 'This is not a code of a pass.'
const CAPS_LOCK_MESSAGE = 'Caps Lock is on. Please turn it off, and scan once more.'

/**
 * Decides whether people with the scanned pass may enter or leave. Uses the stored list if the server does
 * not answer. Changes no data. Throws an `ApiError` if the server rejects the call, or if it does not answer
 * and no list is stored.
 */
export async function judgeScannedText(text: string): Promise<JudgedScan> {
  const scannedPassId = parseScannedText(text)
  if (!scannedPassId)
    return {
      ...UNKNOWN_SCAN,
      offline: !gateState.get().online,
      note: isUppercaseLink(text) ? CAPS_LOCK_MESSAGE : NOT_A_CODE_MESSAGE,
      scannedCodeOrToken: '',
      mustCallOffice: false,
    }
  const onlineScanResult = await callServerIfOnline(() =>
    callServer((signal) => api.post<ScanResult>('/gate-scan', scannedPassId, { quiet: true, signal })),
  )
  if (!onlineScanResult) return judgeScanOnDevice(scannedPassId)
  unansweredKeys.clear()
  const { pass } = onlineScanResult
  const storedList = getStoredList()
  const queuedEntries = storedList?.entries.filter(
    ({ answered, event }) => !answered && event.code === pass?.code,
  )
  // This device has created the pass for a walk-in (person without a pass). The server does not know the pass
  // until this device has sent the entry, so this device decides.
  if (storedList && !pass && (await findStoredPass(storedList, scannedPassId)))
    return judgeScanOnDevice(scannedPassId)
  // The server's result lacks the entries that are still queued, so this device decides again with these
  // entries.
  const scanResult =
    pass && storedList && queuedEntries && queuedEntries.length > 0
      ? judgeOnDevice(storedList.list, applyEntriesToPass(pass, queuedEntries), clock.now())
      : onlineScanResult
  return toJudgedScan(scanResult, scannedPassId, { offline: false })
}

const UNKNOWN_SCAN = { verdict: 'unknown', may: [], pass: null } as const satisfies ScanResult

function toJudgedScan(
  scanResult: ScanResult,
  scannedPassId: ScannedPassId,
  { offline, note = '' }: { offline: boolean; note?: string },
): JudgedScan {
  const mustCallOffice = scanResult.verdict === 'askOffice' || (offline && scanResult.pass === null)
  return {
    ...scanResult,
    offline,
    note,
    scannedCodeOrToken: 'code' in scannedPassId ? scannedPassId.code : scannedPassId.token,
    mustCallOffice,
  }
}

async function judgeScanOnDevice(scannedPassId: ScannedPassId): Promise<JudgedScan> {
  const storedList = getStoredList()
  const pass = storedList && (await findStoredPass(storedList, scannedPassId))
  if (storedList && pass)
    return toJudgedScan(judgeOnDevice(storedList.list, pass, clock.now()), scannedPassId, { offline: true })
  const notOnListNote = `Not on this device's list of ${formatTime(storedList?.list.at)}: call the office`
  return toJudgedScan(UNKNOWN_SCAN, scannedPassId, { offline: true, note: notOnListNote })
}

/**
 * Calls the server. Resolves to undefined if it cannot be reached, so that the list stored on the device is
 * used.
 */
async function callServerIfOnline<T>(call: () => Promise<T>): Promise<T | undefined> {
  const hasStoredList = getStoredList() !== undefined
  if (hasStoredList && !gateState.get().online) return undefined
  try {
    return await call()
  } catch (failure) {
    if (!hasStoredList || !isUnanswered(failure)) throw failure
    return undefined
  }
}

interface ListQuery {
  search?: string
  page?: number
  limit?: number
}

/**
 * Returns the query of the passes at the gate. Without `list`, it returns the passes of all lists. Without a
 * connection, it reads the list that is stored on the device.
 */
export function gatePassesQuery(
  list: GateListName | undefined,
  { search: searchText = '', page = 1, limit = 20 }: ListQuery = {},
) {
  const query = { list, search: searchText, page, limit }
  return {
    ...createPageQuery<ListOf<GatePass>>(
      ['gate-passes', list, searchText, page, limit],
      '/gate-passes',
      query,
    ),
    queryFn: async (): Promise<ListOf<GatePass>> => {
      const serverAnswer = await callServerIfOnline(() =>
        callServer((signal) => api.get<ListOf<GatePass>>('/gate-passes', query, signal)),
      )
      if (serverAnswer) return serverAnswer
      const storedList = getStoredList()
      const foundPasses = storedList ? listStoredPasses(storedList, list, clock.now(), searchText) : []
      const startIndex = (page - 1) * limit
      const passesOfPage = foundPasses.slice(startIndex, startIndex + limit)
      return {
        data: passesOfPage,
        total: foundPasses.length,
        from: passesOfPage.length > 0 ? startIndex + 1 : 0,
      }
    },
  }
}

interface EntryDetails {
  verdict?: Verdict
  note?: string
  /** Scanned code or token, if the pass is not in the stored list. */
  code?: string
  officeYes?: string
  /** Names of the workers who enter or leave. Their number equals the number of people. */
  workers?: string[]
  walkIn?: OfflineWalkIn
}

/** Records that people enter, leave or are refused. `pass` is null for people without a pass. */
export async function recordEntry(
  pass: GatePass | null,
  kind: Exclude<EntryKind, 'undo'>,
  people: number,
  details: EntryDetails = {},
): Promise<RecordedEntry> {
  const addedPeople = { entered: kind === 'in' ? people : 0, left: kind === 'out' ? people : 0 }
  const tickedItems = pass ? (tickedItemsByPassId.get(pass.id) ?? pass.ticked) : []
  const entry = {
    event: createGateEvent({
      kind,
      people,
      ticked: tickedItems,
      ...details,
      code: pass?.code || details.code || NO_PASS_CODE,
    }),
    ...addedPeople,
  }
  const result = await submitAndApplyEntry(pass, entry)
  if (kind === 'refused' || result.outcome === 'refused') return result
  undoableEntries.set(result.key, { pass: result.pass ?? pass, entry })
  if (pass) tickedItemsByPassId.delete(pass.id)
  return result
}

const NO_PASS_CODE = 'WALKIN'

/**
 * Creates a pass for people without one. It exists only on this device until the server receives the entry.
 */
export function createWalkInPass(walkIn: OfflineWalkIn, people: number): GatePass {
  const randomNumbers = crypto.getRandomValues(new Uint32Array(CODE_LENGTH))
  const code = Array.from(randomNumbers, (number) => CODE_CHARACTERS[number % CODE_CHARACTERS.length]).join(
    '',
  )
  const event = createGateEvent({ code, kind: 'in', people, walkIn })
  return toWalkInPass(event, { id: 0, timeZone: getStoredList()?.list.timeZone ?? 'UTC' })
}

export const isBarredOnDevice = (name: string, plate: string): boolean =>
  createBarredCheck(getStoredList()?.list.barred ?? [])([name], plate)

export async function recordUndoEntry(key: string): Promise<RecordedEntry> {
  const recordedEntry = undoableEntries.get(key)
  if (!recordedEntry) throw new Error('this page recorded no such entry')
  const { pass, entry } = recordedEntry
  const { code, people } = entry.event
  const event = createGateEvent({ code, kind: 'undo', people, undoes: key })
  const undoResult = await submitAndApplyEntry(pass, { event, entered: -entry.entered, left: -entry.left })
  if (undoResult.outcome !== 'refused') undoableEntries.delete(key)
  return undoResult
}

type NewEntry = Pick<QueuedEntry, 'event' | 'entered' | 'left'>

const undoableEntries = new Map<string, { pass: GatePass | null; entry: NewEntry }>()

/**
 * Keys of entries that got no answer, by their content, with the time in milliseconds since 1970. The server may
 * have saved such an entry: if the guard presses again soon, the entry is sent with the same key and saved once.
 * An answered scan deletes them, because it shows whether the entry was saved; the next entry is another one.
 */
const unansweredKeys = new Map<string, { key: string; time: number }>()

const MAX_REPEAT_MS = 60_000

type EntryContent = Omit<GateEvent, 'key' | 'at' | 'deviceAt' | 'offline'>

function createGateEvent(details: EntryContent): GateEvent {
  const unansweredKey = unansweredKeys.get(toContentText(details))
  return {
    key:
      unansweredKey && Date.now() - unansweredKey.time < MAX_REPEAT_MS
        ? unansweredKey.key
        : createRandomUuid(),
    at: new Date(clock.now()).toISOString(),
    deviceAt: new Date().toISOString(),
    offline: !gateState.get().online,
    ...details,
  }
}

async function submitAndApplyEntry(pass: GatePass | null, entry: NewEntry): Promise<RecordedEntry> {
  const contentText = toContentText(entry.event)
  let result: Awaited<ReturnType<typeof submitEntry>>
  try {
    result = await submitEntry(entry)
    unansweredKeys.delete(contentText)
  } catch (failure) {
    if (isUnanswered(failure)) unansweredKeys.set(contentText, { key: entry.event.key, time: Date.now() })
    throw failure
  }
  if (result) return result
  const queuedEntry = { ...entry, seq: 0 }
  const passAfterEntry = pass && applyEntriesToPass(pass, [queuedEntry])
  return { key: entry.event.key, outcome: 'waiting', mark: '', message: '', pass: passAfterEntry }
}

function toContentText(event: EntryContent): string {
  const { code, kind, people, undoes, note, officeYes, workers, walkIn } = event
  return JSON.stringify([code, kind, people, undoes, note, officeYes, workers, walkIn])
}

const tickedItemsByPassId = new Map<number, string[]>()

/** Ticks or unticks an item of a pass on this device. The ticks are sent with the next entry. */
export function toggleTick(pass: GatePass, item: string): GatePass {
  const previousTickedItems = tickedItemsByPassId.get(pass.id) ?? pass.ticked
  const tickedItems = previousTickedItems.includes(item)
    ? previousTickedItems.filter((tickedItem) => tickedItem !== item)
    : [...previousTickedItems, item]
  tickedItemsByPassId.set(pass.id, tickedItems)
  return { ...pass, ticked: tickedItems }
}
