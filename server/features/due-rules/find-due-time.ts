import type { DbOrTx } from '#platform/db/client.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { addOfficeHours, type OfficeCalendar } from '@tahanan/contract/settings/office-hours.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { findRule, listHolidays, findOfficeHours, parseWeek } from './repository.ts'

/**
 * Computes when a new ticket is due, by the office's rule for its module and type (rules 11.18). Returns null
 * if no rule applies.
 */
export async function findDueTime(
  db: DbOrTx,
  { name }: TicketModule,
  { type }: Readonly<Details>,
  timeZone: string,
  now = new Date(),
): Promise<Date | null> {
  const [rule] = await findRule(db, { module: name, type: toTypeText(type) })
  if (!rule) return null
  const calendar = { week: parseWeek(rule.week ?? ''), holidays: new Set(rule.holidays), timeZone }
  return addOfficeHours(now, rule.hours, calendar)
}

// Converts the ticket's type to text, because rules store the type as text.
const toTypeText = (type: unknown): string =>
  typeof type === 'string' || typeof type === 'number' ? String(type) : ''

export async function findOfficeCalendar(db: DbOrTx, timeZone: string): Promise<OfficeCalendar> {
  const [{ week }, holidays] = await Promise.all([findOfficeHours(db), listHolidays(db)])
  return { week, holidays: new Set(holidays.map(({ date }) => date)), timeZone }
}
