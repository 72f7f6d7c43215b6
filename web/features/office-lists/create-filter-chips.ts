import type { AddressFilters } from '#lib/address/list-filters.ts'
import { formatDate } from '#lib/time.ts'
import { capitalize } from '@tahanan/contract/capitalize.ts'
import { NO_ASSIGNEE_ID, FILTER_PERIODS, type FilterPeriod } from '@tahanan/contract/lists/filters.ts'
import type { OfficeList } from '@tahanan/contract/lists/office-lists.ts'

export interface FilterChip {
  label: string
  remainingFilters: AddressFilters
}

export interface FilterNames {
  me: number
  tenant?: string | undefined
  assignee?: string | undefined
}

const PERIOD_TEXTS: Readonly<Record<FilterPeriod, string>> = {
  today: 'today',
  week: 'this week',
  month: 'this month',
}

export const PERIOD_OPTIONS = FILTER_PERIODS.map((value) => ({
  value,
  label: capitalize(PERIOD_TEXTS[value]),
}))

export const formatStatus = (label: string): string => capitalize(label.toLowerCase())

export function createFilterChips(
  filters: AddressFilters,
  office: OfficeList,
  names: FilterNames,
): FilterChip[] {
  const { statuses, period, from, to, by, tenantId, unit, assigneeId, late } = filters
  const possibleChips: (FilterChip | undefined)[] = [
    createChip(statuses && `Status: ${listStatuses(statuses, office)}`, { ...filters, statuses: undefined }),
    createChip(
      describeDays({ period, from, to }, (by === 'main' && office.mainDate) || office.createdLabel),
      {
        ...filters,
        period: undefined,
        from: undefined,
        to: undefined,
        by: undefined,
      },
    ),
    ...office.choices.map(({ key, label, options }) => {
      const optionLabel = options.find(({ value }) => String(value) === filters[key])?.label ?? filters[key]
      return createChip(optionLabel && `${label}: ${optionLabel}`, { ...filters, [key]: undefined })
    }),
    createChip(tenantId && `Tenant: ${names.tenant ?? 'one tenant'}`, { ...filters, tenantId: undefined }),
    createChip(unit && `Unit ${unit}`, { ...filters, unit: undefined }),
    createChip(assigneeId && `Assigned to ${describeAssignee(assigneeId, names)}`, {
      ...filters,
      assigneeId: undefined,
    }),
    createChip(late && 'Late', { ...filters, late: undefined }),
  ]
  return possibleChips.filter((chip) => chip !== undefined)
}

const createChip = (label: string | undefined, remainingFilters: AddressFilters): FilterChip | undefined =>
  label ? { label, remainingFilters } : undefined

function listStatuses(statuses: string, office: OfficeList): string {
  const chosenStatuses = statuses.split(',')
  const chosenStatusInfos = office.statuses.filter(({ status }) => chosenStatuses.includes(String(status)))
  return chosenStatusInfos.map(({ label }) => formatStatus(label)).join(', ')
}

function describeDays({ period, from, to }: AddressFilters, label: string): string | undefined {
  if (period) return `${label}: ${PERIOD_TEXTS[period]}`
  if (from && from === to) return `${label}: ${formatDate(from)}`
  if (from && to) return `${label}: ${formatDate(from)} to ${formatDate(to)}`
  if (from) return `${label}: from ${formatDate(from)}`
  return to && `${label}: until ${formatDate(to)}`
}

function describeAssignee(id: string, { me, assignee }: FilterNames): string {
  if (id === NO_ASSIGNEE_ID) return 'nobody'
  return id === String(me) ? 'me' : (assignee ?? 'one administrator')
}
