import { updateSetting } from '#features/settings/website-settings.ts'
import type { Actor } from '#platform/actor.ts'
import { invalidInput, requireFound } from '#platform/errors.ts'
import { change, type Services } from '#platform/services.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import { listTypes } from '@tahanan/contract/lists/filters.ts'
import type { DueRule, Holiday } from '@tahanan/contract/settings/answers.ts'
import { getPhilippineHolidays, type NamedDay } from '@tahanan/contract/settings/get-philippine-holidays.ts'
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
  OFFICE_HOURS,
  updateRule,
} from './repository.ts'

/** Throws 400 for an unknown module or type, and for a second rule of the same module and type. */
export async function addRule(services: Services, rule: Omit<DueRule, 'id'>): Promise<DueRule> {
  const module = MODULES.find(({ name }) => name === rule.module)
  if (!module) throw invalidInput({ module: ['There is no such service.'] })
  if (rule.type !== null && !listTypes(module).some(({ value }) => String(value) === rule.type))
    throw invalidInput({ type: ['There is no such type.'] })
  const added = await change(services, (tx) => insertRule(tx, rule))
  if (!added) throw invalidInput({ module: ['There is a rule for this already. Please change its hours.'] })
  return added
}

export const changeRule = async (services: Services, id: number, hours: number): Promise<DueRule> =>
  requireFound(await change(services, (tx) => updateRule(tx, id, hours)))

/** Deletes a rule. Existing tickets keep their due times. Throws 404. */
export async function removeRule(services: Services, id: number): Promise<void> {
  requireFound(await change(services, (tx) => deleteRule(tx, id)))
}

/**
 * Throws 400 for times in the wrong order and for a week without an open day. Throws 409 if the office hours
 * changed after `seen`.
 */
export async function changeOfficeHours(
  services: Services,
  actor: Actor,
  week: OfficeWeek,
  seen: Date | undefined,
): Promise<void> {
  const errors: FieldErrors = {}
  for (const [index, day] of week.entries()) {
    if (!day) continue
    const error = getOfficeDayError(day, WEEKDAYS[index] ?? '')
    if (error !== undefined) errors[`week.${index}`] = [error]
  }
  if (week.every((day) => day === null)) errors.week = ['Please keep at least one day with office hours.']
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
  const setting = {
    name: OFFICE_HOURS,
    value: JSON.stringify(week.map((day) => day && toOfficeDay(day))),
    seen,
  }
  await change(services, (tx) => updateSetting(tx, actor, setting))
}

/** Throws 400 for an impossible date, and for a second holiday on the same day. */
export async function addHoliday(services: Services, holiday: NamedDay): Promise<Holiday> {
  const { date } = holiday
  const added = { date, name: toOneLine(holiday.name) }
  if (!isDay(date)) throw invalidInput({ date: [describeDateError(date)] })
  if ((await change(services, (tx) => insertHolidays(tx, [added]))) === 0)
    throw invalidInput({ date: ['There is a holiday on this day already.'] })
  return added
}

export const addPhilippineHolidays = (services: Services, year: number): Promise<number> =>
  change(services, (tx) => insertHolidays(tx, getPhilippineHolidays(year)))

export async function removeHoliday(services: Services, date: string): Promise<void> {
  requireFound(await change(services, (tx) => deleteHoliday(tx, date)))
}
