import { sql } from 'kysely'
import { duesOf } from '#features/ledger/due-dates.ts'
import type { Db } from '#platform/db/client.ts'
import { pageWithTotal } from '#platform/db/lists/page-with-total.ts'
import { likePattern } from '#platform/db/lists/search-patterns.ts'
import { notFound } from '#platform/errors.ts'
import { selectedIds, type Page } from '#platform/http/list-query.ts'

/** A tenant under the names that calls answer. The hash of the password never leaves the database. */
export type TenantRow = Awaited<ReturnType<typeof readTenant>>

/** Selects living tenants. */
const selectTenants = (db: Db, timeZone: string) =>
  db
    .selectFrom('tenants')
    .innerJoin('ledgers as l', 'l.tenant_id', 'tenants.id')
    .select(['id', 'client_code as clientCode', 'uoccname', 'uoccpers', 'uocctel1', 'uocctel2', 'ubtname'])
    .select(['ubaddln1', 'ubaddln2', 'ubaddln3', 'ubaddln4', 'first_name as firstName'])
    .select(['middle_name as middleName', 'last_name as lastName', 'email', 'phone_number as phoneNumber'])
    .select(['unit_number as unitNumber', 'address', 'social_media_account as socialMediaAccount', 'image'])
    .select('withholds_tax as withholdsTax')
    .select([
      'type',
      'status',
      'tenants.soa_amount as soaAmount',
      'soa_date as soaDate',
      'soa_name as soaName',
      'title',
    ])
    .select(['l.received_since as receivedSince', 'l.balance as leftToPay'])
    .select(duesOf(timeZone))
    .select(['post_by_id as postById', 'last_seen as lastSeen', 'created_at', 'updated_at'])
    .select((row) => row('password_hash', 'is not', null).$castTo<boolean>().as('hasPassword'))
    .where('status', '<>', 0)

/** Living tenants, newest first; `id` picks one. The search looks at code, names, unit and e-mail. */
export function listTenants(db: Db, page: Page, id: string, timeZone: string) {
  const rows = selectTenants(db, timeZone)
    .$if(id !== '', (query) => query.where('id', '=', Number(id)))
    .orderBy('id', 'desc')
  return pageWithTotal(db, rows, page, sql.ref('search_text'))
}

/** Reads a living tenant. Throws 404. */
export function readTenant(db: Db, id: number, timeZone: string) {
  return selectTenants(db, timeZone).where('id', '=', id).executeTakeFirstOrThrow(notFound)
}

const BATCH = 500

/** The tenants for a CSV file, newest first, a batch at a time: the selected ones, or with `all` every one that the search finds. */
export async function* tenantsForCsv(
  db: Db,
  query: { selectedIds?: string; all?: '1'; searchTerm?: string },
  timeZone: string,
): AsyncGenerator<TenantRow[]> {
  const term = query.searchTerm?.trim() ?? ''
  const all = query.all === '1'
  const ids = selectedIds(query.selectedIds)
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const rows = await selectTenants(db, timeZone)
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
