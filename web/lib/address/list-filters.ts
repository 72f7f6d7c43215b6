import { ADDRESS_KEYS, isAddressValue } from '@tahanan/contract/lists/address.ts'
import {
  FILTER_KEYS,
  getPeriodDays,
  PERIODS,
  type ListFilters,
  type Period,
} from '@tahanan/contract/lists/filters.ts'
import type { OfficeList } from '@tahanan/contract/lists/office-lists.ts'

/** URLs have a period instead of `from` and `to`. */
export type AddressFilters = ListFilters & { readonly period?: Period | undefined }

const ADDRESS_FILTERS = ['period', ...FILTER_KEYS] as const

/** Ignores values that the list does not support. */
export function parseFilters(params: URLSearchParams, list: OfficeList): AddressFilters {
  const read = (key: string): string | undefined => {
    const value = params.get(key)
    return value !== null && isAddressValue(list, key, value) ? value : undefined
  }
  const filters = Object.fromEntries(FILTER_KEYS.map((key) => [key, read(key)]))
  return removeIdle({ ...filters, period: PERIODS.find((period) => period === read('period')) })
}

/** Drops days beside a period, a last day before the first, and `by` without days. */
function removeIdle({ period, from, to, by, ...others }: AddressFilters): AddressFilters {
  const last = from !== undefined && to !== undefined && from > to ? undefined : to
  const days = period === undefined ? { from, to: last } : { period }
  const isDated = period !== undefined || from !== undefined || last !== undefined
  return { ...others, ...days, ...(isDated && { by }) }
}

/** Changes only the filters that differ between `before` and `after`. Returns to page 1. */
export function changeFilters(
  params: URLSearchParams,
  list: OfficeList,
  before: AddressFilters,
  after: AddressFilters,
): void {
  const now = parseFilters(params, list)
  const changed = ADDRESS_FILTERS.filter((key) => after[key] !== before[key])
  const kept = removeIdle({ ...now, ...Object.fromEntries(changed.map((key) => [key, after[key]])) })
  params.delete('page')
  for (const key of ADDRESS_FILTERS) {
    const value = kept[key]
    if (value === undefined || value === '') params.delete(key)
    else params.set(key, value)
  }
}

export function toCallFilters({ period, ...filters }: AddressFilters, today: string): ListFilters {
  return period ? { ...filters, ...getPeriodDays(today)[period] } : filters
}

export const isFiltered = (filters: ListFilters): boolean =>
  FILTER_KEYS.some((key) => filters[key] !== undefined)

/** Keeps tab, search, sort order and filters, in a fixed order. */
export function toViewQuery(params: URLSearchParams, list: OfficeList): string {
  const kept = new URLSearchParams()
  for (const key of ADDRESS_KEYS) {
    const value = params.get(key) ?? ''
    if (value !== '' && isAddressValue(list, key, value)) kept.set(key, value)
  }
  return kept.toString()
}
