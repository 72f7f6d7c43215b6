import type { Actor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { countByTab } from '#platform/db/lists/declare-list.ts'
import type { RowFilter } from '#platform/db/lists/row-filter.ts'
import { toSearchPatterns } from '#platform/db/lists/search-patterns.ts'
import { parseSelectedIds, parseListStatus, toOrder, type Page } from '#platform/http/list-query.ts'
import { parseRowFilter } from '#platform/http/parse-row-filter.ts'
import { listTabbedPage } from '#platform/http/tabbed-list.ts'
import { PAYMENT_STATUS, PAYMENT_STATUSES, PAYMENT_TYPES } from '@tahanan/contract/billing/payment.ts'
import { PAYMENT_FILTERS, type ListFilters } from '@tahanan/contract/lists/filters.ts'
import { createFilterParams } from '@tahanan/contract/requests.ts'
import type { Sort } from '@tahanan/contract/sorting.ts'
import { findPaymentRows, getPaymentList, sumSentPayments, type PaymentRow } from './repository.ts'

export const paymentFilterFields = createFilterParams(PAYMENT_FILTERS, {
  types: PAYMENT_TYPES.map(({ type }) => type),
  lastStatus: PAYMENT_STATUS.rejected,
})

/** Parses the filters of a list; null without filters. Status 2 includes created payments. Throws 400. */
export function parsePaymentFilters(query: ListFilters, actor: Actor, timeZone: string): RowFilter | null {
  const rowFilter = parseRowFilter(query, { actor, timeZone, mainDate: 'transactionDate' })
  if (!rowFilter?.statuses?.includes(PAYMENT_STATUS.forVerification)) return rowFilter
  return { ...rowFilter, statuses: [...new Set([...rowFilter.statuses, PAYMENT_STATUS.created])] }
}

export async function listPayments<Shown>(
  db: DbOrTx,
  actor: Actor,
  page: Page,
  { timeZone, present }: { timeZone: string; present: (row: PaymentRow) => Shown },
) {
  const [{ rows, ...listed }, sentTotals] = await Promise.all([
    listTabbedPage(
      { ...getPaymentList(page.status), countStatuses: getPaymentList(null).countStatuses },
      db,
      actor,
      page,
      { tabs: countTabs },
    ),
    actor.area === 'client' ? sumSentPayments(db, { tenantId: actor.id, timeZone }) : undefined,
  ])
  return { data: rows.map((row) => present(row)), ...listed, ...(sentTotals && { sent: sentTotals }) }
}

function countTabs(tally: ReadonlyMap<number, number>, maxCount?: number): Record<string, number> {
  const { created, forVerification } = PAYMENT_STATUS
  const counts = countByTab(PAYMENT_STATUSES, tally, maxCount)
  const waitingCount = (counts[created] ?? 0) + (counts[forVerification] ?? 0)
  return { ...counts, [forVerification]: Math.min(waitingCount, maxCount ?? Infinity) }
}

export async function* streamPaymentsForCsv(
  db: DbOrTx,
  query: { selectedIds?: string; all?: '1'; status?: string; searchTerm?: string; sort?: Sort },
  rowFilter: RowFilter | null,
): AsyncGenerator<PaymentRow[]> {
  const filter = { by: rowFilter, ...toSearchPatterns(query.searchTerm) }
  if (query.all === '1')
    yield* getPaymentList(parseListStatus(query.status)).each(db, filter, toOrder(query.sort))
  else yield await findPaymentRows(db, parseSelectedIds(query.selectedIds))
}
