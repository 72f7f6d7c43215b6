import { expect, test } from 'vitest'
import { formatPassHours } from './format-pass-hours.ts'

const formatHours = (from: string, to: string, dayFrom: string | null = null, dayTo: string | null = null) =>
  Object.values(
    formatPassHours(
      {
        from: new Date(`${from}+08:00`).toISOString(),
        to: new Date(`${to}+08:00`).toISOString(),
        dayFrom,
        dayTo,
      },
      'Asia/Manila',
    ),
  )

test.each([
  [
    ['2026-11-27T12:00', '2026-11-27T23:59:59.999'],
    ['Friday, 27 November 2026', '12:00 PM to midnight'],
  ],
  [
    ['2026-11-27T00:00', '2026-11-27T23:59:59.999'],
    ['Friday, 27 November 2026', 'All day'],
  ],
  [
    ['2026-11-27T08:00', '2026-11-29T18:00', '08:00', '18:00'],
    ['27 November 2026 to 29 November 2026', '8:00 AM to 6:00 PM each day'],
  ],
  [
    ['2026-11-27T08:00', '2026-11-27T18:00', '08:00', '18:00'],
    ['Friday, 27 November 2026', '8:00 AM to 6:00 PM'],
  ],
  [
    ['2026-11-26T22:30', '2026-11-27T23:59:59.999'],
    ['Friday, 27 November 2026', '10:30 PM the evening before to midnight'],
  ],
  [
    ['2026-11-30T21:59', '2026-12-01T01:59:00'],
    ['Monday, 30 November 2026', '9:59 PM to 1:59 AM the next day'],
  ],
  [
    ['2026-11-30T23:00', '2026-12-01T23:59:59.999'],
    ['Tuesday, 1 December 2026', '11:00 PM the evening before to midnight'],
  ],
  [
    ['2026-11-27T08:00', '2026-11-28T17:00'],
    ['27 November 2026 to 28 November 2026', '8:00 AM to 5:00 PM'],
  ],
  [
    ['2026-11-27T20:00', '2026-11-29T01:00'],
    ['27 November 2026 to 29 November 2026', '8:00 PM to 1:00 AM'],
  ],
  [
    ['2026-11-27T20:00', '2026-11-28T06:00', '20:00', '06:00'],
    ['27 November 2026 to 28 November 2026', '8:00 PM to 6:00 AM each day'],
  ],
] as const)('%j is %j', (pass, expectedText) => {
  const [from, to, ...day] = pass
  expect(formatHours(from, to, ...day)).toEqual(expectedText)
})
