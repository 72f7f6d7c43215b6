import type { Actor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { countsOf } from '#platform/db/lists/declare-list.ts'
import { searchPatterns } from '#platform/db/lists/search-patterns.ts'
import { selectedIds, statusOf, type Page } from '#platform/http/list-query.ts'
import { readTabbedPage } from '#platform/http/tabbed-list.ts'
import { PAYMENT_STATUS, PAYMENT_STATUSES } from '@tahanan/contract/billing/payment.ts'
import { findRows, payments, readSent, tallies, type PaymentRow } from './repository.ts'

/**
 * Lists a page of the payments that the actor may read, with the tabs' counts for the office, or the sum of
 * sent payments for a resident.
 */
export async function listPayments<Shown>(
  db: DbOrTx,
  actor: Actor,
  page: Page,
  { timeZone, present }: { timeZone: string; present: (row: PaymentRow) => Shown },
) {
  const [{ rows, ...listed }, sent] = await Promise.all([
    readTabbedPage(payments(page.status), db, actor, page, { countTabs: () => countTabs(db) }),
    actor.area === 'client' ? readSent(db, { tenantId: actor.id, timeZone }) : undefined,
  ])
  return { data: rows.map((row) => present(row)), ...listed, ...(sent && { sent }) }
}

/** Counts the payments of each tab, and `all`. Created ones count as for verification. */
async function countTabs(db: DbOrTx): Promise<Record<string, number>> {
  const { created, forVerification } = PAYMENT_STATUS
  const counts = countsOf(PAYMENT_STATUSES, await tallies(db))
  return { ...counts, [forVerification]: (counts[created] ?? 0) + (counts[forVerification] ?? 0) }
}

/** Yields payments for Payfile.csv, newest first: the selected ones, or with `all` those of the filter. */
export async function* paymentsForCsv(
  db: DbOrTx,
  query: { selectedIds?: string; all?: '1'; status?: string; searchTerm?: string },
): AsyncGenerator<PaymentRow[]> {
  if (query.all === '1') yield* payments(statusOf(query.status)).each(db, searchPatterns(query.searchTerm))
  else yield await findRows(db, selectedIds(query.selectedIds))
}
