import { cacheGatePage } from '#features/offline/service-worker.ts'
import { ApiError, api } from '#lib/api/api.ts'
import { getEndedGateSecret, deleteEndedGateSecret, isGateDevice } from '#lib/api/gate-device.ts'
import { meQuery } from '#lib/api/me.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { goToLogin, getSessionToken } from '#lib/api/session.ts'
import type { EntryResult, EntryResults, GateCounts, GateList } from '@tahanan/contract/gate/answers.ts'
import { CLOCK_TOLERANCE_MS, formatCode } from '@tahanan/contract/gate/labels-and-codes.ts'
import { GATE_SESSION_SECONDS } from '@tahanan/contract/limits.ts'
import { createServerClock } from './clock.ts'
import {
  type DeviceStore,
  type GateEvent,
  type StoredDay,
  type QueuedEntry,
  openDeviceStore,
} from './device-store.ts'
import { callServer, gateState, refetchPasses, setOnline, updateGate } from './gate-state.ts'
import { countStoredPasses, type StoredList } from './judge-on-device.ts'
import { queueOrSendEntry, sendEntries, staysQueued } from './send-entries.ts'

const CHECK_INTERVAL_MS = 5000
const LIST_REFRESH_MS = 60_000
/** If the server does not answer for this long, the entry is shown as waiting. */
const ENTRY_TIMEOUT_MS = 4000
/** Minimum time between two fetches of the list that are caused by live events. */
const LIVE_EVENT_REFRESH_MS = 15_000
const SEND_LOCK_NAME = 'gate-queue'

export const clock = createServerClock()

let store: DeviceStore | undefined
let storedDay: StoredDay | undefined
let entries: readonly QueuedEntry[] = []
/** Keys of entries whose page ended before the server answered. They are sent as made offline (rules 24.47). */
let abandonedKeys: ReadonlySet<string> = new Set()
let listLoadedAt = -Infinity
const tabChannel = new BroadcastChannel('gate')

/**
 * Returns the estimated time of the server. A browser without a stored list never learns it, so it returns the
 * device's own time there.
 */
export const getServerTime = (): number => (storedDay ? clock.now() : Date.now())

/** Returns undefined if no list is stored or the device is not enrolled. */
export const getStoredList = (): StoredList | undefined => storedDay && { list: storedDay.list, entries }

/** Loads the stored data of this device before the page renders. Then refreshes it regularly. */
export async function startGateSync(): Promise<void> {
  const token = getSessionToken()
  if (token === null) return
  if (isGateDevice()) {
    await openEnrolledStore(token)
    cacheGatePage()
  } else if (getEndedGateSecret() !== null) await openUnenrolledStore()
  abandonedKeys = new Set(
    entries.filter(({ answered, event }) => !answered && !event.offline).map(({ event }) => event.key),
  )
  tabChannel.addEventListener('message', () => void loadStore(token))
  addEventListener('online', () => void refreshGate())
  addEventListener('offline', () => setOnline(false))
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return
    clock.wake()
    void refreshGate()
  })
  setInterval(() => {
    endExpiredSession()
    const { online, queued } = gateState.get()
    if (!online || queued > 0 || performance.now() - listLoadedAt >= LIST_REFRESH_MS) void refreshGate()
  }, CHECK_INTERVAL_MS)
  void refreshGate()
}

async function openEnrolledStore(token: string): Promise<void> {
  try {
    store = await openDeviceStore('gate', updateStorageState)
    // Requests persistent storage. Otherwise browsers may delete the data when the disk is almost full.
    void navigator.storage.persist()
  } catch {
    // Without IndexedDB the page works only online.
    return updateStorageState(false)
  }
  await loadStore(token)
  // A list that cannot be decrypted with this token belongs to another session, so it is deleted.
  if (!storedDay) return store.wipe()
  clock.set(Date.now() + storedDay.offset)
  endExpiredSession()
  queryClient.setQueryData(meQuery.queryKey, storedDay.me, { updatedAt: 0 })
}

