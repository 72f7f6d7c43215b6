import type { Actor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { countByTab } from '#platform/db/lists/declare-list.ts'
import type { RowFilter } from '#platform/db/lists/row-filter.ts'
import { toSearchPatterns } from '#platform/db/lists/search-patterns.ts'
import { parseSelectedIds, parseListStatus, toOrder, type Page } from '#platform/http/list-query.ts'
import { listTabbedPage, type TabbedList } from '#platform/http/tabbed-list.ts'
import { NEWEST_FIRST, type Sort } from '@tahanan/contract/sorting.ts'
import { STATUSES } from '@tahanan/contract/statuses.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { isKnownModule } from '@tahanan/contract/tickets/index.ts'
import {
  listTicketRows,
  ticketsOfAllModules,
  getListDeclaration,
  type ListedRow,
  type TicketFilter,
  type TicketRow,
} from './repository.ts'

/**
 * Sort keys that all mean 'newest first' in the list of one module. Sorting by ticket number is one of them,
 * because ticket numbers of a module have the same order as ids.
 */
export const NEWEST_TICKETS = [NEWEST_FIRST, '-ticketNumber']

export const listTickets = (db: DbOrTx, actor: Actor, module: TicketModule, page: Page) =>
  listPage<TicketRow>(getListDeclaration(module), db, actor, page, module.name)

export const listTicketsOfAllModules = (db: DbOrTx, actor: Actor, page: Page) =>
  listPage(ticketsOfAllModules, db, actor, page)

async function listPage<Row extends ListedRow>(
  list: TabbedList<Row, TicketFilter>,
  db: DbOrTx,
  actor: Actor,
  page: Page,
  module?: string,
) {
  const listPageResult = await listTabbedPage(list, db, actor, page, {
    filter: { module },
    tab: { status: page.status ?? undefined },
    tabs: (tally, maxCount) => countByTab(STATUSES, tally, maxCount),
    hasTabs: module !== undefined,
  })
  // Leaves out tickets of modules that this version does not know. During an update, a newer version may have
  // created them.
  return { ...listPageResult, rows: listPageResult.rows.filter((row) => isKnownModule(row.module)) }
}

export async function* streamTicketsForCsv(
  db: DbOrTx,
  module: TicketModule,
  query: { selectedIds?: string; all?: '1'; status?: string; searchTerm?: string; sort?: Sort },
  rowFilter: RowFilter | null,
): AsyncGenerator<TicketRow[]> {
  const status = parseListStatus(query.status) ?? undefined
  const filter = { module: module.name, status, by: rowFilter, ...toSearchPatterns(query.searchTerm) }
  if (query.all === '1')
    yield* getListDeclaration(module).each(db, filter, toOrder(query.sort, NEWEST_TICKETS))
  else yield await listTicketRows(db, parseSelectedIds(query.selectedIds), { module: module.name })
}
