import { expect, test } from 'vitest'
import type { QueuedEntry } from './device-store.ts'
import {
  countStoredPasses,
  findStoredPass,
  isInsideAfterHours,
  isUppercaseLink,
  judgeOnDevice,
  listStoredPasses,
  parseScannedText,
  applyEntriesToPass,
} from './judge-on-device.ts'
import { createTestList, createTestPass } from './testing.ts'

const PASS_TOKEN = 'Abc-_23456789012345678'
const PASS_TOKEN_HASH = '757a5475970c57cb386791fbd2c83506069c29df874dd123e98228e4aca706b1'
const TEST_TIME_MS = Date.parse('2026-11-25T06:30:00.000Z')

function createEntry(
  kind: 'in' | 'out' | 'undo',
  people: number,
  undoneDirection: 'in' | 'out' = 'in',
): QueuedEntry {
  const testTime = new Date(TEST_TIME_MS).toISOString()
  const peopleChange = kind === 'undo' ? -people : people
  const isIn = kind === 'in' || (kind === 'undo' && undoneDirection === 'in')
  return {
    seq: 1,
    event: {
      key: `${kind} ${people}`,
      code: 'K7QM2XPA',
      kind,
      people,
      at: testTime,
      deviceAt: testTime,
      offline: true,
    },
    entered: isIn ? peopleChange : 0,
    left: isIn ? 0 : peopleChange,
  }
}

const createEntryWith = (kind: 'in' | 'out' | 'undo', eventFields: object): QueuedEntry => ({
  ...createEntry(kind, 2, 'in'),
  event: { ...createEntry(kind, 2).event, code: 'WWWW2222', ...eventFields },
})

test('a code is read as it is typed, a token from its link', () => {
  for (const typedCode of ['k7qm 2xpa', ' K7QM-2XPA\n', 'K7QM2XPA'])
    expect(parseScannedText(typedCode)).toEqual({ code: 'K7QM2XPA' })
  for (const text of [`https://portal.test/pass#${PASS_TOKEN}`, PASS_TOKEN])
    expect(parseScannedText(text)).toEqual({ token: PASS_TOKEN })
  for (const text of [
    '',
    'K7QM2XP',
    'K7QM2XP!',
    `https://portal.test/pass#${PASS_TOKEN}x`,
    'https://other.test/',
    'K'.repeat(1e6),
  ])
    expect(parseScannedText(text)).toBeUndefined()
})

test('a link that a scanner typed with Caps Lock is read, unless its letters lost their case', () => {
  const linkWithSwappedCase = 'HTTPS://PORTAL.TEST:8443/PASS#aBC-_23456789012345678'
  expect(parseScannedText(linkWithSwappedCase)).toEqual({ token: PASS_TOKEN })
  expect(parseScannedText(`${linkWithSwappedCase}\n`)).toEqual({ token: PASS_TOKEN })
  expect(isUppercaseLink(linkWithSwappedCase)).toBe(false)
  const uppercaseLink = 'HTTPS://PORTAL.TEST/PASS#ABC-_23456789012345678'
  expect([parseScannedText(uppercaseLink), isUppercaseLink(uppercaseLink)]).toEqual([undefined, true])
  expect(isUppercaseLink('K7QM2XPA')).toBe(false)
})

test('a pass is found by its code and by the hash of its token, and none by another', async () => {
  const storedList = { list: createTestList([createTestPass({ tokenHash: PASS_TOKEN_HASH })]), entries: [] }
  expect((await findStoredPass(storedList, { code: 'K7QM2XPA' }))?.id).toBe(1)
  expect((await findStoredPass(storedList, { token: PASS_TOKEN }))?.id).toBe(1)
  expect(await findStoredPass(storedList, { token: `${PASS_TOKEN.slice(1)}x` })).toBeUndefined()
  expect(await findStoredPass(storedList, { code: 'K7QM2XPB' })).toBeUndefined()
})

test.each([
  ['nothing', [], 'mayEnter', ['in']],
  ['one of two came in', [createEntry('in', 1)], 'mayEnter', ['in', 'out']],
  ['one of two came in and went out', [createEntry('in', 1), createEntry('out', 1)], 'mayEnter', ['in']],
  ['both came in', [createEntry('in', 2)], 'mayLeave', ['out']],
  ['both came in and one went out', [createEntry('in', 2), createEntry('out', 1)], 'mayLeave', ['out']],
  ['both went out', [createEntry('in', 2), createEntry('out', 2)], 'ended', []],
  [
    'their exit is undone',
    [createEntry('in', 2), createEntry('out', 2), createEntry('undo', 2, 'out')],
    'mayLeave',
    ['out'],
  ],
  ['their entry is undone', [createEntry('in', 2), createEntry('undo', 2)], 'mayEnter', ['in']],
] as const)('after %s the device says so without the server', (_name, entries, verdict, may) => {
  const pass = applyEntriesToPass(createTestPass(), entries)
  expect(judgeOnDevice(createTestList([]), pass, TEST_TIME_MS)).toMatchObject({ verdict, may })
})