/**
 * Opens the queue of a device whose enrolment has ended. Its entries are sent when the next guard logs in.
 */
async function openUnenrolledStore(): Promise<void> {
  store = await openDeviceStore()
  await loadStore()
}

/** Returns false if the enrolment has ended: the device then only sends its old entries. */
const canQueueEntries = (): boolean => store !== undefined && isGateDevice()

function updateStorageState(isSaved: boolean): void {
  if (gateState.get().isFull === isSaved) updateGate({ isFull: !isSaved })
}

function endExpiredSession(): void {
  if (storedDay && clock.now() >= storedDay.since + GATE_SESSION_SECONDS * 1000)
    goToLogin('Your session has ended. Please log in again.')
}

async function loadStore(token?: string): Promise<void> {
  if (!store) return
  if (token !== undefined) storedDay = await store.readDay(token)
  entries = await store.entries()
  const unreadContradictions = await store.contradictions()
  const nameByCode = new Map(storedDay?.list.passes.map(({ code, name }) => [code, name]))
  const clockErrorMs = -clock.offset()
  const storedList = getStoredList()
  updateGate({
    listAt: storedDay?.list.at ?? null,
    gate: storedDay?.list.gate ?? null,
    device: storedDay?.list.device ?? null,
    clockErrorMs: storedDay && Math.abs(clockErrorMs) > CLOCK_TOLERANCE_MS ? clockErrorMs : null,
    queued: entries.filter(({ answered }) => !answered).length,
    contradictions: unreadContradictions.map(({ key, code, message }) => {
      return { key, message, name: nameByCode.get(code) ?? formatCode(code) }
    }),
    ...(storedList && !gateState.get().online && { counts: countStoredPasses(storedList, clock.now()) }),
  })
}

async function loadStoreInAllTabs(): Promise<void> {
  await loadStore()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target
  tabChannel.postMessage('changed')
  void refetchPasses()
}

export async function markContradictionAsRead(key: string): Promise<void> {
  await store?.removeContradiction(key)
  await loadStoreInAllTabs()
}

let refreshPromise: Promise<void> | undefined

/**
 * Fetches the counts, then sends the queued entries, then fetches the list. Stops at the first call that
 * fails.
 */
export function refreshGate(): Promise<void> {
  refreshPromise ??= refreshGateOnce().finally(() => (refreshPromise = undefined))
  return refreshPromise
}

async function refreshGateOnce(): Promise<void> {
  try {
    const counts = await callServer((signal) => api.get<GateCounts>('/gate-counts', {}, signal))
    const { counts: previousCounts } = gateState.get()
    updateGate({ counts })
    // At midnight passes change lists without a live event.
    if (previousCounts && haveListsChanged(previousCounts, counts)) void refetchPasses()
    await sendQueuedEntries()
    await loadGateList()
    updateGate({ stopped: '' })
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure
    if (!staysQueued(failure)) updateGate({ stopped: failure.message })
    else await loadStore()
  }
}

const haveListsChanged = (previousCounts: GateCounts, counts: GateCounts): boolean =>
  (['expected', 'inside', 'overstay', 'left'] as const).some((list) => previousCounts[list] !== counts[list])

export function onGateLiveEvent(): void {
  void refetchPasses()
  if (performance.now() - listLoadedAt >= LIVE_EVENT_REFRESH_MS) void refreshGate()
}

async function loadGateList(): Promise<void> {
  const token = getSessionToken()
  const me = queryClient.getQueryData(meQuery.queryKey)
  if (!store || !canQueueEntries() || token === null || me?.area !== 'admin') return
  // Only entries that were answered before this call are deleted after it. The list may lack entries that are
  // answered during the call.
  const answeredEntryIds = entries.filter(({ answered }) => answered).map(({ seq }) => seq)
  const requestedAt = performance.now()
  const previousList = storedDay?.list
  const query = { version: previousList?.version }
  const listResponse = await callServer((signal) => api.get<GateList>('/gate-list', query, signal), 20_000)
  // The user has logged out meanwhile, which deleted all data. The list must not be stored again.
  if (getSessionToken() !== token) return
  const currentList =
    listResponse.unchanged && previousList ? { ...listResponse, passes: previousList.passes } : listResponse
  listLoadedAt = performance.now()
  clock.set(Date.parse(currentList.at) + (listLoadedAt - requestedAt) / 2)
  const nextStoredDay = {
    list: currentList,
    me,
    since: storedDay?.since ?? clock.now(),
    offset: clock.offset(),
  }
  await store.writeDay(token, nextStoredDay, answeredEntryIds)
  storedDay = nextStoredDay
  await loadStoreInAllTabs()
}

