/** A key for ascending, or a key with a leading minus for descending. */
export type Sort = string

/** Default. Every other order is limited to `LIMITS.sortedRows`. */
export const NEWEST_FIRST: Sort = '-created_at'

export function listSorts(keys: readonly string[]): Sort[] {
  return keys.flatMap((key) => [key, `-${key}`])
}

export function splitSort(sort: Sort): { key: string; descending: boolean } {
  const descending = sort.startsWith('-')
  return { key: descending ? sort.slice(1) : sort, descending }
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

/** Default of the Logged In Monitor: latest activity first. */
export const MONITOR_SORTS = ['lastSeen'] as const

export const DATE_SORTS = ['created_at'] as const

/** Each sorts by the length of its text (rules 2.12). */
export const ADMIN_SORTS = ['name', 'firstName', 'lastName', 'email', 'created_at'] as const
