import type { DateOrder } from '@tahanan/contract/billing/statement-import.ts'

const MONTH = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' })

/** Formats `03/04/2026` as `3 April 2026`, by the order of day and month; undefined for other text. */
export function readDate(text: string, order: DateOrder): string | undefined {
  const [, first, second, year] = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-](\d{2,4})/.exec(text) ?? []
  const [day, month] = order === 'DMY' ? [first, second] : [second, first]
  if (!(Number(month) >= 1 && Number(month) <= 12)) return undefined
  return `${Number(day)} ${MONTH.format(Date.UTC(2000, Number(month) - 1))} ${year}`
}
