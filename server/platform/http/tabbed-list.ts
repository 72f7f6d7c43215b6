import type { Actor } from '../actor.ts'
import type { DbOrTx } from '../db/client.ts'
import { searchPatterns, type SearchPatterns } from '../db/lists/search-patterns.ts'
import type { Page } from './list-query.ts'

/** A list of tenants' records with a tab for each status. */
export interface TabbedList<Row, Filter> {
  read(
    db: DbOrTx,
    filter: Filter,
    page: Page,
    options: { counted: boolean },
  ): Promise<{ rows: Row[]; total: number | null }>
}

/**
 * Reads a page: all records for the office, with the counts of the tabs; a resident's own. The total is
 * exact, that of a search up to `LIMITS.searchTotal`. `from` is the place of the first row, from 1; 0 without
 * rows.
 */
export async function readTabbedPage<Row, Filter extends SearchPatterns & { readonly tenantId?: number }>(
  { read }: TabbedList<Row, Filter>,
  db: DbOrTx,
  actor: Actor,
  page: Page,
  more: { filter?: Partial<Filter>; countTabs?: (() => Promise<Record<string, number>>) | undefined },
) {
  const isResident = actor.area === 'client'
  const own = { tenantId: isResident ? actor.id : undefined, ...searchPatterns(page.searchTerm) }
  const [{ rows, total }, counts] = await Promise.all([
    read(db, { ...more.filter, ...own } as Filter, page, { counted: isResident }),
    isResident ? undefined : more.countTabs?.(),
  ])
  return {
    rows,
    total: total ?? counts?.[page.status ?? 'all'] ?? 0,
    from: rows.length > 0 ? page.from : 0,
    ...(counts && { counts }),
  }
}
