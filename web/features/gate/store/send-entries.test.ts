import * as fakeIndexedDb from 'fake-indexeddb'
import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#lib/api/api.ts'
import type { EntryResult } from '@tahanan/contract/gate/answers.ts'
import { MAX_ENTRIES_PER_CALL } from '@tahanan/contract/gate/labels-and-codes.ts'
import {
  type DeviceStore,
  type GateEvent,
  type StoredDay,
  type QueuedEntry,
  openDeviceStore,
  DeviceStorageError,
} from './device-store.ts'
import { queueOrSendEntry, sendEntries, staysQueued } from './send-entries.ts'
import { createTestList, createTestPass } from './testing.ts'

beforeEach(() => {
  for (const [name, value] of Object.entries(fakeIndexedDb)) vi.stubGlobal(name, value)
})

let databaseCount = 0
const createDatabaseName = (): string => `gate-${++databaseCount}`

const GUARD: StoredDay['me'] = {
  area: 'admin',
  id: 1,
  name: 'Guard',
  firstName: 'Gate',
  lastName: 'Guard',
  email: 'gate@demo.test',
  roles: [],
  secondFactor: false,
}

const createQueuedEntry = (key: string) => ({
  event: {
    key,
    code: 'K7QM2XPA',
    kind: 'in' as const,
    people: 1,
    at: '2026-11-25T01:00:00.000Z',
    deviceAt: '2026-11-25T01:00:00.000Z',
    offline: false,
  },
  entered: 1,
  left: 0,
  byId: 1,
})

/**
 * Creates a fake server. Like the real one, it writes each key only once. A call that contains an
 * `isUnreadable` key fails as a whole with `status`.
 */
function createServer(isUnreadable: (key: string) => boolean = () => false, status = 400) {
  const storedEvents: GateEvent[] = []
  const take = (events: GateEvent[]): EntryResult[] => {
    if (events.some(({ key }) => isUnreadable(key))) throw new ApiError(status, 'Please check the fields.')
    return events.map((event) => {
      const isKnown = storedEvents.some(({ key }) => key === event.key)
      if (!isKnown) storedEvents.push(event)
      return { key: event.key, outcome: isKnown ? 'repeated' : 'written', mark: '', message: '', pass: null }
    })
  }
  return { written: storedEvents, take, keys: () => storedEvents.map(({ key }) => key) }
}

const NO_CONNECTION_ERROR = new ApiError(0, 'We could not reach the server.')

const stepArbitrary = fc.oneof(
  fc.record({ do: fc.constant('record' as const), entries: fc.integer({ min: 1, max: 4 }) }),
  fc.record({
    do: fc.constant('send' as const),
    fate: fc.constantFrom('answered', 'requestLost', 'answerLost', 'answerCut', 'crashed', 'refused'),
  }),
  fc.constant({ do: 'reload' as const }),
)

test('whatever is lost or interrupted, each entry is written once and in order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { maxLength: 20 }), async (steps) => {
      const name = createDatabaseName()
      const server = createServer()
      const recordedKeys: string[] = []
      let store = await openDeviceStore(name)
      const reload = async (): Promise<void> => {
        store.close()
        store = await openDeviceStore(name)
      }
      for (const testStep of steps) {
        if (testStep.do === 'reload') await reload()
        else if (testStep.do === 'record')
          for (let addedCount = 0; addedCount < testStep.entries; addedCount++) {
            recordedKeys.push(`${recordedKeys.length}`)
            await store.addEntry(createQueuedEntry(`${recordedKeys.length - 1}`))
          }
        else {
          const failToSettle: DeviceStore['settle'] = () => Promise.reject(NO_CONNECTION_ERROR)
          const entryQueue = testStep.fate === 'crashed' ? { ...store, settle: failToSettle } : store
          await sendEntries(
            entryQueue,
            ({ event }) => event,
            async (events) => {
              if (testStep.fate === 'requestLost') throw NO_CONNECTION_ERROR
              if (testStep.fate === 'refused')
                throw new ApiError(403, 'You do not have the permission gate.scan.')
              const results = server.take(events)
              if (testStep.fate === 'answerLost') throw NO_CONNECTION_ERROR
              return testStep.fate === 'answerCut' ? results.slice(0, 1) : results
            },
          ).catch(() => undefined)
          if (testStep.fate === 'crashed') await reload()
        }
      }
      await sendEntries(
        store,
        ({ event }) => event,
        async (events) => server.take(events),
      )
      expect(server.keys()).toEqual(recordedKeys)
      expect((await store.entries()).every(({ answered }) => answered)).toBe(true)
      store.close()
    }),
    { numRuns: 60 },
  )
})

