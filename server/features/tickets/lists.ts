import type { Actor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import type { DB } from '#platform/db/generated.ts'
import { countsOf, type declareList } from '#platform/db/lists/declare-list.ts'
import { searchPatterns } from '#platform/db/lists/search-patterns.ts'
import { selectedIds, statusOf, type Page } from '#platform/http/list-query.ts'
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

/** Returns one page of a module's tickets, as far as this actor may read them. */
export const listTickets = (db: DbOrTx, actor: Actor, module: TicketModule, page: Page) =>
  readPage(tickets, db, actor, page, module)

/** Returns one page of the tickets of all modules, as far as this actor may read them. */
export const listServices = (db: DbOrTx, actor: Actor, page: Page) => readPage(listedTickets, db, actor, page)

async function readPage<Row extends ListedRow>(
  { read }: Pick<ReturnType<typeof declareList<DB, 'tickets', Row, TicketFilter>>, 'read'>,
  db: DbOrTx,
  actor: Actor,
  page: Page,
  module?: TicketModule,
) {
  const office = actor.area !== 'client'
  const filter = {
    module: module?.name,
    tenantId: office ? undefined : actor.id,
    status: page.status ?? undefined,
    ...searchPatterns(page.searchTerm),
  }
  const [list, tally] = await Promise.all([
    read(db, filter, page, { counted: !office }),
    office && (page.searchTerm === '' || module) ? tallies(db, module?.name) : null,
  ])
  const counts = tally ? countsOf(STATUSES, tally) : undefined
  return {
    // Tickets of modules that only a newer version knows are left out.
    rows: list.rows.filter((row) => isKnownModule(row.module)),
    /** Exact; of a search exact up to `LIMITS.searchTotal`. */
    total: list.total ?? counts?.[page.status ?? 'all'] ?? 0,
    /** Place of the first row in the whole list, counted from 1; 0 when there is none. */
    from: list.rows.length > 0 ? page.from : 0,
    /** Administrators' lists of one module: how many tickets each status has, and `all`. */
    ...(module && counts && { counts }),
  }
}

/** The tickets for a CSV file, newest first: the selected ones, or with `all` every one of the filter. */
export async function* ticketsForCsv(
  db: DbOrTx,
  { name: module }: TicketModule,
  query: { selectedIds?: string; all?: '1'; status?: string; searchTerm?: string },
): AsyncGenerator<TicketRow[]> {
  const status = statusOf(query.status) ?? undefined
  if (query.all === '1') yield* tickets.each(db, { module, status, ...searchPatterns(query.searchTerm) })
  else yield await findRows(db, selectedIds(query.selectedIds), { module })
}
