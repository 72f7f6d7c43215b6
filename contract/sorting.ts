/** Key by which a list is sorted: ascending, or descending with a leading minus. */
export type Sort = string

/** Default order of lists. In any other order, a list has at most `LIMITS.sortedRows` rows. */
export const NEWEST_FIRST: Sort = '-created_at'

export function listSorts(keys: readonly string[]): Sort[] {
  return keys.flatMap((key) => [key, `-${key}`])
}

export function splitSort(sort: Sort): { key: string; descending: boolean } {
  const isDescending = sort.startsWith('-')
  return { key: isDescending ? sort.slice(1) : sort, descending: isDescending }
}

export const BILLING_SORTS = [
  'clientCode',
  'clientName',
  'soaAmount',
  'receivedSince',
  'leftToPay',
  'soaDate',
] as const

export const PAYMENT_SORTS = [
  'referenceNumber',
  'clientCode',
  'clientName',
  'created_at',
  'transactionDate',
  'status',
] as const

export const TENANT_SORTS = ['clientCode', 'uoccname', 'lastSeen', 'leftToPay'] as const

export const MONITOR_SORTS = ['lastSeen'] as const

export const DATE_SORTS = ['created_at'] as const

/** Sort keys of administrators. Each sorts by the length of its text, then alphabetically (rules 2.12). */
export const ADMIN_SORTS = ['name', 'firstName', 'lastName', 'email', 'created_at'] as const