test.each([400, 413, 422])(
  'an entry that cannot be read (%i) stops no other, and is told',
  async (status) => {
    const store = await openDeviceStore(createDatabaseName())
    const server = createServer((key) => key === '7', status)
    const keys = Array.from({ length: 20 }, (_, index) => `${index}`)
    for (const key of keys) await store.addEntry(createQueuedEntry(key))
    await sendEntries(
      store,
      ({ event }) => event,
      async (events) => server.take(events),
    )
    expect(server.keys()).toEqual(keys.filter((key) => key !== '7'))
    expect(await store.contradictions()).toEqual([
      { key: '7', code: 'K7QM2XPA', message: 'Please check the fields.' },
    ])
    store.close()
  },
)

test('an entry that the server refuses leaves the queue, is told, and is not sent again', async () => {
  const store = await openDeviceStore(createDatabaseName())
  for (const key of ['1', '2', '3']) await store.addEntry(createQueuedEntry(key))
  const sentKeys: string[][] = []
  await sendEntries(
    store,
    ({ event }) => event,
    async (events) => {
      if (sentKeys.push(events.map(({ key }) => key)) > 1) throw new Error('sent again')
      return events.map(({ key }) => {
        const isRefused = key === '2'
        const message = isRefused ? 'The pass was ended.' : ''
        return { key, outcome: isRefused ? 'refused' : 'written', mark: '', message, pass: null }
      })
    },
  )
  expect(sentKeys).toEqual([['1', '2', '3']])
  expect((await store.entries()).map(({ event, answered }) => [event.key, answered])).toEqual([
    ['1', true],
    ['3', true],
  ])
  expect(await store.contradictions()).toEqual([
    { key: '2', code: 'K7QM2XPA', message: 'The pass was ended.' },
  ])
  store.close()
})

test('an entry whose call got no answer is sent as one without a connection', async () => {
  const store = await openDeviceStore(createDatabaseName())
  await store.addEntry(createQueuedEntry('1'))
  await expect(
    sendEntries(
      store,
      ({ event }) => event,
      () => Promise.reject(NO_CONNECTION_ERROR),
    ),
  ).rejects.toBe(NO_CONNECTION_ERROR)
  expect((await store.entries()).map(({ event }) => event.offline)).toEqual([true])
  store.close()
})

test('entries behind a call without an answer are sent as ones without a connection, too', async () => {
  const queuedEntries = Array.from({ length: MAX_ENTRIES_PER_CALL + 1 }, (_, seq) => ({
    ...createQueuedEntry(`${seq}`),
    seq,
  }))
  const markedKeys: string[] = []
  const entryQueue = {
    entries: async () => queuedEntries,
    settle: async () => undefined,
    markOffline: async (sentEntries: readonly QueuedEntry[]) =>
      void markedKeys.push(...sentEntries.map(({ event }) => event.key)),
  }
  const sendPromise = sendEntries(
    entryQueue,
    ({ event }) => event,
    () => Promise.reject(NO_CONNECTION_ERROR),
  )
  await expect(sendPromise).rejects.toBe(NO_CONNECTION_ERROR)
  expect(markedKeys).toEqual(queuedEntries.map(({ event }) => event.key))
})

test('an entry that a full device cannot save goes to the server at once, or is refused in words', async () => {
  const saveResults: boolean[] = []
  const store = await openDeviceStore(createDatabaseName(), (isSaved) => saveResults.push(isSaved))
  const { take } = createServer()
  const sendOnline = async (events: GateEvent[]): Promise<EntryResult[]> => take(events)
  const quotaErrorSpy = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  expect(await queueOrSendEntry(store, createQueuedEntry('1'), sendOnline)).toMatchObject({
    key: '1',
    outcome: 'written',
  })
  await expect(
    queueOrSendEntry(store, createQueuedEntry('2'), () => Promise.reject(NO_CONNECTION_ERROR)),
  ).rejects.toThrow(/^Not recorded/)
  quotaErrorSpy.mockRestore()
  expect(await queueOrSendEntry(store, createQueuedEntry('3'), sendOnline)).toBeUndefined()
  expect((await store.entries()).map(({ event }) => event.key)).toEqual(['3'])
  expect(saveResults).toEqual([false, false, true])
  store.close()
})

