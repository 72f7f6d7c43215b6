import { expect, test } from 'vitest'
import type { KeptEntry } from './device-store.ts'
import {
  countStoredPasses,
  findHere,
  hasLostCase,
  judgeOnDevice,
  listStoredPasses,
  parseScanned,
  addEntries,
} from './judge-here.ts'
import { testList, testPass } from './testing.ts'

const TOKEN = 'Abc-_23456789012345678'
const HASH = '757a5475970c57cb386791fbd2c83506069c29df874dd123e98228e4aca706b1'
const AT = Date.parse('2026-11-25T06:30:00.000Z')

function createEntry(kind: 'in' | 'out' | 'undo', people: number, of: 'in' | 'out' = 'in'): KeptEntry {
  const at = new Date(AT).toISOString()
  const added = kind === 'undo' ? -people : people
  const isIn = kind === 'in' || (kind === 'undo' && of === 'in')
  return {
    seq: 1,
    event: { key: `${kind} ${people}`, code: 'K7QM2XPA', kind, people, at, deviceAt: at, offline: true },
    entered: isIn ? added : 0,
    left: isIn ? 0 : added,
  }
}

const createEntryWith = (kind: 'in' | 'out' | 'undo', more: object): KeptEntry => ({
  ...createEntry(kind, 2, 'in'),
  event: { ...createEntry(kind, 2).event, code: 'WWWW2222', ...more },
})

test('a code is read as it is typed, a token from its link', () => {
  for (const typed of ['k7qm 2xpa', ' K7QM-2XPA\n', 'K7QM2XPA'])
    expect(parseScanned(typed)).toEqual({ code: 'K7QM2XPA' })
  for (const text of [`https://portal.test/pass#${TOKEN}`, TOKEN])
    expect(parseScanned(text)).toEqual({ token: TOKEN })
  for (const text of [
    '',
    'K7QM2XP',
    'K7QM2XP!',
    `https://portal.test/pass#${TOKEN}x`,
    'https://other.test/',
    'K'.repeat(1e6),
  ])
    expect(parseScanned(text)).toBeUndefined()
})

test('a link that a scanner typed with Caps Lock is read, unless its letters lost their case', () => {
  const swapped = 'HTTPS://PORTAL.TEST:8443/PASS#aBC-_23456789012345678'
  expect(parseScanned(swapped)).toEqual({ token: TOKEN })
  expect(parseScanned(`${swapped}\n`)).toEqual({ token: TOKEN })
  expect(hasLostCase(swapped)).toBe(false)
  const lost = 'HTTPS://PORTAL.TEST/PASS#ABC-_23456789012345678'
  expect([parseScanned(lost), hasLostCase(lost)]).toEqual([undefined, true])
  expect(hasLostCase('K7QM2XPA')).toBe(false)
})

test('a pass is found by its code and by the hash of its token, and none by another', async () => {
  const kept = { list: testList([testPass({ tokenHash: HASH })]), entries: [] }
  expect((await findHere(kept, { code: 'K7QM2XPA' }))?.id).toBe(1)
  expect((await findHere(kept, { token: TOKEN }))?.id).toBe(1)
  expect(await findHere(kept, { token: `${TOKEN.slice(1)}x` })).toBeUndefined()
  expect(await findHere(kept, { code: 'K7QM2XPB' })).toBeUndefined()
})

test.each([
  ['nothing', [], 'mayEnter', ['in']],
  ['one of two came in', [createEntry('in', 1)], 'mayEnter', ['in', 'out']],
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
  const pass = addEntries(testPass(), entries)
  expect(judgeOnDevice(testList([]), pass, AT)).toMatchObject({ verdict, may })
})

test('one person whom another gate let in already is one, also while the own entry waits', () => {
  const [here, there] = [testPass({ people: 1, entered: 1 }), testPass({ people: 3, entered: 2 })]
  expect(addEntries(here, [createEntry('in', 1)])).toMatchObject({ entered: 1, left: 0 })
  expect(addEntries(there, [createEntry('in', 3)])).toMatchObject({ entered: 3, left: 0 })
  const came = { ...createEntry('in', 1), event: { ...createEntry('in', 1).event, key: 'a' } }
  const undo = {
    ...createEntry('undo', 1),
    event: { ...createEntry('undo', 1).event, key: 'b', undoes: 'a' },
  }
  expect(addEntries(here, [came, undo])).toMatchObject({ entered: 1, left: 0 })
})