test('one person whom another gate let in already is one, also while the own entry waits', () => {
  const [singlePass, groupPass] = [
    createTestPass({ people: 1, entered: 1 }),
    createTestPass({ people: 3, entered: 2 }),
  ]
  expect(applyEntriesToPass(singlePass, [createEntry('in', 1)])).toMatchObject({ entered: 1, left: 0 })
  expect(applyEntriesToPass(groupPass, [createEntry('in', 3)])).toMatchObject({ entered: 3, left: 0 })
  const arrivalEntry = { ...createEntry('in', 1), event: { ...createEntry('in', 1).event, key: 'a' } }
  const undoEntry = {
    ...createEntry('undo', 1),
    event: { ...createEntry('undo', 1).event, key: 'b', undoes: 'a' },
  }
  expect(applyEntriesToPass(singlePass, [arrivalEntry, undoEntry])).toMatchObject({ entered: 1, left: 0 })
})

test('workers are inside by name, and who stepped out of a visit may come back', () => {
  const permit = createTestPass({ entries: 'many', people: 3, workers: ['Ana', 'Ben', 'Cy'] })
  const createWorkersEntry = (kind: 'in' | 'out', workers: string[]): QueuedEntry => {
    const entry = createEntry(kind, workers.length, kind)
    return { ...entry, event: { ...entry.event, key: workers.join(), workers } }
  }
  const permitAfterEntries = applyEntriesToPass(permit, [
    createWorkersEntry('in', ['Ana', 'Ben']),
    createWorkersEntry('out', ['Ana']),
  ])
  expect(permitAfterEntries).toMatchObject({ entered: 2, left: 1, came: 2, workersInside: ['Ben'] })
  const visitPass = createTestPass({ entries: 'return', people: 1 })
  const visitAfterExit = applyEntriesToPass(visitPass, [createEntry('in', 1), createEntry('out', 1)])
  expect(judgeOnDevice(createTestList([]), visitAfterExit, TEST_TIME_MS)).toMatchObject({
    verdict: 'mayEnter',
    may: ['in'],
  })
  expect(visitAfterExit).toMatchObject({ came: 1, endedAt: null })
})

test('a walk-in whom the device let in is found, inside and counted, leaves, and is undone', async () => {
  const walkIn = { name: 'Berto Lim', purpose: 'Repair', plate: '', unit: 'B-12' }
  const arrivalEntry = createEntryWith('in', { key: 'came', walkIn })
  const storedList = { list: createTestList([]), entries: [arrivalEntry] }
  const pass = await findStoredPass(storedList, { code: 'WWWW2222' })
  expect(pass).toMatchObject({ name: 'Berto Lim', unitNumber: 'B-12', entered: 2, people: 2 })
  expect(pass && judgeOnDevice(storedList.list, pass, TEST_TIME_MS)).toMatchObject({
    verdict: 'mayLeave',
    may: ['out'],
  })
  expect(countStoredPasses(storedList, TEST_TIME_MS)).toMatchObject({ inside: 1, left: 0 })
  expect(listStoredPasses(storedList, undefined, TEST_TIME_MS, 'berto b-12')).toHaveLength(1)
  const exitEntry = createEntryWith('out', { key: 'out' })
  const listAfterExit = { ...storedList, entries: [arrivalEntry, exitEntry] }
  expect(countStoredPasses(listAfterExit, TEST_TIME_MS)).toMatchObject({ inside: 0, left: 1 })
  const listWithUndoneArrival = {
    ...storedList,
    entries: [arrivalEntry, createEntryWith('undo', { key: 'u', undoes: 'came' })],
  }
  expect(countStoredPasses(listWithUndoneArrival, TEST_TIME_MS)).toMatchObject({ inside: 0, left: 0 })
  // When the server's list contains the walk-in's pass, it replaces the pass created on this device.
  const listWithPass = {
    list: createTestList([createTestPass({ id: 9, code: 'WWWW2222', people: 2 })]),
    entries: [arrivalEntry],
  }
  expect(listStoredPasses(listWithPass, 'inside', TEST_TIME_MS).map(({ id }) => id)).toEqual([9])
})