test('what a full device cannot note stays in its queue, and its list as it was', async () => {
  const store = await openDeviceStore(createDatabaseName())
  await store.addEntry(createQueuedEntry('1'))
  const { take } = createServer()
  const quotaErrorSpy = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  const day: StoredDay = { list: createTestList([]), me: GUARD, since: 5, offset: 0 }
  await expect(store.writeDay('token', day, [])).rejects.toThrow(DeviceStorageError)
  await expect(
    sendEntries(
      store,
      ({ event }) => event,
      async (events) => take(events),
    ),
  ).rejects.toThrow(DeviceStorageError)
  quotaErrorSpy.mockRestore()
  expect((await store.entries()).map(({ answered }) => answered)).toEqual([undefined])
  expect(await store.readDay('token')).toBeUndefined()
  store.close()
})

test('a list opens with the token of its session only, and a wipe leaves what was not sent, without words', async () => {
  const store = await openDeviceStore(createDatabaseName())
  const day: StoredDay = { list: createTestList([createTestPass()]), me: GUARD, since: 5, offset: 0 }
  await store.writeDay('token', day, [])
  expect(await store.readDay('token')).toEqual(day)
  expect(await store.readDay('another')).toBeUndefined()
  await store.addEntry(createQueuedEntry('1'))
  const secondEntry = createQueuedEntry('2')
  const walkIn = { name: 'Ana Reyes', purpose: 'Visit', plate: 'ABC 1234', unit: 'A-101' }
  await store.addEntry({
    ...secondEntry,
    event: { ...secondEntry.event, note: 'For A-101', officeYes: 'Liza', walkIn },
  })
  const [first] = await store.entries()
  await store.settle(first ? [first] : [], [
    { key: '1', outcome: 'marked', mark: 'ended', message: 'The pass had ended', pass: null },
  ])
  await store.wipe()
  expect(await store.readDay('token')).toBeUndefined()
  expect(await store.contradictions()).toEqual([])
  const namelessEvent = { ...secondEntry.event, walkIn: { name: '', purpose: '', plate: '', unit: 'A-101' } }
  expect(await store.entries()).toEqual([{ ...secondEntry, event: namelessEvent, seq: 2 }])
  store.close()
})

test.each([
  ['A-101', 'A-101'],
  ['Tower 2 12B', 'Tower 2 12B'],
  ['Mrs. Santos', ''],
  ['Ana Reyes', ''],
  ['Ana Reyes of A-101', ''],
  ['Mr Cruz 5', ''],
  ['Blk 5 Lot 12', 'Blk 5 Lot 12'],
])('a wipe leaves of the unit %j of a walk-in %j (rules 24.49)', async (unit, keptUnit) => {
  const store = await openDeviceStore(createDatabaseName())
  const { event, ...entry } = createQueuedEntry('1')
  const walkIn = { name: 'Ana Reyes', purpose: 'Visit', plate: '', unit }
  await store.addEntry({ ...entry, event: { ...event, walkIn } })
  await store.wipe()
  expect((await store.entries()).map((kept) => kept.event.walkIn?.unit)).toEqual([keptUnit])
  store.close()
})

test.each<[string, Error, boolean]>([
  ['without an answer', new ApiError(0, 'No answer.'), true],
  ['that the device cannot save', new DeviceStorageError('The storage is full.'), true],
  ['without the permission', new ApiError(403, 'No access.'), false],
  ['that an error of the page stopped', new TypeError('broken'), false],
])('an entry %s stays in the queue: %s is %j', (_, failure, shouldStayQueued) => {
  expect(staysQueued(failure)).toBe(shouldStayQueued)
  expect(staysQueued(failure, true)).toBe(shouldStayQueued)
  // Without a session the entry waits for the next guard who logs in on this device (rules 24.49).
  expect(staysQueued(failure, false)).toBe(true)
})