test('workers are inside by name, and who stepped out of a visit may come back', () => {
  const permit = testPass({ entries: 'many', people: 3, workers: ['Ana', 'Ben', 'Cy'] })
  const moving = (kind: 'in' | 'out', workers: string[]): KeptEntry => {
    const entry = createEntry(kind, workers.length, kind)
    return { ...entry, event: { ...entry.event, key: workers.join(), workers } }
  }
  const after = addEntries(permit, [moving('in', ['Ana', 'Ben']), moving('out', ['Ana'])])
  expect(after).toMatchObject({ entered: 2, left: 1, came: 2, workersInside: ['Ben'] })
  const visit = testPass({ entries: 'return', people: 1 })
  const back = addEntries(visit, [createEntry('in', 1), createEntry('out', 1)])
  expect(judgeOnDevice(testList([]), back, AT)).toMatchObject({ verdict: 'mayEnter', may: ['in'] })
  expect(back).toMatchObject({ came: 1, endedAt: null })
})

test('a walk-in whom the device let in is found, inside and counted, leaves, and is undone', async () => {
  const walkIn = { name: 'Berto Lim', purpose: 'Repair', plate: '', unit: 'B-12' }
  const came = createEntryWith('in', { key: 'came', walkIn })
  const kept = { list: testList([]), entries: [came] }
  const pass = await findHere(kept, { code: 'WWWW2222' })
  expect(pass).toMatchObject({ name: 'Berto Lim', unitNumber: 'B-12', entered: 2, people: 2 })
  expect(pass && judgeOnDevice(kept.list, pass, AT)).toMatchObject({ verdict: 'mayLeave', may: ['out'] })
  expect(countStoredPasses(kept, AT)).toMatchObject({ inside: 1, left: 0 })
  expect(listStoredPasses(kept, undefined, AT, 'berto b-12')).toHaveLength(1)
  const out = createEntryWith('out', { key: 'out' })
  const gone = { ...kept, entries: [came, out] }
  expect(countStoredPasses(gone, AT)).toMatchObject({ inside: 0, left: 1 })
  const undone = { ...kept, entries: [came, createEntryWith('undo', { key: 'u', undoes: 'came' })] }
  expect(countStoredPasses(undone, AT)).toMatchObject({ inside: 0, left: 0 })
  // When the server's list contains the walk-in's pass, it replaces the pass created on this device.
  const listed = { list: testList([testPass({ id: 9, code: 'WWWW2222', people: 2 })]), entries: [came] }
  expect(listStoredPasses(listed, 'inside', AT).map(({ id }) => id)).toEqual([9])
})

test('lists and numbers are those of this moment with what the device saw', () => {
  const passes = [
    testPass({ id: 1 }),
    testPass({ id: 2, code: 'B', unitNumber: '1203', name: 'Ben Reyes' }),
    testPass({ id: 3, code: 'C', entered: 1, to: '2026-11-25T05:00:00.000Z' }),
    testPass({ id: 4, code: 'D', from: '2026-11-26T04:00:00.000Z', to: '2026-11-26T15:00:00.000Z' }),
    testPass({ id: 5, code: 'E', endedAt: '2026-11-25T05:00:00.000Z' }),
    testPass({ id: 6, code: 'F', entered: 1, left: 1, lastOutAt: '2026-11-25T05:00:00.000Z' }),
  ]
  const kept = { list: testList(passes), entries: [createEntry('in', 2)] }
  const ids = (name: 'expected' | 'inside' | 'left', words?: string): number[] =>
    listStoredPasses(kept, name, AT, words).map(({ id }) => id)
  expect(ids('expected')).toEqual([2, 6])
  expect(ids('expected', 'reyes 1203')).toEqual([2])
  expect(ids('inside')).toEqual([3, 1])
  expect(ids('left')).toEqual([6])
  expect(countStoredPasses(kept, AT)).toMatchObject({ expected: 2, inside: 2, overstay: 1, left: 1 })
})

test.each(['pena', 'PEÑA', "o'brien", 'obrien', 'A–101', 'unit a101', 'obrien pena'])(
  'without a connection %s finds a pass as with one',
  (words) => {
    const pass = testPass({ name: 'Zoë O’Brien', clientName: 'Peña, José', unitNumber: 'A-101' })
    const kept = { list: testList([pass]), entries: [] }
    expect(listStoredPasses(kept, undefined, AT, words).map(({ id }) => id)).toEqual([pass.id])
    expect(listStoredPasses(kept, undefined, AT, `${words} none`)).toEqual([])
  },
)
