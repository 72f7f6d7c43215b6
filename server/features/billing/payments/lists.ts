import { PAYMENT_STATUSES } from '@tahanan/contract/billing/payment.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { DbOrTx } from '../../../platform/db/client.ts'
import { orderOf } from '../../../platform/db/lists/newest-rows.ts'
import { selectedIds, statusOf } from '../../../platform/http/list-query.ts'
import type { Page } from '../../../platform/http/list-query.ts'
import { searchPatterns } from '../../../platform/db/lists/search-patterns.ts'
import { allRows, countRows, findRows, listRows, ORDERS, searchRows, tallies } from './repository.ts'
import type { PaymentFilter, PaymentRow } from './repository.ts'

export interface PaymentPage {
  rows: PaymentRow[]
  /** Exact; of a search exact up to `LIMITS.searchTotal`. */
  total: number
  /** Place of the first row in the whole list, counted from 1; 0 when there is none. */
  from: number
  /** Administrators' lists: how many payments each tab has, and `all`. Those for verification hold the created ones. */
  counts?: Record<string, number>
}

/** One page of payments, as far as this actor may read them. */
export async function listPayments(db: DbOrTx, actor: Actor, page: Page): Promise<PaymentPage> {
  const filter: PaymentFilter = {
    tenantId: actor.area === 'client' ? actor.id : undefined,
    status: page.status ?? undefined,
    search: page.searchTerm ? searchPatterns(page.searchTerm) : undefined,
  }
  const order = orderOf(ORDERS, page.sort)
  const [list, tally, counted] = await Promise.all([
    filter.search
      ? searchRows(db, filter, page, order)
      : listRows(db, filter, page, order).then((found) => ({ rows: found, total: null })),
    filter.tenantId === undefined ? tallies(db) : null,
    filter.tenantId !== undefined && !filter.search ? countRows(db, filter) : null,
  ])
  const counts = tally ? asCounts(tally) : undefined
  const { rows } = list
  const total = list.total ?? counted ?? counts?.[page.status ?? 'all'] ?? 0
  return { rows, total, from: rows.length > 0 ? page.from : 0, ...(counts && { counts }) }
}

function asCounts(tally: ReadonlyMap<number, number>): Record<string, number> {
  const counts: Record<string, number> = { all: 0 }
  for (const status of new Set(PAYMENT_STATUSES.map((info) => info.status))) {
    counts[status] = tally.get(status) ?? 0
    counts.all = (counts.all ?? 0) + (tally.get(status) ?? 0)
  }
  counts[2] = (counts[2] ?? 0) + (counts[1] ?? 0)
  return counts
}

/** The payments for Payfile.csv, newest first: the selected ones, or with `all` every one of the filter. */
export async function* paymentsForCsv(
  db: DbOrTx,
  query: { selectedIds?: string; all?: '1'; status?: string; searchTerm?: string },
): AsyncGenerator<PaymentRow[]> {
  if (query.all === '1')
    return yield* allRows(db, {
      status: statusOf(query.status) ?? undefined,
      search: query.searchTerm?.trim() ? searchPatterns(query.searchTerm) : undefined,
    })
  yield await findRows(db, selectedIds(query.selectedIds))
}
