/** The order of a list as its call and its address say it: a key ascending, or descending with a minus before it. */
export type Sort = string

/** The newest first: the order of a list that is asked for none. Every other order ends after `LIMITS.sortedRows`. */
export const NEWEST_FIRST: Sort = '-created_at'

/** Returns every order that these keys allow. */
export function sortsOf(keys: readonly string[]): Sort[] {
  return keys.flatMap((key) => [key, `-${key}`])
}

/** Splits an order into its key and whether it descends. */
export function readSort(sort: Sort): { key: string; descending: boolean } {
  const descending = sort.startsWith('-')
  return { key: descending ? sort.slice(1) : sort, descending }
}

/** Keys by which the office's billings can be sorted. */
export const BILLING_SORTS = [
  'clientCode',
  'clientName',
  'soaAmount',
  'receivedSince',
  'leftToPay',
  'soaDate',
] as const

/** Keys by which payments can be sorted. */
export const PAYMENT_SORTS = [
  'referenceNumber',
  'clientCode',
  'clientName',
  'created_at',
  'transactionDate',
  'status',
] as const

/** Keys by which administrators can be sorted, each by the length of its text (rules 2.12). */
export const ADMIN_SORTS = ['name', 'firstName', 'lastName', 'email', 'created_at'] as const
