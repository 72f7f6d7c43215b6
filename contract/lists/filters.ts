import type { Option } from '../forms/fields.ts'
import type { TicketModule } from '../tickets/define-module.ts'

export const PAYMENT_FILTERS = ['statuses', 'from', 'to', 'by', 'type', 'tenantId', 'unit'] as const

/** Keys in API calls and URLs (rules 13.29). */
export const TICKET_FILTERS = [...PAYMENT_FILTERS, 'assigneeId', 'late'] as const
export type TicketFilterKey = (typeof TICKET_FILTERS)[number]

/** Each list declares the choices of these filters. */
const CHOICE_FILTERS = ['type', 'state', 'kind', 'channel', 'gateId'] as const
export type ChoiceKey = (typeof CHOICE_FILTERS)[number]

export const FILTER_KEYS = [...new Set([...TICKET_FILTERS, ...CHOICE_FILTERS])]
export type FilterKey = (typeof FILTER_KEYS)[number]

/** An empty value does not filter. */
export type ListFilters = { readonly [Key in FilterKey]?: string | undefined }

/** `assigneeId` for tickets without assignee. */
export const NOBODY = '0'
export const UNIT_LENGTH = 20

type Filtered = Pick<TicketModule, 'fields' | 'mainDate'>

export function listTypes({ fields: { type } }: Pick<Filtered, 'fields'>): readonly Option[] {
  return type?.kind === 'choice' ? type.options : []
}

/** Without a module, returns the filters of the list of all modules. */
export function getTicketFilters(module?: Filtered): readonly TicketFilterKey[] {
  return TICKET_FILTERS.filter((key) => {
    if (key === 'type') return module !== undefined && listTypes(module).length > 0
    return key !== 'by' || module?.mainDate !== undefined
  })
}

/** URLs contain a period instead of `from` and `to`, because it is relative to today. */
export const PERIODS = ['today', 'week', 'month'] as const
export type Period = (typeof PERIODS)[number]

/** Days are `YYYY-MM-DD`. Weeks begin on Monday. */
export function getPeriodDays(today: string): Readonly<Record<Period, { from: string; to: string }>> {
  const [year = 0, month = 0, date = 0] = today.split('-').map(Number)
  const day = (ofMonth: number, later = 0) =>
    new Date(Date.UTC(year, month - 1 + later, ofMonth)).toISOString().slice(0, 10)
  const monday = date - ((new Date(today).getUTCDay() + 6) % 7)
  return {
    today: { from: today, to: today },
    week: { from: day(monday), to: day(monday + 6) },
    month: { from: day(1), to: day(0, 1) },
  }
}
