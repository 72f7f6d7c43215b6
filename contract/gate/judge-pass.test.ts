import { expect, test } from 'vitest'
import { judgePass, type JudgedPass, type Judgement } from './judge-pass.ts'

const TEST_PASS: JudgedPass = {
  from: '2026-03-10T00:00:00+08:00',
  to: '2026-03-12T23:59:59+08:00',
  dayFrom: '08:00',
  dayTo: '18:00',
  entries: 'one',
  people: 2,
  entered: 0,
  left: 0,
  endedAt: null,
  barred: false,
}
const judgePassAt = (
  time: string,
  overrides: Partial<JudgedPass> = {},
  direction?: 'in' | 'out',
): Judgement =>
  judgePass(
    { ...TEST_PASS, ...overrides },
    { now: new Date(`${time}+08:00`), timeZone: 'Asia/Manila', direction },
  )

const onePersonInside = { entered: 1 }
const allPeopleInside = { entered: 2 }
test.each([
  [{}, undefined, 'mayEnter', ['in']],
  [onePersonInside, undefined, 'mayEnter', ['in', 'out']],
  [onePersonInside, 'in', 'mayEnter', ['in']],
  [onePersonInside, 'out', 'mayLeave', ['out']],
  [allPeopleInside, undefined, 'mayLeave', ['out']],
  [allPeopleInside, 'in', 'inside', []],
  [{ entered: 2, left: 2 }, undefined, 'ended', []],
  [{ entered: 2, left: 2, entries: 'many' }, undefined, 'mayEnter', ['in']],
  [{ ...onePersonInside, endedAt: '2026-03-10T08:30:00Z' }, undefined, 'mayLeave', ['out']],
  [{ barred: true }, undefined, 'askOffice', []],
  [{ ...onePersonInside, barred: true }, undefined, 'mayLeave', ['out']],
] as const)('the pass %j at a gate for %s: %s', (overrides, direction, verdict, allowedDirections) => {
  expect(judgePassAt('2026-03-11T09:00:00', overrides, direction)).toEqual({
    verdict,
    may: allowedDirections,
  })
})

test.each([
  ['2026-03-09T17:00:00', 'tooEarly'],
  ['2026-03-11T07:59:59', 'tooEarly'],
  ['2026-03-11T08:00:00', 'mayEnter'],
  ['2026-03-11T18:00:59', 'mayEnter'],
  ['2026-03-11T18:01:00', 'tooLate'],
  ['2026-03-13T09:00:00', 'tooLate'],
])('at %s: %s', (time, verdict) => {
  expect(judgePassAt(time).verdict).toBe(verdict)
})
