import type { Option } from '../forms/fields.ts'
import type { TicketModule } from '../tickets/define-module.ts'

export const PAYMENT_FILTERS = ['statuses', 'from', 'to', 'by', 'type', 'tenantId', 'unit'] as const

/** Filters of ticket lists, with their names in API calls and URLs (rules 13.29). */
export const TICKET_FILTERS = [...PAYMENT_FILTERS, 'assigneeId', 'late'] as const
export type TicketFilterKey = (typeof TICKET_FILTERS)[number]

const CHOICE_FILTERS = ['type', 'state', 'kind', 'channel', 'gateId'] as const
export type ChoiceKey = (typeof CHOICE_FILTERS)[number]

export const FILTER_KEYS = [...new Set([...TICKET_FILTERS, ...CHOICE_FILTERS])]
export type FilterKey = (typeof FILTER_KEYS)[number]

export type ListFilters = { readonly [Key in FilterKey]?: string | undefined }

export const NO_ASSIGNEE_ID = '0'
export const UNIT_LENGTH = 20

type FilteredModule = Pick<TicketModule, 'fields' | 'mainDate'>

export function getTicketTypes({ fields: { type } }: Pick<FilteredModule, 'fields'>): readonly Option[] {
  return type?.kind === 'choice' ? type.options : []
}

/**
 * Returns the filters of a module's list. Without a module, returns the filters of the list of all modules.
 */
export function getTicketFilters(module?: FilteredModule): readonly TicketFilterKey[] {
  return TICKET_FILTERS.filter((key) => {
    if (key === 'type') return module !== undefined && getTicketTypes(module).length > 0
    return key !== 'by' || module?.mainDate !== undefined
  })
}

/**
 * Periods relative to today. URLs contain a period instead of `from` and `to`, so that a saved URL stays
 * relative.
 */
export const FILTER_PERIODS = ['today', 'week', 'month'] as const
export type FilterPeriod = (typeof FILTER_PERIODS)[number]

/** Returns the first and last day of each period as `YYYY-MM-DD`. Weeks begin on Monday. */
export function getPeriodDays(today: string): Readonly<Record<FilterPeriod, { from: string; to: string }>> {
  const [year = 0, month = 0, date = 0] = today.split('-').map(Number)
  const toDay = (dayOfMonth: number, monthOffset = 0) =>
    new Date(Date.UTC(year, month - 1 + monthOffset, dayOfMonth)).toISOString().slice(0, 10)
  const monday = date - ((new Date(today).getUTCDay() + 6) % 7)
  return {
    today: { from: today, to: today },
    week: { from: toDay(monday), to: toDay(monday + 6) },
    month: { from: toDay(1), to: toDay(0, 1) },
  }
}
