import type { AddressFilters } from '#lib/address/list-filters.ts'
import { formatDate } from '#lib/time.ts'
import { capitalize } from '@tahanan/contract/capitalize.ts'
import { NOBODY, PERIODS, type Period } from '@tahanan/contract/lists/filters.ts'
import type { OfficeList } from '@tahanan/contract/lists/office-lists.ts'

export interface FilterChip {
  words: string
  without: AddressFilters
}

export interface FilterNames {
  me: number
  tenant?: string | undefined
  assignee?: string | undefined
}

const PERIOD_WORDS: Readonly<Record<Period, string>> = {
  today: 'today',
  week: 'this week',
  month: 'this month',
}

export const PERIOD_OPTIONS = PERIODS.map((value) => ({ value, label: capitalize(PERIOD_WORDS[value]) }))

export const formatStatus = (label: string): string => capitalize(label.toLowerCase())

export function describeFilters(
  chosen: AddressFilters,
  office: OfficeList,
  names: FilterNames,
): FilterChip[] {
  const { statuses, period, from, to, by, tenantId, unit, assigneeId, late } = chosen
  const chips: (FilterChip | undefined)[] = [
    createChip(statuses && `Status: ${listStatuses(statuses, office)}`, { ...chosen, statuses: undefined }),
    createChip(describeDays({ period, from, to }, (by === 'main' && office.mainDate) || office.created), {
      ...chosen,
      period: undefined,
      from: undefined,
      to: undefined,
      by: undefined,
    }),
    ...office.choices.map(({ key, label, options }) => {
      const words = options.find(({ value }) => String(value) === chosen[key])?.label ?? chosen[key]
      return createChip(words && `${label}: ${words}`, { ...chosen, [key]: undefined })
    }),
    createChip(tenantId && `Tenant: ${names.tenant ?? 'one tenant'}`, { ...chosen, tenantId: undefined }),
    createChip(unit && `Unit ${unit}`, { ...chosen, unit: undefined }),
    createChip(assigneeId && `Assigned to ${describeAssignee(assigneeId, names)}`, {
      ...chosen,
      assigneeId: undefined,
    }),
    createChip(late && 'Late', { ...chosen, late: undefined }),
  ]
  return chips.filter((found) => found !== undefined)
}

const createChip = (words: string | undefined, without: AddressFilters): FilterChip | undefined =>
  words ? { words, without } : undefined

function listStatuses(statuses: string, office: OfficeList): string {
  const chosen = statuses.split(',')
  const labels = office.statuses.filter(({ status }) => chosen.includes(String(status)))
  return labels.map(({ label }) => formatStatus(label)).join(', ')
}

function describeDays({ period, from, to }: AddressFilters, label: string): string | undefined {
  if (period) return `${label}: ${PERIOD_WORDS[period]}`
  if (from && from === to) return `${label}: ${formatDate(from)}`
  if (from && to) return `${label}: ${formatDate(from)} to ${formatDate(to)}`
  if (from) return `${label}: from ${formatDate(from)}`
  return to && `${label}: until ${formatDate(to)}`
}

function describeAssignee(id: string, { me, assignee }: FilterNames): string {
  if (id === NOBODY) return 'nobody'
  return id === String(me) ? 'me' : (assignee ?? 'one administrator')
}