const resultsByKey = new Map<string, EntryResult>()

/**
 * Stores the entry in the queue of an enrolled device first. A device that is not enrolled, or whose storage
 * is full, sends it directly.
 */
export async function submitEntry(
  entry: Omit<QueuedEntry, 'seq' | 'byId'>,
): Promise<EntryResult | undefined> {
  const { key } = entry.event
  if (!store || !canQueueEntries()) return (await postGateEvents([entry.event]))[0]
  const entryResult = await queueOrSendEntry(store, { ...entry, byId: getGuardId() }, postGateEvents)
  if (entryResult) return entryResult
  await loadStoreInAllTabs()
  if (!gateState.get().online) return undefined
  const entryTimeout = new Promise<void>((resolve) => setTimeout(resolve, ENTRY_TIMEOUT_MS))
  await Promise.race([sendQueuedEntries(), entryTimeout]).catch(async (failure: unknown) => {
    if (staysQueued(failure, getSessionToken() !== null)) return loadStore()
    // The server rejected the call, for example because the permission is missing. The entry is removed,
    // because the guard sees the error and admits nobody.
    await store?.removeEntry(key)
    await loadStoreInAllTabs()
    throw failure
  })
  const result = resultsByKey.get(key)
  if (result) await markContradictionAsRead(key)
  return result
}

/** Sends the queued entries. Holds a lock, so that only one tab sends at a time. */
async function sendQueuedEntries(): Promise<void> {
  if (!store) return
  const { settle, ...queue } = store
  const settleAndPublish: DeviceStore['settle'] = async (sentEntries, entryResults) => {
    for (const entryResult of entryResults) resultsByKey.set(entryResult.key, entryResult)
    await settle(sentEntries, entryResults)
    await loadStoreInAllTabs()
  }
  await navigator.locks.request(SEND_LOCK_NAME, async () => {
    await markAbandonedEntries(queue)
    await sendEntries({ ...queue, settle: settleAndPublish }, toGateEvent, postQueuedEvents)
  })
  if (!canQueueEntries()) deleteEndedGateSecret()
}

async function markAbandonedEntries(queue: Pick<DeviceStore, 'entries' | 'markOffline'>): Promise<void> {
  if (abandonedKeys.size === 0) return
  const abandonedEntries = (await queue.entries()).filter(
    ({ answered, event }) => !answered && abandonedKeys.has(event.key),
  )
  await queue.markOffline(abandonedEntries)
  abandonedKeys = new Set()
}

const getGuardId = (): number | undefined => queryClient.getQueryData(meQuery.queryKey)?.id

const toGateEvent = ({ event, byId }: QueuedEntry): GateEvent =>
  byId === undefined || byId === getGuardId() ? event : { ...event, by: byId }

async function postGateEvents(events: GateEvent[], headers?: Record<string, string>): Promise<EntryResult[]> {
  const postEvents = (signal: AbortSignal) =>
    api.post<EntryResults>('/gate-events', { events }, { quiet: true, signal, headers })
  return (await callServer(postEvents, ENTRY_TIMEOUT_MS + 50 * events.length)).data
}

/**
 * Sends queued entries. If the device's enrolment has ended, sends its old secret too, so that the server can
 * identify the device.
 */
const postQueuedEvents = (events: GateEvent[]): Promise<EntryResult[]> => {
  const endedSecret = getEndedGateSecret()
  return postGateEvents(events, endedSecret === null ? undefined : { 'x-gate-device': endedSecret })
}
