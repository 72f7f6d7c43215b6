import { keepGatePage } from '#features/offline/register.ts'
import { ApiError, api } from '#lib/api/api.ts'
import { getEndedGateSecret, forgetEndedGateDevice, isGateDevice } from '#lib/api/gate-device.ts'
import { meQuery } from '#lib/api/me.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { goToLogin, getSessionToken } from '#lib/api/session.ts'
import type { EntryResult, EntryResults, GateCounts, GateList } from '@tahanan/contract/gate/answers.ts'
import { CLOCK_TOLERANCE_MS, formatCode } from '@tahanan/contract/gate/words.ts'
import { GATE_SESSION_SECONDS } from '@tahanan/contract/limits.ts'
import { createServerClock } from './clock.ts'
import {
  type DeviceStore,
  type GateEvent,
  type KeptDay,
  type KeptEntry,
  openDeviceStore,
} from './device-store.ts'
import { callServer, gateState, refetchPasses, setOnline, updateGate } from './gate-state.ts'
import { countStoredPasses, type KeptList } from './judge-here.ts'
import { queueOrSend, sendEntries, staysQueued } from './send-entries.ts'

const LOOK_MS = 5000
const LIST_MS = 60_000
/** If the server does not answer for this long, the entry is shown as waiting. */
const ENTRY_MS = 4000
/** Minimum time between two fetches of the list that are caused by live events. */
const NEWS_MS = 15_000
const SENDER = 'gate-queue'

export const clock = createServerClock()

let store: DeviceStore | undefined
let day: KeptDay | undefined
let entries: readonly KeptEntry[] = []
let listedAt = -Infinity
const tabs = new BroadcastChannel('gate')

/**
 * Returns the stored list and the entries recorded after it; undefined if no list is stored or the device is
 * not enrolled.
 */
export const getStoredList = (): KeptList | undefined => day && { list: day.list, entries }

/** Loads the stored data of this device before the page renders. Then refreshes it regularly. */
export async function startGate(): Promise<void> {
  const token = getSessionToken()
  if (token === null) return
  if (isGateDevice()) {
    await openKept(token)
    keepGatePage()
  } else if (getEndedGateSecret() !== null) await openEnded()
  tabs.addEventListener('message', () => void readStore(token))
  addEventListener('online', () => void refresh())
  addEventListener('offline', () => setOnline(false))
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return
    clock.wake()
    void refresh()
  })
  setInterval(() => {
    endLongSession()
    const { online, queued } = gateState.get()
    if (!online || queued > 0 || performance.now() - listedAt >= LIST_MS) void refresh()
  }, LOOK_MS)
  void refresh()
}

async function openKept(token: string): Promise<void> {
  try {
    store = await openDeviceStore('gate', noteSaved)
    // Requests persistent storage. Otherwise browsers may delete the data when the disk is almost full.
    void navigator.storage.persist()
  } catch {
    // Without IndexedDB the page works only online.
    return noteSaved(false)
  }
  await readStore(token)
  // A list that cannot be decrypted with this token belongs to another session.
  if (!day) return store.wipe()
  clock.set(Date.now() + day.offset)
  endLongSession()
  queryClient.setQueryData(meQuery.queryKey, day.me, { updatedAt: 0 })
}

/**
 * Opens the queue of a device whose enrolment the office has ended. Its entries are sent when the next guard
 * logs in on it.
 */
async function openEnded(): Promise<void> {
  store = await openDeviceStore()
  await readStore()
}

/**
 * Whether new entries are queued in this browser. A device whose enrolment has ended only sends its old
 * entries.
 */
const canQueue = (): boolean => store !== undefined && isGateDevice()

function noteSaved(isSaved: boolean): void {
  if (gateState.get().isFull === isSaved) updateGate({ isFull: !isSaved })
}

function endLongSession(): void {
  if (day && clock.now() >= day.since + GATE_SESSION_SECONDS * 1000)
    goToLogin('Your session has ended. Please log in again.')
}

async function readStore(token?: string): Promise<void> {
  if (!store) return
  if (token !== undefined) day = await store.readDay(token)
  entries = await store.entries()
  const unread = await store.contradictions()
  const names = new Map(day?.list.passes.map(({ code, name }) => [code, name]))
  const off = -clock.offset()
  const kept = getStoredList()
  updateGate({
    listAt: day?.list.at ?? null,
    gate: day?.list.gate ?? null,
    device: day?.list.device ?? null,
    clockOff: day && Math.abs(off) > CLOCK_TOLERANCE_MS ? off : null,
    queued: entries.filter(({ answered }) => !answered).length,
    contradictions: unread.map(({ key, code, message }) => {
      return { key, message, name: names.get(code) ?? formatCode(code) }
    }),
    ...(kept && !gateState.get().online && { counts: countStoredPasses(kept, clock.now()) }),
  })
}

