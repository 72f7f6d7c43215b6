import { LIMITS } from '../limits.ts'
import { listSorts } from '../sorting.ts'
import { isStatus } from '../statuses.ts'
import { isDay } from '../time.ts'
import {
  FILTER_KEYS,
  NOBODY,
  PERIODS,
  UNIT_LENGTH,
  type ChoiceKey,
  type FilterKey,
  type Period,
} from './filters.ts'
import type { OfficeList } from './office-lists.ts'

export const isPeriod = (value: string): value is Period => (PERIODS as readonly string[]).includes(value)

const isFilterKey = (key: string): key is FilterKey => (FILTER_KEYS as readonly string[]).includes(key)

function areStatuses(parts: readonly string[], { statuses }: OfficeList): boolean {
  const known = statuses.map(({ status }) => String(status))
  return new Set(parts).size === parts.length && parts.every((part) => known.includes(part))
}

const isId = (value: string): boolean => /^[1-9]\d{0,14}$/.test(value)

type Check = (value: string, list: OfficeList) => boolean

function isChoice(key: ChoiceKey): Check {
  return (value, { choices }) =>
    choices.some((choice) => choice.key === key && choice.options.some((one) => String(one.value) === value))
}

/**
 * Checks of the parameters in the URL of a list. `status` is the selected tab. A URL may contain `period`
 * instead of `from` and `to`; API calls contain only `from` and `to`.
 */
const CHECKS = {
  status: (value) => isStatus(Number(value)),
  search: (value) => value.length <= LIMITS.searchTerm,
  sort: (value, { sorts }) => listSorts(sorts).includes(value),
  period: (value) => isPeriod(value),
  statuses: (value, list) => areStatuses(value.split(','), list),
  from: isDay,
  to: isDay,
  by: (value) => value === 'main',
  type: isChoice('type'),
  state: isChoice('state'),
  kind: isChoice('kind'),
  channel: isChoice('channel'),
  tenantId: isId,
  unit: (value) => value.trim() !== '' && value.length <= UNIT_LENGTH,
  assigneeId: (value) => value === NOBODY || isId(value),
  late: (value) => value === '1',
  gateId: isId,
} as const satisfies Record<FilterKey | 'status' | 'search' | 'sort' | 'period', Check>

export type AddressKey = keyof typeof CHECKS
export const ADDRESS_KEYS = Object.keys(CHECKS) as readonly AddressKey[]

function hasKey({ filters }: OfficeList, key: string): key is AddressKey {
  if (!Object.hasOwn(CHECKS, key)) return false
  return !isFilterKey(key) || filters.includes(key)
}

export function isAddressValue(list: OfficeList, key: string, value: string): boolean {
  const check: Check | undefined = hasKey(list, key) ? CHECKS[key] : undefined
  return check !== undefined && check(value, list)
}

export function findAddressProblem(
  list: OfficeList,
  params: Iterable<readonly [key: string, value: string]>,
): string | undefined {
  const seen = new Map<string, string>()
  for (const [key, value] of params) {
    if (!hasKey(list, key)) return `This list has no filter '${key}'.`
    if (seen.has(key)) return `'${key}' is there twice.`
    if (!isAddressValue(list, key, value)) return `'${value}' is not valid for '${key}'.`
    seen.set(key, value)
  }
  const [from, to] = [seen.get('from'), seen.get('to')]
  return from && to && from > to ? 'The first day is after the last.' : undefined
}