test('lists and numbers are those of this moment with what the device saw', () => {
  const passes = [
    createTestPass({ id: 1 }),
    createTestPass({ id: 2, code: 'B', unitNumber: '1203', name: 'Ben Reyes' }),
    createTestPass({ id: 3, code: 'C', entered: 1, to: '2026-11-25T05:00:00.000Z' }),
    createTestPass({ id: 4, code: 'D', from: '2026-11-26T04:00:00.000Z', to: '2026-11-26T15:00:00.000Z' }),
    createTestPass({ id: 5, code: 'E', endedAt: '2026-11-25T05:00:00.000Z' }),
    createTestPass({ id: 6, code: 'F', entered: 1, left: 1, lastOutAt: '2026-11-25T05:00:00.000Z' }),
  ]
  const storedList = { list: createTestList(passes), entries: [createEntry('in', 2)] }
  const listPassIds = (name: 'expected' | 'inside' | 'left', searchText?: string): number[] =>
    listStoredPasses(storedList, name, TEST_TIME_MS, searchText).map(({ id }) => id)
  expect(listPassIds('expected')).toEqual([2, 6])
  expect(listPassIds('expected', 'reyes 1203')).toEqual([2])
  expect(listPassIds('inside')).toEqual([3, 1])
  expect(listPassIds('left')).toEqual([6])
  expect(countStoredPasses(storedList, TEST_TIME_MS)).toMatchObject({
    expected: 2,
    inside: 2,
    overstay: 1,
    left: 1,
  })
})

test('a visitor who came and left is not expected any more, although the pass lets them return', () => {
  const listedPass = createTestPass({ id: 1, entries: 'return', entered: 2, left: 2 })
  const partlyUsedPass = createTestPass({ id: 2, code: 'B', entries: 'return', entered: 1, left: 1 })
  const permit = createTestPass({ id: 3, code: 'C', entries: 'many', entered: 2, left: 2 })
  const leavingPass = createTestPass({ id: 4, code: 'WWWW2222', entries: 'return' })
  const entries = [createEntryWith('in', { key: 'in' }), { ...createEntry('out', 2), seq: 2 }].map(
    (entry) => ({
      ...entry,
      event: { ...entry.event, code: 'WWWW2222' },
    }),
  )
  const storedList = {
    list: createTestList([listedPass, partlyUsedPass, permit, leavingPass]),
    entries,
  }
  expect(listStoredPasses(storedList, 'expected', TEST_TIME_MS).map(({ id }) => id)).toEqual([2, 3])
  expect(countStoredPasses(storedList, TEST_TIME_MS)).toMatchObject({ expected: 2, left: 1 })
})

test.each(['pena', 'PEÑA', "o'brien", 'obrien', 'A–101', 'unit a101', 'obrien pena'])(
  'without a connection %s finds a pass as with one',
  (searchText) => {
    const pass = createTestPass({ name: 'Zoë O’Brien', clientName: 'Peña, José', unitNumber: 'A-101' })
    const storedList = { list: createTestList([pass]), entries: [] }
    expect(listStoredPasses(storedList, undefined, TEST_TIME_MS, searchText).map(({ id }) => id)).toEqual([
      pass.id,
    ])
    expect(listStoredPasses(storedList, undefined, TEST_TIME_MS, `${searchText} none`)).toEqual([])
  },
)

test('the day of the lists begins at midnight in Manila', () => {
  const passOfTomorrow = createTestPass({ from: '2026-11-25T16:00:00.000Z', to: '2026-11-26T15:59:59.999Z' })
  const storedList = { list: createTestList([passOfTomorrow]), entries: [] }
  const countExpected = (time: string) => countStoredPasses(storedList, Date.parse(time)).expected
  expect(countExpected('2026-11-25T15:59:00.000Z')).toBe(0)
  expect(countExpected('2026-11-25T16:01:00.000Z')).toBe(1)
})

const isMarked = (changes: Parameters<typeof createTestPass>[0], time: string) =>
  isInsideAfterHours(
    createTestPass({ entered: 1, ...changes }),
    'Asia/Manila',
    Date.parse(`2026-11-25T${time}:00+08:00`),
  )

test('who is inside after the end or outside the daily hours overstays (rules 24.42)', () => {
  const worker = { to: '2026-11-30T15:59:59.999Z', dayFrom: '08:00', dayTo: '17:00' }
  expect([isMarked(worker, '17:00'), isMarked(worker, '17:01'), isMarked(worker, '07:59')]).toEqual([
    false,
    true,
    true,
  ])
  expect(isMarked({ ...worker, left: 1 }, '18:00')).toBe(false)
  expect([isMarked({}, '23:59'), isMarked({ to: '2026-11-25T10:00:00.000Z' }, '18:01')]).toEqual([
    false,
    true,
  ])
})
