import type { FieldErrors } from '@tahanan/contract/errors.ts'
import { NO_ASSIGNEE_ID, TICKET_FILTERS, type ListFilters } from '@tahanan/contract/lists/filters.ts'
import { fromWallClock, isDay } from '@tahanan/contract/time.ts'
import type { Actor } from '../actor.ts'
import type { Days, RowFilter } from '../db/lists/row-filter.ts'
import { createInvalidInputError } from '../errors.ts'

interface FilterContext {
  readonly actor: Actor
  readonly timeZone: string
  readonly mainDate?: string | undefined
}

/**
 * Parses the filters in the query of a list; returns null if none exist. Days are days in the time zone
 * of the community. Throws 400 for invalid days, days in the wrong order, and filters sent by a resident
 * (rules 13.29).
 */
export function parseRowFilter(query: ListFilters, context: FilterContext): RowFilter | null {
  const givenKeys = TICKET_FILTERS.filter((key) => query[key])
  if (givenKeys.length === 0) return null
  if (context.actor.area !== 'admin')
    throw createInvalidInputError(
      Object.fromEntries(givenKeys.map((key) => [key, ['Only the office filters by this.']])),
    )
  const { statuses, type, tenantId, unit, assigneeId, late } = query
  const days = parseDateRange(query, context)
  const filter = {
    ...(statuses && { statuses: [...new Set(statuses.split(',').map(Number))] }),
    ...(days && { days }),
    ...(type && { type }),
    ...(tenantId && { tenantId: Number(tenantId) }),
    ...(unit?.trim() && { unit: unit.trim() }),
    ...(assigneeId && { assigneeId: assigneeId === NO_ASSIGNEE_ID ? 0 : Number(assigneeId) }),
    ...(late && { late: true as const }),
  }
  return Object.keys(filter).length === 0 ? null : filter
}

function parseDateRange({ from, to, by }: ListFilters, { timeZone, mainDate }: FilterContext): Days | null {
  if (!from && !to) return null
  const errors: Record<string, string[]> = {}
  for (const [key, day] of Object.entries({ from, to }))
    if (day && !isDay(day)) errors[key] = ['There is no such day.']
  if (from && to && from > to) errors['to'] = ['The last day is before the first.']
  if (Object.keys(errors).length > 0) throw createInvalidInputError(errors satisfies FieldErrors)
  return {
    ...(from && { from: getDayStart(from, timeZone) }),
    ...(to && { until: getDayStart(to, timeZone, 1) }),
    ...(by && mainDate !== undefined && { mainDate }),
  }
}

function getDayStart(text: string, timeZone: string, daysLater = 0): Date {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  return fromWallClock({ year, month, day: day + daysLater, hour: 0, minute: 0, second: 0 }, timeZone)
}