async function readStoreEverywhere(): Promise<void> {
  await readStore()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel of this origin
  tabs.postMessage('changed')
  void refetchPasses()
}

export async function markContradictionAsRead(key: string): Promise<void> {
  await store?.removeContradiction(key)
  await readStoreEverywhere()
}

let running: Promise<void> | undefined

/**
 * Fetches the counts, then sends the queued entries, then fetches the list. Stops at the first call that
 * fails.
 */
export function refresh(): Promise<void> {
  running ??= refreshOnce().finally(() => (running = undefined))
  return running
}

async function refreshOnce(): Promise<void> {
  try {
    const counts = await callServer((signal) => api.get<GateCounts>('/gate-counts', {}, signal))
    updateGate({ counts })
    await sendWaiting()
    await readList()
    updateGate({ stopped: '' })
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure
    if (!staysQueued(failure)) updateGate({ stopped: failure.message })
    else await readStore()
  }
}

export function onGateNews(): void {
  void refetchPasses()
  if (performance.now() - listedAt >= NEWS_MS) void refresh()
}

async function readList(): Promise<void> {
  const token = getSessionToken()
  const me = queryClient.getQueryData(meQuery.queryKey)
  if (!store || !canQueue() || token === null || me?.area !== 'admin') return
  // Only entries that were answered before the call may be deleted afterwards: the list may lack those
  // answered during the call.
  const known = entries.filter(({ answered }) => answered).map(({ seq }) => seq)
  const asked = performance.now()
  const before = day?.list
  const query = { version: before?.version }
  const answer = await callServer((signal) => api.get<GateList>('/gate-list', query, signal), 20_000)
  // The user has logged out meanwhile, which deleted all data. The list must not be stored again.
  if (getSessionToken() !== token) return
  const list = answer.unchanged && before ? { ...answer, passes: before.passes } : answer
  listedAt = performance.now()
  clock.set(Date.parse(list.at) + (listedAt - asked) / 2)
  const next = { list, me, since: day?.since ?? clock.now(), offset: clock.offset() }
  await store.writeDay(token, next, known)
  day = next
  await readStoreEverywhere()
}

const results = new Map<string, EntryResult>()

/**
 * Records an entry. An enrolled device stores it in its queue first. A device that is not enrolled, or whose
 * storage is full, sends it directly.
 */
export async function record(entry: Omit<KeptEntry, 'seq' | 'byId'>): Promise<EntryResult | undefined> {
  const { key } = entry.event
  if (!store || !canQueue()) return (await send([entry.event]))[0]
  const answer = await queueOrSend(store, { ...entry, byId: getGuardId() }, send)
  if (answer) return answer
  await readStoreEverywhere()
  if (!gateState.get().online) return undefined
  const late = new Promise<void>((resolve) => setTimeout(resolve, ENTRY_MS))
  await Promise.race([sendWaiting(), late]).catch(async (failure: unknown) => {
    if (staysQueued(failure, getSessionToken() !== null)) return readStore()
    // The server rejected the call, for example because the permission is missing. The entry is removed,
    // because the guard sees the error and admits nobody.
    await store?.removeEntry(key)
    await readStoreEverywhere()
    throw failure
  })
  const result = results.get(key)
  if (result) await markContradictionAsRead(key)
  return result
}

/** Sends the queued entries. A lock ensures that only one tab sends at a time. */
async function sendWaiting(): Promise<void> {
  if (!store) return
  const { settle, ...queue } = store
  const settleAndPublish: DeviceStore['settle'] = async (sent, answers) => {
    for (const answer of answers) results.set(answer.key, answer)
    await settle(sent, answers)
    await readStoreEverywhere()
  }
  await navigator.locks.request(SENDER, () =>
    sendEntries({ ...queue, settle: settleAndPublish }, toEvent, sendWaitingEvents),
  )
  if (!canQueue()) forgetEndedGateDevice()
}

const getGuardId = (): number | undefined => queryClient.getQueryData(meQuery.queryKey)?.id

/** Adds the id of the administrator who recorded the entry, if another one is logged in now. */
const toEvent = ({ event, byId }: KeptEntry): GateEvent =>
  byId === undefined || byId === getGuardId() ? event : { ...event, by: byId }

async function send(events: GateEvent[], headers?: Record<string, string>): Promise<EntryResult[]> {
  const call = (signal: AbortSignal) =>
    api.post<EntryResults>('/gate-events', { events }, { quiet: true, signal, headers })
  return (await callServer(call, ENTRY_MS + 50 * events.length)).data
}

/**
 * Sends queued entries. A device whose enrolment the office has ended identifies itself by its old secret.
 */
const sendWaitingEvents = (events: GateEvent[]): Promise<EntryResult[]> => {
  const secret = getEndedGateSecret()
  return send(events, secret === null ? undefined : { 'x-gate-device': secret })
}
