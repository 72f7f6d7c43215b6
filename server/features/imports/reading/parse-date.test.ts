import { expect, test } from 'vitest'
import { findOrderOfDates, parseDate, toInstant, type ParsedDate } from './parse-date.ts'

const ZONE = 'Asia/Manila'
const parseTestDate = (text: string): ParsedDate => {
  const date = parseDate(text, ZONE)
  if (!date) throw new Error(`${text} is no date`)
  return date
}
const parseInstant = (text: string, order: 'DMY' | 'MDY' | null = null): string => {
  const { instant, reason } = toInstant(parseTestDate(text), order, ZONE)
  return instant?.toISOString() ?? reason ?? ''
}

test('a date is midnight of the community, or its own time of day', () => {
  expect(parseInstant('31/12/2026')).toBe('2026-12-30T16:00:00.000Z')
  expect(parseInstant('12/31/2026 09:30')).toBe('2026-12-31T01:30:00.000Z')
  expect(parseInstant('12/31/2026 9:30:15 PM')).toBe('2026-12-31T13:30:15.000Z')
  expect(parseInstant('12/31/2026 12:00:00 AM')).toBe('2026-12-30T16:00:00.000Z')
  expect(parseInstant('2026-12-31')).toBe('2026-12-30T16:00:00.000Z')
  expect(parseInstant('2026-12-31 08:00')).toBe('2026-12-31T00:00:00.000Z')
  expect(parseInstant('2026-12-31T08:00:00Z')).toBe('2026-12-31T08:00:00.000Z')
  expect(parseInstant('5.9.2026', 'DMY')).toBe('2026-09-04T16:00:00.000Z')
  expect(parseInstant('5-9-2026', 'MDY')).toBe('2026-05-08T16:00:00.000Z')
})

test.each([
  '31-Oct-26',
  '31-Oct-2026',
  '31 October 2026',
  '31/OCT/2026',
  '31Oct2026',
  'Oct 31, 2026',
  'October 31 2026',
  'Oct. 31, 2026',
  'October 31st, 2026',
  '31st October 2026',
  'Saturday, October 31, 2026',
  'Sat, 31 Oct 2026',
  '2026-Oct-31',
  '31-Oct-26 12:00 AM',
])('%s is 31 October 2026, whatever the order of the file', (text) => {
  expect(parseInstant(text, 'MDY')).toBe('2026-10-30T16:00:00.000Z')
  expect(findOrderOfDates([text, '05/09/2026'].map(parseTestDate))).toEqual({ examples: ['05/09/2026'] })
})

test('a date with the name of the month may have a time', () => {
  expect(parseInstant('Sept 5, 2026 1:30 PM')).toBe('2026-09-05T05:30:00.000Z')
})

test.each([
  '',
  'soon',
  '31-Oct',
  'Oct-26',
  'Oct 2026',
  '31-Okt-26',
  '31-Feb-26',
  '31-Oct-1926',
  'Oct 31, 2026 25:00',
  '31/12/26',
  '2026',
  '1/2/1899',
  '1/2/2026 25:00',
  '1/2/2026 13:00 PM',
  '1/2/2026 0:30 AM',
  '1/2/2026 10:60',
  '1/2/2026 10:00:60',
  '31/12/1999',
  '1/1/2100',
  '1/2-2026',
  '45000',
  '2026-13-01',
  '1899-01-01',
])('%s is no date', (text) => expect(parseDate(text, ZONE)).toBeNull())

test('the first and the last day of the years of statements are dates', () => {
  expect(parseInstant('01/01/2000', 'DMY')).toBe('1999-12-31T16:00:00.000Z')
  expect(parseInstant('31/12/2099 23:59:59', 'DMY')).toBe('2099-12-31T15:59:59.000Z')
  expect(parseInstant('1/2/2026 12:30 AM', 'DMY')).toBe('2026-01-31T16:30:00.000Z')
  expect(parseInstant('1/2/2026 12:30 PM', 'DMY')).toBe('2026-02-01T04:30:00.000Z')
})

test('an impossible day is refused, a leap day is accepted', () => {
  expect(parseInstant('30/02/2026', 'DMY')).toContain('no such day')
  expect(parseInstant('29/02/2027', 'DMY')).toContain('no such day')
  expect(parseInstant('29/02/2028', 'DMY')).toBe('2028-02-28T16:00:00.000Z')
  expect(parseInstant('31/31/2026', 'DMY')).toContain('no such day')
  expect(parseInstant('0/5/2026', 'DMY')).toContain('no such day')
})

test('a day above 12 decides the order of the whole file', () => {
  expect(findOrderOfDates(['01/09/2026', '13/09/2026'].map(parseTestDate))).toEqual({ order: 'DMY' })
  expect(findOrderOfDates(['01/09/2026', '09/13/2026'].map(parseTestDate))).toEqual({ order: 'MDY' })
})

test('ambiguous dates lead to a question only if the order matters', () => {
  expect(findOrderOfDates(['01/09/2026', '02/09/2026', '01/09/2026'].map(parseTestDate))).toEqual({
    examples: ['01/09/2026', '02/09/2026'],
  })
  expect(findOrderOfDates(['05/05/2026', '2026-01-02'].map(parseTestDate))).toEqual({ order: null })
})

test('in a file with contradicting dates the minority is refused', () => {
  const dates = ['25/12/2026', '26/12/2026', '12/25/2026', '01/02/2026'].map(parseTestDate)
  expect(findOrderOfDates(dates)).toEqual({ order: 'DMY' })
  expect(parseInstant('12/25/2026', 'DMY')).toContain('contradicts')
  expect(findOrderOfDates(['25/12/2026', '12/25/2026', '01/02/2026'].map(parseTestDate))).toEqual({
    examples: ['01/02/2026'],
  })
})
