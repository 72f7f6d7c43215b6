import { expect, test } from 'vitest'
import type { KeptEntry } from './device-store.ts'
import { countsHere, findHere, judgeHere, listHere, readScanned, withEntries } from './judge-here.ts'
import { testList, testPass } from './testing.ts'

const TOKEN = 'Abc-_23456789012345678'
/** SHA-256 of the token. */
const HASH = '757a5475970c57cb386791fbd2c83506069c29df874dd123e98228e4aca706b1'
const AT = Date.parse('2026-11-25T06:30:00.000Z')

function entryOf(kind: 'in' | 'out' | 'undo', people: number, of: 'in' | 'out' = 'in'): KeptEntry {
  const at = new Date(AT).toISOString()
  const added = kind === 'undo' ? -people : people
  const isIn = kind === 'in' || (kind === 'undo' && of === 'in')
  return {
    seq: 1,
    event: { key: '', code: 'K7QM2XPA', kind, people, at, deviceAt: at, offline: true },
    entered: isIn ? added : 0,
    left: isIn ? 0 : added,
    by: '',
  }
}

test('a code is read as it is typed, a token from its link', () => {
  for (const typed of ['k7qm 2xpa', ' K7QM-2XPA\n', 'K7QM2XPA'])
    expect(readScanned(typed)).toEqual({ code: 'K7QM2XPA' })
  for (const text of [`https://portal.test/pass#${TOKEN}`, TOKEN])
    expect(readScanned(text)).toEqual({ token: TOKEN })
  for (const text of [
    '',
    'K7QM2XP',
    'K7QM2XP!',
    `https://portal.test/pass#${TOKEN}x`,
    'https://other.test/',
    'K'.repeat(1e6),
  ])
    expect(readScanned(text)).toBeUndefined()
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
  ['one of two came in', [entryOf('in', 1)], 'mayEnter', ['in', 'out']],
  ['both came in', [entryOf('in', 2)], 'mayLeave', ['out']],
  ['both came in and one went out', [entryOf('in', 2), entryOf('out', 1)], 'mayLeave', ['out']],
  ['both went out', [entryOf('in', 2), entryOf('out', 2)], 'ended', []],
  [
    'their exit is undone',
    [entryOf('in', 2), entryOf('out', 2), entryOf('undo', 2, 'out')],
    'mayLeave',
    ['out'],
  ],
  ['their entry is undone', [entryOf('in', 2), entryOf('undo', 2)], 'mayEnter', ['in']],
] as const)('after %s the device says so without the server', (_name, entries, verdict, may) => {
  const pass = withEntries(testPass(), entries)
  expect(judgeHere(testList([]), pass, AT)).toMatchObject({ verdict, may })
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
  const kept = { list: testList(passes), entries: [entryOf('in', 2)] }
  const ids = (name: 'expected' | 'inside' | 'left', words?: string): number[] =>
    listHere(kept, name, AT, words).map(({ id }) => id)
  expect(ids('expected')).toEqual([2, 6])
  expect(ids('expected', 'reyes 1203')).toEqual([2])
  expect(ids('inside')).toEqual([3, 1])
  expect(ids('left')).toEqual([6])
  expect(countsHere(kept, AT)).toEqual({ expected: 2, inside: 2, overstay: 1, left: 1 })
})
