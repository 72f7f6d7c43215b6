import type { DateOrder } from '@tahanan/contract/billing/statement-import.ts'

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** Returns `03/04/2026` read in an order of day and month, as `3 April 2026`; undefined for text of another form. */
export function readDate(text: string, order: DateOrder): string | undefined {
  const [, first, second, year] = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-](\d{2,4})/.exec(text) ?? []
  const [day, month] = order === 'DMY' ? [first, second] : [second, first]
  const name = MONTHS[Number(month) - 1]
  return day === undefined || name === undefined ? undefined : `${Number(day)} ${name} ${year}`
}
