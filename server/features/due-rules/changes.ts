import { updateSetting } from '#features/settings/website-settings.ts'
import type { Actor } from '#platform/actor.ts'
import { createInvalidInputError, requireFound } from '#platform/errors.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import { getTicketTypes } from '@tahanan/contract/lists/filters.ts'
import type { DueRule, Holiday } from '@tahanan/contract/settings/answers.ts'
import {
  getPhilippineHolidays,
  type NamedHoliday,
} from '@tahanan/contract/settings/get-philippine-holidays.ts'
import {
  getOfficeDayError,
  toOfficeDay,
  WEEKDAYS,
  type OfficeWeek,
} from '@tahanan/contract/settings/office-hours.ts'
import { toOneLine } from '@tahanan/contract/text/one-line.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { describeDateError, isDay } from '@tahanan/contract/time.ts'
import {
  deleteHoliday,
  deleteRule,
  insertHolidays,
  insertRule,
  OFFICE_HOURS_SETTING,
  updateRule,
} from './repository.ts'

/**
 * Adds a rule for the due time of tickets. Throws 400 for an unknown module or type, and if the module and
 * type have a rule already.
 */
export async function addRule(services: PlatformContext, rule: Omit<DueRule, 'id'>): Promise<DueRule> {
  const module = MODULES.find(({ name }) => name === rule.module)
  if (!module) throw createInvalidInputError({ module: ['There is no such service.'] })
  if (rule.type !== null && !getTicketTypes(module).some(({ value }) => String(value) === rule.type))
    throw createInvalidInputError({ type: ['There is no such type.'] })
  const addedRule = await runInTransaction(services, (tx) => insertRule(tx, rule))
  if (!addedRule)
    throw createInvalidInputError({ module: ['There is a rule for this already. Please change its hours.'] })
  return addedRule
}

export const changeRule = async (services: PlatformContext, id: number, hours: number): Promise<DueRule> =>
  requireFound(await runInTransaction(services, (tx) => updateRule(tx, id, hours)))

/** Deletes a rule. Existing tickets keep their due times. Throws 404 for an unknown rule. */
export async function removeRule(services: PlatformContext, id: number): Promise<void> {
  requireFound(await runInTransaction(services, (tx) => deleteRule(tx, id)))
}

/**
 * Saves the office hours of the week. Throws 400 for times in the wrong order and for a week without an open
 * day. Throws 409 if the office hours changed after `lastSeen`.
 */
export async function changeOfficeHours(
  services: PlatformContext,
  actor: Actor,
  week: OfficeWeek,
  lastSeen: Date | undefined,
): Promise<void> {
  const errors: FieldErrors = {}
  for (const [index, day] of week.entries()) {
    if (!day) continue
    const error = getOfficeDayError(day, WEEKDAYS[index] ?? '')
    if (error !== undefined) errors[`week.${index}`] = [error]
  }
  if (week.every((day) => day === null)) errors.week = ['Please keep at least one day with office hours.']
  if (Object.keys(errors).length > 0) throw createInvalidInputError(errors)
  const newRule = {
    name: OFFICE_HOURS_SETTING,
    value: JSON.stringify(week.map((day) => day && toOfficeDay(day))),
    seen: lastSeen,
  }
  await runInTransaction(services, (tx) => updateSetting(tx, actor, newRule))
}

/** Adds a holiday. Throws 400 for an impossible date, and if the day is a holiday already. */
export async function addHoliday(services: PlatformContext, holiday: NamedHoliday): Promise<Holiday> {
  const { date } = holiday
  const newHoliday = { date, name: toOneLine(holiday.name) }
  if (!isDay(date)) throw createInvalidInputError({ date: [describeDateError(date)] })
  if ((await runInTransaction(services, (tx) => insertHolidays(tx, [newHoliday]))) === 0)
    throw createInvalidInputError({ date: ['There is a holiday on this day already.'] })
  return newHoliday
}

export const addPhilippineHolidays = (services: PlatformContext, year: number): Promise<number> =>
  runInTransaction(services, (tx) => insertHolidays(tx, getPhilippineHolidays(year)))

export async function removeHoliday(services: PlatformContext, date: string): Promise<void> {
  requireFound(await runInTransaction(services, (tx) => deleteHoliday(tx, date)))
}
