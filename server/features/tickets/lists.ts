import type { Actor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { countsOf } from '#platform/db/lists/declare-list.ts'
import { searchPatterns } from '#platform/db/lists/search-patterns.ts'
import { selectedIds, statusOf, type Page } from '#platform/http/list-query.ts'
import { readTabbedPage, type TabbedList } from '#platform/http/tabbed-list.ts'
import { STATUSES } from '@tahanan/contract/statuses.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { isKnownModule } from '@tahanan/contract/tickets/index.ts'
import {
  findRows,
  listedTickets,
  tallies,
  tickets,
  type ListedRow,
  type TicketFilter,
  type TicketRow,
} from './repository.ts'

/** Lists a page of a module's tickets that the actor may read. */
export const listTickets = (db: DbOrTx, actor: Actor, module: TicketModule, page: Page) =>
  readPage(tickets, db, actor, page, module.name)

/** Lists a page of the tickets of all modules that the actor may read. */
export const listServices = (db: DbOrTx, actor: Actor, page: Page) => readPage(listedTickets, db, actor, page)

async function readPage<Row extends ListedRow>(
  list: TabbedList<Row, TicketFilter>,
  db: DbOrTx,
  actor: Actor,
  page: Page,
  module?: string,
) {
  const countTabs = async () => countsOf(STATUSES, await tallies(db, module))
  const listed = await readTabbedPage(list, db, actor, page, {
    filter: { module, status: page.status ?? undefined },
    countTabs: module || page.searchTerm === '' ? countTabs : undefined,
  })
  // Modules known only to a newer version are left out.
  return { ...listed, rows: listed.rows.filter((row) => isKnownModule(row.module)) }
}

/** Yields tickets for a CSV file, newest first: the selected ones, or with `all` those of the filter. */
export async function* ticketsForCsv(
  db: DbOrTx,
  { name: module }: TicketModule,
  query: { selectedIds?: string; all?: '1'; status?: string; searchTerm?: string },
): AsyncGenerator<TicketRow[]> {
  const status = statusOf(query.status) ?? undefined
  if (query.all === '1') yield* tickets.each(db, { module, status, ...searchPatterns(query.searchTerm) })
  else yield await findRows(db, selectedIds(query.selectedIds), { module })
}
