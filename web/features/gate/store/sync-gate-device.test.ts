import * as fakeIndexedDb from 'fake-indexeddb'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { deletePersonalData } from '#features/account/delete-personal-data.ts'
import { api, ApiError } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { getLastEndedSession, getSessionToken } from '#lib/api/session.ts'
import { createAdminMe } from '#lib/api/testing-me.ts'
import { createStorage } from '#lib/testing-storage.ts'
import { openDeviceStore, type GateEvent, type QueuedEntry } from './device-store.ts'
import { gateState } from './gate-state.ts'
import { recordEntry, recordUndoEntry } from './gate-store.ts'
import { refreshGate, startGateSync } from './sync-gate-device.ts'
import { createTestList, createTestPass } from './testing.ts'

const GUARD_TOKEN = 'token of the guard'
const TEST_TIME_MS = Date.parse(createTestList([]).at)
const HOUR_MS = 3_600_000
const GATE_COUNTS = { expected: 1, inside: 0, overstay: 0, left: 0, officePhone: '' }
const [ANA, BEN] = [createTestPass(), createTestPass({ id: 2, code: 'BBBB2222', name: 'Ben Lim' })]

const INITIAL_GATE_STATE = gateState.get()
afterEach(() => {
  queryClient.clear()
  gateState.set(INITIAL_GATE_STATE)
})

/**
 * Opens the gate's page on an enrolled device. Its session began `hours` ago, its list contains the passes
 * `ANA` and `BEN`, and an earlier page left `queuedEntries`. Calls that are not in `server` get no answer.
 */
async function openGate({
  hours = 0,
  queuedEntries = [],
  isEnrolled = true,
}: { hours?: number; queuedEntries?: Omit<QueuedEntry, 'seq'>[]; isEnrolled?: boolean } = {}) {
  vi.useFakeTimers({ now: TEST_TIME_MS, toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] })
  const globals = { ...fakeIndexedDb, indexedDB: new fakeIndexedDb.IDBFactory() }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  const redirectTargets: string[] = []
  const replace = (to: string): void => void redirectTargets.push(to)
  vi.stubGlobal('location', { pathname: '/admin/gate', search: '', replace })
  const deviceItem = isEnrolled ? 'GATE_DEVICE' : 'GATE_DEVICE_ENDED'
  vi.stubGlobal('localStorage', createStorage({ [deviceItem]: 'secret', ADMIN_SESSION_TOKEN: GUARD_TOKEN }))
  vi.stubGlobal('sessionStorage', createStorage())
  vi.stubGlobal('navigator', {
    storage: { persist: () => Promise.resolve(true) },
    locks: { request: (_: string, run: () => unknown) => run() },
  })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('document', { addEventListener: () => undefined })

  const server: Record<string, (body: unknown) => unknown> = {}
  const callFakeServer = async (path: string, body?: unknown) => {
    const respond = server[path]
    if (!respond) throw new ApiError(0, 'No answer.')
    return (await respond(body)) as never
  }
  vi.spyOn(api, 'get').mockImplementation((path) => callFakeServer(path))
  vi.spyOn(api, 'post').mockImplementation(callFakeServer)

  const storedList = createTestList([ANA, BEN])
  const store = await openDeviceStore()
  await store.writeDay(
    GUARD_TOKEN,
    { list: storedList, me: createAdminMe(), since: TEST_TIME_MS - hours * HOUR_MS, offset: 0 },
    [],
  )
  for (const entry of queuedEntries) await store.addEntry(entry)
  gateState.set({ ...INITIAL_GATE_STATE, online: true })
  await startGateSync()
  await refreshGate()
  return { server, store, list: storedList, went: redirectTargets }
}

/** Answers each entry as written, and returns the list to which it adds the entries. */
const collectSentEvents = (server: Awaited<ReturnType<typeof openGate>>['server']): GateEvent[] => {
  const sentEvents: GateEvent[] = []
  server['/gate-events'] = (body) => {
    const { events } = body as { events: GateEvent[] }
    sentEvents.push(...events)
    return { data: events.map((sent) => ({ key: sent.key, outcome: 'written', mark: '', message: '' })) }
  }
  return sentEvents
}

const getCounts = () => gateState.get().counts

test('an entry that is made and undone without a connection leaves the counts as they were', async () => {
  const { store } = await openGate()
  expect(getCounts()).toMatchObject({ expected: 2, inside: 0 })
  const { key } = await recordEntry(ANA, 'in', 2)
  expect(getCounts()).toMatchObject({ expected: 1, inside: 1 })
  expect(await recordUndoEntry(key)).toMatchObject({ outcome: 'waiting', pass: { entered: 0, left: 0 } })
  expect(getCounts()).toMatchObject({ expected: 2, inside: 0 })
  const [, undoEntry] = await store.entries()
  expect(undoEntry?.event).toMatchObject({ kind: 'undo', undoes: key, code: ANA.code, offline: true })
  const exitResult = await recordEntry(ANA, 'in', 2).then(() => recordEntry(ANA, 'out', 2))
  expect(getCounts()).toMatchObject({ inside: 0, left: 1 })
  await recordUndoEntry(exitResult.key)
  expect(getCounts()).toMatchObject({ inside: 1, left: 0 })
})

