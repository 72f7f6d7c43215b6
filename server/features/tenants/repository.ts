import { sql } from 'kysely'
import type { ExpressionBuilder, Selectable } from 'kysely'
import type { Db } from '../../platform/db/client.ts'
import type { DB, Tenants } from '../../platform/db/generated.ts'
import { likePattern } from '../../platform/db/lists/search-patterns.ts'
import { selectedIds } from '../../platform/http/list-query.ts'
import type { Page } from '../../platform/http/list-query.ts'

export type TenantRow = Omit<Selectable<Tenants>, 'password_hash' | 'password_given' | 'search_text'> & {
  /** Whether there is a password to log in with; the hash itself never leaves the database. */
  has_password: boolean
}

const COLUMNS = [
  'id',
  'client_code',
  'uoccname',
  'uoccpers',
  'uocctel1',
  'uocctel2',
  'ubtname',
  'ubaddln1',
  'ubaddln2',
  'ubaddln3',
  'ubaddln4',
  'first_name',
  'middle_name',
  'last_name',
  'email',
  'phone_number',
  'unit_number',
  'address',
  'social_media_account',
  'image',
  'type',
  'status',
  'soa_amount',
  'soa_date',
  'soa_name',
  'title',
  'post_by_id',
  'last_seen',
  'created_at',
  'updated_at',
] as const

const hasPassword = (row: ExpressionBuilder<DB, 'tenants'>) =>
  row('password_hash', 'is not', null).$castTo<boolean>().as('has_password')

/** Living tenants, newest first; `id` picks one. The search looks at code, names, unit and e-mail. */
export async function listTenants(
  db: Db,
  page: Page,
  id: number | undefined,
): Promise<{ rows: TenantRow[]; total: number }> {
  const found = db
    .selectFrom('tenants')
    .where('status', '<>', 0)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .$if(page.searchTerm !== '', (query) => query.where('search_text', 'like', likePattern(page.searchTerm)))
  const [rows, { total }] = await Promise.all([
    found
      .select(COLUMNS)
      .select(hasPassword)
      .orderBy('id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    found.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

/** One living tenant. */
export function findTenant(db: Db, id: number): Promise<TenantRow | undefined> {
  return db
    .selectFrom('tenants')
    .select(COLUMNS)
    .select(hasPassword)
    .where('id', '=', id)
    .where('status', '<>', 0)
    .executeTakeFirst()
}

const BATCH = 500

/** The tenants for a CSV file, newest first, a batch at a time: the selected ones, or with `all` every one that the search finds. */
export async function* tenantsForCsv(
  db: Db,
  query: { selectedIds?: string; all?: '1'; searchTerm?: string },
): AsyncGenerator<TenantRow[]> {
  const term = query.searchTerm?.trim() ?? ''
  const all = query.all === '1'
  const ids = selectedIds(query.selectedIds)
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const rows = await db
      .selectFrom('tenants')
      .select(COLUMNS)
      .select(hasPassword)
      .where('status', '<>', 0)
      .where('id', '<', before)
      .$if(!all, (found) => found.where('id', '=', sql<number>`any(${ids})`))
      .$if(all && term !== '', (found) => found.where('search_text', 'like', likePattern(term)))
      .orderBy('id', 'desc')
      .limit(BATCH)
      .execute()
    if (rows.length > 0) yield rows
    if (rows.length < BATCH) return
    before = rows.at(-1)?.id ?? 0
  }
}
