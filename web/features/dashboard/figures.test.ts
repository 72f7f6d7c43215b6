import { expect, test } from 'vitest'
import { truncateTitle, formatPercent, getDoughnutTotal, listSlices, groupByYear } from './figures.ts'

test('the doughnut has seven statuses with their shares', () => {
  const slices = listSlices({
    open: 5,
    close: 3,
    ongoing: 1,
    completed: 10,
    cancelled: 0,
    rejected: 1,
    deleted: 20,
    all: 40,
  })
  expect(slices.map(({ name, count, share }) => [name, count, formatPercent(share)])).toEqual([
    ['Open', 5, '12.5%'],
    ['Close', 3, '7.5%'],
    ['Ongoing', 1, '2.5%'],
    ['Completed', 10, '25.0%'],
    ['Cancelled', 0, '0.0%'],
    ['Rejected', 1, '2.5%'],
    ['Deleted', 20, '50.0%'],
  ])
})

test('the total in the ring is of the job orders that its percentages are of', () => {
  const counts = { open: 20, close: 12, ongoing: 9, completed: 40, cancelled: 4, rejected: 2, deleted: 2 }
  const slices = listSlices({ ...counts, all: 89 })
  const { total } = getDoughnutTotal({ ...counts, all: 89 })
  for (const { count, share } of slices) expect(share * total).toBeCloseTo(count)
  expect(slices.reduce((sum, { count }) => sum + count, 0)).toBe(total)
})

test('without job orders every share is zero', () => {
  const zeroCounts = {
    open: 0,
    close: 0,
    ongoing: 0,
    completed: 0,
    cancelled: 0,
    rejected: 0,
    deleted: 0,
    all: 0,
  }
  expect(listSlices(zeroCounts).every(({ share }) => share === 0)).toBe(true)
})

test('a past year has twelve months; the current one ends with this month or the last booking', () => {
  const now = { year: 2026, month: 3 }
  const counts = [
    { year: 2025, month: 11, count: 4 },
    { year: 2026, month: 1, count: 2 },
    { year: 2026, month: 5, count: 1 },
  ]
  expect(groupByYear(counts, now)).toEqual([
    { year: 2026, months: [2, 0, 0, 0, 1, null, null, null, null, null, null, null], total: 3 },
    { year: 2025, months: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0], total: 4 },
  ])
  expect(groupByYear([{ year: 2026, month: 1, count: 2 }], now)[0]?.months.slice(0, 4)).toEqual([
    2,
    0,
    0,
    null,
  ])
})

test('titles are truncated to 75 characters, never within a letter', () => {
  const longTitle = 'é'.repeat(74) + '🏠🏠'
  expect(truncateTitle(longTitle)).toBe(`${'é'.repeat(74)}🏠…`)
  expect(truncateTitle('Pool closed')).toBe('Pool closed')
})