test('without a connection the undo of an entry that the list contains already corrects the counts', async () => {
  const { server } = await openGate()
  const { key } = await recordEntry(ANA, 'in', 2)
  server['/gate-counts'] = () => GATE_COUNTS
  server['/gate-events'] = () => ({
    data: [{ key, outcome: 'written', mark: '', message: '', pass: null }],
  })
  server['/gate-list'] = () => createTestList([createTestPass({ entered: 2 }), BEN])
  await refreshGate()
  delete server['/gate-counts']
  await refreshGate()
  expect(gateState.get()).toMatchObject({ queued: 0, counts: { expected: 1, inside: 1 } })
  await recordUndoEntry(key)
  expect(gateState.get()).toMatchObject({ queued: 1, counts: { expected: 2, inside: 0 } })
})

test('a list that arrives after the logout is not stored again (rules 24.49)', async () => {
  const { server, store, list } = await openGate()
  expect(await store.readDay(GUARD_TOKEN)).toMatchObject({ list })
  server['/gate-counts'] = () => GATE_COUNTS
  const onListRequest = vi.fn()
  server['/gate-list'] = async () => {
    await deletePersonalData()
    onListRequest()
    return list
  }
  await refreshGate()
  expect(onListRequest).toHaveBeenCalledTimes(1)
  expect(await store.readDay(GUARD_TOKEN)).toBeUndefined()
})

test('an entry that the server refuses as a whole is dropped; earlier ones keep waiting (rules 24.47)', async () => {
  const { server, store } = await openGate()
  const earlierResult = await recordEntry(BEN, 'in', 1)
  server['/gate-counts'] = () => GATE_COUNTS
  const forbiddenError = new ApiError(403, 'You do not have the permission gate.scan.')
  server['/gate-events'] = () => Promise.reject(forbiddenError)
  await refreshGate()
  expect(gateState.get()).toMatchObject({ online: true, queued: 1, stopped: forbiddenError.message })
  await expect(recordEntry(ANA, 'in', 2)).rejects.toBe(forbiddenError)
  expect(gateState.get().queued).toBe(1)
  expect((await store.entries()).map(({ event }) => event.key)).toEqual([earlierResult.key])
})

test('a session ends 12 hours after its login, also offline, and a newer list does not prolong it', async () => {
  const { server, list, went } = await openGate()
  vi.advanceTimersByTime(11 * HOUR_MS)
  await refreshGate()
  server['/gate-counts'] = () => GATE_COUNTS
  server['/gate-list'] = () => ({ ...list, at: new Date(TEST_TIME_MS + 11 * HOUR_MS).toISOString() })
  await refreshGate()
  expect(gateState.get()).toMatchObject({
    online: true,
    listAt: new Date(TEST_TIME_MS + 11 * HOUR_MS).toISOString(),
  })
  delete server['/gate-counts']
  vi.advanceTimersByTime(HOUR_MS - 5000)
  expect([went, getSessionToken()]).toEqual([[], GUARD_TOKEN])
  vi.advanceTimersByTime(5000)
  expect([went, getSessionToken()]).toEqual([['/admin'], null])
  expect(getLastEndedSession()?.why).toBe('Your session has ended. Please log in again.')
})

test('a page that is opened after the 12 hours ends the session at once', async () => {
  expect((await openGate({ hours: 11.9 })).went).toEqual([])
  expect((await openGate({ hours: 12 })).went).toEqual(['/admin'])
})

describe('an entry whose page ended before the answer (rules 24.47)', () => {
  const at = new Date(TEST_TIME_MS - HOUR_MS).toISOString()
  const key = '0a1b2c3d-0000-4000-8000-000000000001'
  const event = { key, code: ANA.code, kind: 'in', people: 2, at, deviceAt: at, offline: false } as const
  const queuedEntries = [{ event, entered: 2, left: 0 }]

  test.each([
    ['enrolled', true],
    ['ended', false],
  ])('is sent as made offline by the next page of an %s device', async (_, isEnrolled) => {
    const { server } = await openGate({ queuedEntries, isEnrolled })
    const sentEvents = collectSentEvents(server)
    server['/gate-counts'] = () => GATE_COUNTS
    await refreshGate()
    expect(sentEvents).toEqual([{ ...event, offline: true }])
  })

  test('does not make the entries of the next page offline', async () => {
    const { server } = await openGate({ queuedEntries })
    const sentEvents = collectSentEvents(server)
    gateState.set({ ...gateState.get(), online: true })
    await recordEntry(BEN, 'in', 2)
    expect(sentEvents.map(({ code, offline }) => [code, offline])).toEqual([
      [ANA.code, true],
      [BEN.code, false],
    ])
  })
})

test('lists are fetched again when their numbers changed, also in a browser that is not enrolled', async () => {
  const { server } = await openGate({ isEnrolled: false })
  server['/gate-counts'] = () => GATE_COUNTS
  await refreshGate()
  const invalidateSpy = vi.spyOn(queryClient, 'invalidateQueries')
  await refreshGate()
  expect(invalidateSpy).not.toHaveBeenCalled()
  server['/gate-counts'] = () => ({ ...GATE_COUNTS, expected: 2 })
  await refreshGate()
  expect(invalidateSpy).toHaveBeenCalledWith({ queryKey: ['gate-passes'] })
})
