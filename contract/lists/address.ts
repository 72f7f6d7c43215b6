import { LIMITS } from '../limits.ts'
import { listSorts } from '../sorting.ts'
import { isStatus } from '../statuses.ts'
import { isDay } from '../time.ts'
import {
  FILTER_KEYS,
  NO_ASSIGNEE_ID,
  FILTER_PERIODS,
  UNIT_LENGTH,
  type ChoiceKey,
  type FilterKey,
  type FilterPeriod,
} from './filters.ts'
import type { OfficeList } from './office-lists.ts'

export const isPeriod = (value: string): value is FilterPeriod =>
  (FILTER_PERIODS as readonly string[]).includes(value)

const isFilterKey = (key: string): key is FilterKey => (FILTER_KEYS as readonly string[]).includes(key)

function areListStatuses(statusTexts: readonly string[], { statuses }: OfficeList): boolean {
  const allowedStatuses = statuses.map(({ status }) => String(status))
  return (
    new Set(statusTexts).size === statusTexts.length &&
    statusTexts.every((statusText) => allowedStatuses.includes(statusText))
  )
}

const isId = (value: string): boolean => /^[1-9]\d{0,14}$/.test(value)

type ValueCheck = (value: string, list: OfficeList) => boolean

function createChoiceCheck(key: ChoiceKey): ValueCheck {
  return (value, { choices }) =>
    choices.some(
      (choice) => choice.key === key && choice.options.some((option) => String(option.value) === value),
    )
}

/**
 * Checks of the parameters in the URL of a list page. `status` is the selected tab. A URL may contain
 * `period` instead of `from` and `to`, but API calls contain only `from` and `to`.
 */
const VALUE_CHECKS = {
  status: (value) => isStatus(Number(value)),
  search: (value) => value.length <= LIMITS.searchTerm,
  sort: (value, { sorts }) => listSorts(sorts).includes(value),
  period: (value) => isPeriod(value),
  statuses: (value, list) => areListStatuses(value.split(','), list),
  from: isDay,
  to: isDay,
  by: (value) => value === 'main',
  type: createChoiceCheck('type'),
  state: createChoiceCheck('state'),
  kind: createChoiceCheck('kind'),
  channel: createChoiceCheck('channel'),
  tenantId: isId,
  unit: (value) => value.trim() !== '' && value.length <= UNIT_LENGTH,
  assigneeId: (value) => value === NO_ASSIGNEE_ID || isId(value),
  late: (value) => value === '1',
  gateId: isId,
} as const satisfies Record<FilterKey | 'status' | 'search' | 'sort' | 'period', ValueCheck>

export type AddressKey = keyof typeof VALUE_CHECKS
export const ADDRESS_KEYS = Object.keys(VALUE_CHECKS) as readonly AddressKey[]

function supportsKey({ filters }: OfficeList, key: string): key is AddressKey {
  if (!Object.hasOwn(VALUE_CHECKS, key)) return false
  return !isFilterKey(key) || filters.includes(key)
}

export function isAddressValue(list: OfficeList, key: string, value: string): boolean {
  const check: ValueCheck | undefined = supportsKey(list, key) ? VALUE_CHECKS[key] : undefined
  return check !== undefined && check(value, list)
}

export function findAddressProblem(
  list: OfficeList,
  params: Iterable<readonly [key: string, value: string]>,
): string | undefined {
  const seenParams = new Map<string, string>()
  for (const [key, value] of params) {
    if (!supportsKey(list, key)) return `This list has no filter '${key}'.`
    if (seenParams.has(key)) return `'${key}' is there twice.`
    if (!isAddressValue(list, key, value)) return `'${value}' is not valid for '${key}'.`
    seenParams.set(key, value)
  }
  const [from, to] = [seenParams.get('from'), seenParams.get('to')]
  return from && to && from > to ? 'The first day is after the last.' : undefined
}
