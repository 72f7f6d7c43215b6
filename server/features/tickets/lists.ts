import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { isKnownModule } from '@tahanan/contract/tickets/index.ts'
import { STATUSES } from '@tahanan/contract/statuses.ts'
import type { Actor } from '../../platform/actor.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { orderOf } from '../../platform/db/lists/newest-rows.ts'
import { selectedIds, statusOf } from '../../platform/http/list-query.ts'
import type { Page } from '../../platform/http/list-query.ts'
import {
  allRows,
  countRows,
  findRows,
  listRows,
  MODULE_ORDERS,
  ORDERS,
  searchRows,
  tallies,
} from './repository.ts'
import type { TicketFilter, TicketRow } from './repository.ts'
import { searchPatterns } from '../../platform/db/lists/search-patterns.ts'

export interface TicketPage {
  rows: TicketRow[]
  /** Exact; of a search exact up to `LIMITS.searchTotal`. */
  total: number
  /** Place of the first row in the whole list, counted from 1; 0 when there is none. */
  from: number
  /** Administrators' lists of one module: how many tickets each status has, and `all`. */
  counts?: Record<string, number>
}

/**
 * Returns one page of a module's tickets, or of all modules', as far as this actor may read them. Of modules that only a newer
 * version knows, the page has none.
 */
export async function listTickets(
  db: DbOrTx,
  actor: Actor,
  module: TicketModule | null,
  page: Page,
): Promise<TicketPage> {
  const filter: TicketFilter = {
    module: module?.name,
    tenantId: actor.area === 'client' ? actor.id : undefined,
    status: page.status ?? undefined,
    search: page.searchTerm ? searchPatterns(page.searchTerm) : undefined,
  }
  const order = orderOf(module ? MODULE_ORDERS : ORDERS, page.sort)
  const tallied = filter.tenantId === undefined && (!filter.search || module !== null)
  const [list, tally, counted] = await Promise.all([
    filter.search
      ? searchRows(db, filter, page, order)
      : listRows(db, filter, page, order).then((found) => ({ rows: found, total: null })),
    tallied ? tallies(db, module?.name) : null,
    filter.tenantId !== undefined && !filter.search ? countRows(db, filter) : null,
  ])
  const counts = tally ? asCounts(tally) : undefined
  const rows = list.rows.filter((row) => isKnownModule(row.module))
  const total = list.total ?? counted ?? counts?.[page.status ?? 'all'] ?? 0
  const from = list.rows.length > 0 ? page.from : 0
  return { rows, total, from, ...(module && counts && { counts }) }
}

function asCounts(tally: ReadonlyMap<number, number>): Record<string, number> {
  const counts: Record<string, number> = { all: 0 }
  for (const { status } of STATUSES) {
    counts[status] = tally.get(status) ?? 0
    counts.all = (counts.all ?? 0) + (tally.get(status) ?? 0)
  }
  return counts
}

/** The tickets for a CSV file, newest first: the selected ones, or with `all` every one of the filter. */
export async function* ticketsForCsv(
  db: DbOrTx,
  module: TicketModule,
  query: { selectedIds?: string; all?: '1'; status?: string; searchTerm?: string },
): AsyncGenerator<TicketRow[]> {
  if (query.all === '1')
    return yield* allRows(db, {
      module: module.name,
      status: statusOf(query.status) ?? undefined,
      search: query.searchTerm?.trim() ? searchPatterns(query.searchTerm) : undefined,
    })
  yield await findRows(db, selectedIds(query.selectedIds), { module: module.name })
}
