import { expect, test } from 'vitest'
import { getMonthEndingOn, MAX_STATEMENT_CHECK_DAYS } from './reports.ts'

test('the statement check opens with the days of the last month, in which each tenant has a statement (rules 22.4)', () => {
  expect(getMonthEndingOn('2026-11-28')).toEqual({ from: '2026-10-29', to: '2026-11-28' })
  expect(getMonthEndingOn('2026-03-01')).toEqual({ from: '2026-01-30', to: '2026-03-01' })
  // For any last day, the period must contain the latest statement, whatever its day of the month.
  for (let day = Date.UTC(2026, 0, 1); day < Date.UTC(2028, 0, 1); day += 86_400_000) {
    const { from, to } = getMonthEndingOn(new Date(day).toISOString().slice(0, 10))
    const checkedDays = Array.from({ length: MAX_STATEMENT_CHECK_DAYS }, (_, dayOffset) =>
      new Date(Date.parse(from) + dayOffset * 86_400_000).getUTCDate(),
    )
    expect(Date.parse(to) - Date.parse(from)).toBe((MAX_STATEMENT_CHECK_DAYS - 1) * 86_400_000)
    for (const expectedRows of [1, 15, 22, 28]) expect(checkedDays).toContain(expectedRows)
  }
})
