import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  formatCsvDate,
  getForeignZoneName,
  formatDay,
  formatLongTime,
  formatPickerTime,
  parseTime,
  getStartOfDay,
} from './time.ts'

const MANILA = 'Asia/Manila'

test("the community's wall clock is read in its time zone", () => {
  expect(parseTime('2026-03-14 09:00:00', MANILA)?.toISOString()).toBe('2026-03-14T01:00:00.000Z')
  expect(parseTime('2026-03-14', MANILA)?.toISOString()).toBe('2026-03-13T16:00:00.000Z')
})

test.each([
  '',
  'tomorrow',
  '2026-13-01',
  '2026-02-29',
  '2026-03-14 24:00:00',
  '1700-01-01',
  '14/03/2026',
  '2026-03-14 09:60',
])('%s is not a time', (text) => {
  expect(parseTime(text, MANILA)).toBeNull()
})

test('midnight in Manila belongs to the new day', () => {
  const midnight = new Date('2026-01-31T16:00:00Z')
  expect(formatDay(midnight, MANILA)).toBe('2026-02-01')
  expect(formatCsvDate(midnight, MANILA)).toBe('01/02/2026')
  expect(formatLongTime(midnight, MANILA)).toBe('1 February 2026, 12:00 AM')
  expect(getStartOfDay(midnight, MANILA)).toEqual(midnight)
  expect(getStartOfDay(new Date(midnight.getTime() - 1), MANILA).toISOString()).toBe(
    '2026-01-30T16:00:00.000Z',
  )
})

test("a picker's text reads back as the same second, in zones with and without daylight saving", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: Date.UTC(1950, 0, 1) / 1000, max: Date.UTC(2100, 0, 1) / 1000 }),
      fc.constantFrom(MANILA, 'UTC', 'Asia/Kolkata'),
      (seconds, zone) => {
        const instant = new Date(seconds * 1000)
        const parsedTime = parseTime(formatPickerTime(instant, zone), zone)
        // When a zone changes its offset, one wall-clock time can be two instants, an hour apart.
        expect(Math.abs((parsedTime?.getTime() ?? 0) - instant.getTime())).toBeLessThanOrEqual(3_600_000)
        expect(formatPickerTime(parsedTime ?? instant, zone)).toBe(formatPickerTime(instant, zone))
      },
    ),
  )
})

test.each([
  ['Manila', 'Asia/Manila', 'Europe/Berlin', '2026-11-28T06:00:00Z'],
  [undefined, 'Asia/Manila', 'Asia/Manila', '2026-11-28T06:00:00Z'],
  // Singapore has the same time as Manila all year, so the name of the zone is not needed.
  [undefined, 'Asia/Manila', 'Asia/Singapore', '2026-11-28T06:00:00Z'],
  ['Manila', 'Asia/Manila', 'Asia/Kolkata', '2026-11-28T06:00:00Z'],
  ['Buenos Aires', 'America/Argentina/Buenos_Aires', 'UTC', '2026-11-28T06:00:00Z'],
  // The clocks of Lagos and Berlin differ in summer and agree in winter.
  ['Lagos', 'Africa/Lagos', 'Europe/Berlin', '2026-07-01T06:00:00Z'],
  [undefined, 'Africa/Lagos', 'Europe/Berlin', '2026-11-28T06:00:00Z'],
])(
  'times are named %s where those of %s are read in %s at %s (rules 15.34)',
  (name, zone, ownZone, instantText) => {
    expect(getForeignZoneName(zone, new Date(instantText), ownZone)).toBe(name)
  },
)
