import { ADDRESS_KEYS, isAddressValue } from '@tahanan/contract/lists/address.ts'
import {
  FILTER_KEYS,
  getPeriodDays,
  FILTER_PERIODS,
  type ListFilters,
  type FilterPeriod,
} from '@tahanan/contract/lists/filters.ts'
import type { OfficeList } from '@tahanan/contract/lists/office-lists.ts'

/** Filters as the URL stores them: `period`, for example `today`, can replace `from` and `to`. */
export type AddressFilters = ListFilters & { readonly period?: FilterPeriod | undefined }

const ADDRESS_FILTER_KEYS = ['period', ...FILTER_KEYS] as const

/** Parses the filters in a URL. Values that the list does not support are ignored. */
export function parseFilters(params: URLSearchParams, list: OfficeList): AddressFilters {
  const getValidValue = (key: string): string | undefined => {
    const value = params.get(key)
    return value !== null && isAddressValue(list, key, value) ? value : undefined
  }
  const filters = Object.fromEntries(FILTER_KEYS.map((key) => [key, getValidValue(key)]))
  return removeFiltersWithoutEffect({
    ...filters,
    period: FILTER_PERIODS.find((period) => period === getValidValue('period')),
  })
}

function removeFiltersWithoutEffect({ period, from, to, by, ...others }: AddressFilters): AddressFilters {
  const lastDay = from !== undefined && to !== undefined && from > to ? undefined : to
  const dayFilters = period === undefined ? { from, to: lastDay } : { period }
  const isDated = period !== undefined || from !== undefined || lastDay !== undefined
  return { ...others, ...dayFilters, ...(isDated && { by }) }
}

/**
 * Changes in the URL only the filters that differ between `filtersBefore` and `filtersAfter`, so that other
 * filters stay. The list returns to page 1.
 */
export function changeFilters(
  params: URLSearchParams,
  list: OfficeList,
  filtersBefore: AddressFilters,
  filtersAfter: AddressFilters,
): void {
  const now = parseFilters(params, list)
  const changedKeys = ADDRESS_FILTER_KEYS.filter((key) => filtersAfter[key] !== filtersBefore[key])
  const nextFilters = removeFiltersWithoutEffect({
    ...now,
    ...Object.fromEntries(changedKeys.map((key) => [key, filtersAfter[key]])),
  })
  params.delete('page')
  for (const key of ADDRESS_FILTER_KEYS) {
    const value = nextFilters[key]
    if (value === undefined || value === '') params.delete(key)
    else params.set(key, value)
  }
}

export function toApiFilters({ period, ...filters }: AddressFilters, today: string): ListFilters {
  return period ? { ...filters, ...getPeriodDays(today)[period] } : filters
}

export const isFiltered = (filters: ListFilters): boolean =>
  FILTER_KEYS.some((key) => filters[key] !== undefined)

/** Returns a query string with only the tab, search, sort order and filters, always in the same order. */
export function toViewQuery(params: URLSearchParams, list: OfficeList): string {
  const viewParams = new URLSearchParams()
  for (const key of ADDRESS_KEYS) {
    const value = params.get(key) ?? ''
    if (value !== '' && isAddressValue(list, key, value)) viewParams.set(key, value)
  }
  return viewParams.toString()
}
