import { expect, test } from 'vitest'
import { createTestPass } from '../store/testing.ts'
import {
  getInitialPeople,
  describePeopleInside,
  formatAdmissionHours,
  formatStartHour,
  getVerdictReason,
  mayWorkersMove,
  listWorkers,
} from './verdict-text.ts'

const describePass = (changes: Parameters<typeof createTestPass>[0]) =>
  describePeopleInside(createTestPass({ people: 5, ...changes }))

test('a pass of several says how many of how many came', () => {
  expect(describePass({})).toBe('5 people')
  expect(describePass({ entered: 3, left: 1, came: 3 })).toBe('3 of 5 came, 2 inside')
  expect(describePass({ entered: 6, left: 6, came: 5 })).toBe('5 of 5 came, 0 inside')
  expect(describePass({ people: 1 })).toBe('1 person')
  expect(describePass({ people: 1, entered: 1, came: 1 })).toBe('Inside')
})

test('ticked workers come in from outside and go out from inside', () => {
  const workerNames = ['Boy Santos', 'Boy Santos (2)', 'Cy Reyes']
  const pass = createTestPass({
    entries: 'many',
    people: 3,
    entered: 1,
    workers: workerNames,
    workersInside: ['Boy Santos'],
  })
  const rows = listWorkers(pass)
  expect(rows.map(({ isInside }) => isInside)).toEqual([true, false, false])
  const mayWorkersMoveAt = (kind: 'in' | 'out', ...indexes: number[]) =>
    mayWorkersMove(
      pass,
      kind,
      rows.filter((_, index) => indexes.includes(index)),
    )
  expect([
    mayWorkersMoveAt('in'),
    mayWorkersMoveAt('in', 1, 2),
    mayWorkersMoveAt('in', 0),
    mayWorkersMoveAt('in', 0, 1),
  ]).toEqual([false, true, false, false])
  expect([
    mayWorkersMoveAt('out'),
    mayWorkersMoveAt('out', 0),
    mayWorkersMoveAt('out', 1),
    mayWorkersMoveAt('out', 0, 1),
  ]).toEqual([false, true, false, false])
  // Worker 1 came in without a recorded name, so any name may be ticked when this worker leaves.
  const passWithoutNames = { ...pass, workersInside: [] }
  expect(mayWorkersMove(passWithoutNames, 'out', listWorkers(passWithoutNames).slice(0, 1))).toBe(true)
})

const getPeople = (kind: 'in' | 'out', changes: Parameters<typeof createTestPass>[0]) =>
  getInitialPeople(createTestPass({ entries: 'return', people: 5, ...changes }), kind)

test('a visit comes in and goes out whole at first, and who stepped out comes back', () => {
  expect(getPeople('in', {})).toBe(5)
  expect(getPeople('out', { entered: 3, came: 3 })).toBe(3)
  expect(getPeople('in', { entered: 3, left: 1, came: 3 })).toBe(1)
  expect(getPeople('in', { entered: 3, came: 3 })).toBe(2)
  expect(getPeople('in', { entries: 'many' })).toBe(1)
})

test('days and hours go by the time that is given, not by the clock of the device (rules 24.48)', () => {
  const now = Date.parse('2026-11-25T10:00:00+08:00')
  const visit = createTestPass({ from: '2026-11-25T01:00:00.000Z' })
  expect(formatAdmissionHours(visit, now)).toBe('Today, 9:00 AM to 11:59 PM')
  expect(formatStartHour(visit, now)).toBe('9:00 AM')
  expect(formatStartHour(visit, now + 86_400_000)).toBe('All day')
  const work = createTestPass({ to: '2026-11-30T15:59:59.999Z', dayFrom: '13:00', dayTo: '17:00' })
  expect(getVerdictReason('tooEarly', work, now + 3_600_000 * 2.5)).toBe('Valid from 1:00 PM to 5:00 PM.')
  expect(getVerdictReason('tooEarly', work, now)).toBe('Valid from 12:00 PM.')
})
