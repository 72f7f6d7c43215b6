import { type Insertable, sql, type Updateable } from 'kysely'
import { selectDueColumns } from '#features/ledger/due-dates.ts'
import type { Db, Tx } from '#platform/db/client.ts'
import { CLOCK, DELETED_STATUS } from '#platform/db/expressions.ts'
import type { DB } from '#platform/db/generated.ts'
import { getPublicTenantText, getTenantText } from '#platform/db/lists/build-search-condition.ts'
import { toOrderBy, type SortExpressions } from '#platform/db/lists/declare-list.ts'
import { findPageWithTotal } from '#platform/db/lists/find-page-with-total.ts'
import { createNotFoundError } from '#platform/errors.ts'
import { toOrder, type Page } from '#platform/http/list-query.ts'
import { streamCsvRows } from '#platform/http/stream-rows.ts'
import type { SortedCsvQuery } from '@tahanan/contract/requests.ts'
import type { Sort, TENANT_SORTS } from '@tahanan/contract/sorting.ts'
import { selectIsOnline } from './presence.ts'

export type TenantRow = Awaited<ReturnType<typeof requireTenant>>

const selectTenants = (db: Db, timeZone: string) =>
  db
    .selectFrom('tenants')
    .innerJoin('ledgers as l', 'l.tenant_id', 'tenants.id')
    .select(['id', 'client_code as clientCode', 'uoccname', 'uoccpers', 'uocctel1', 'uocctel2', 'ubtname'])
    .select(['ubaddln1', 'ubaddln2', 'ubaddln3', 'ubaddln4', 'first_name as firstName'])
    .select(['middle_name as middleName', 'last_name as lastName', 'email', 'phone_number as phoneNumber'])
    .select(['unit_number as unitNumber', 'address', 'social_media_account as socialMediaAccount', 'image'])
    .select(['withholds_tax as withholdsTax', 'mail_refused_at as mailRefusedAt'])
    .select([
      'type',
      'status',
      'tenants.soa_amount as soaAmount',
      'soa_date as soaDate',
      'soa_name as soaName',
      'title',
    ])
    .select(['l.received_since as receivedSince', 'l.balance as leftToPay'])
    .select(selectDueColumns(timeZone))
    .select(['post_by_id as postById', 'last_seen as lastSeen', 'created_at', 'updated_at'])
    .select((row) => row('password_hash', 'is not', null).$castTo<boolean>().as('hasPassword'))
    .where('status', '<>', DELETED_STATUS)

// SQL for the sort keys. When sorted by activity, tenants who never logged in come last in both directions.
const SORT_EXPRESSIONS: SortExpressions<(typeof TENANT_SORTS)[number]> = {
  clientCode: 'lower(client_code)',
  uoccname: 'name_order',
  lastSeen: 'last_seen is null, last_seen',
  leftToPay: 'l.balance',
}

/**
 * Lists tenants, newest first unless a sort key is given. An empty `id` means all tenants. With `isForPicker`,
 * searches only the columns that the tenant picker shows.
 */
export function listTenants(
  db: Db,
  page: Page,
  { id, isForPicker }: { id: string; isForPicker: boolean },
  timeZone: string,
) {
  const tenantsQuery = selectTenants(db, timeZone)
    .$if(id !== '', (query) => query.where('id', '=', Number(id)))
    .orderBy(toOrderBy(SORT_EXPRESSIONS, page.sort))
  return findPageWithTotal(
    db,
    tenantsQuery,
    page,
    isForPicker ? getPublicTenantText('tenants') : getTenantText('tenants'),
  )
}

export function requireTenant(db: Db, id: number, timeZone: string) {
  return selectTenants(db, timeZone).where('id', '=', id).executeTakeFirstOrThrow(createNotFoundError)
}

export const streamTenantsForCsv = (db: Db, query: SortedCsvQuery, timeZone: string) =>
  streamCsvRows(
    selectTenants(db, timeZone).orderBy(toOrderBy(SORT_EXPRESSIONS, toOrder(query.sort))),
    'tenants.id',
    query,
    getTenantText('tenants'),
  )

export function lockTenant(tx: Tx, id: number) {
  return tx
    .selectFrom('tenants')
    .selectAll()
    .where('id', '=', id)
    .where('status', '<>', DELETED_STATUS)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(createNotFoundError)
}

export function insertTenant(tx: Tx, tenant: Insertable<DB['tenants']>) {
  return tx
    .insertInto('tenants')
    .values(tenant)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
}

export async function updateTenant(tx: Tx, id: number, columns: Updateable<DB['tenants']>): Promise<void> {
  await tx
    .updateTable('tenants')
    .set({ ...columns, updated_at: CLOCK })
    .where('id', '=', id)
    .execute()
}

// Key of the counter for client codes. The year is 0, because the counter does not restart each year.
const COUNTER = { module: 'tenant', year: 0 } as const

/**
 * Returns the next generated client code, for example `T-000123` (rules 3.3). Codes are never reused. If the
 * office typed this code for another tenant, the insert fails and the caller claims the next code.
 */
export async function claimClientCode(tx: Tx): Promise<string> {
  const { last } = await tx
    .insertInto('ticket_counters')
    .values({ ...COUNTER, last: 1 })
    .onConflict((counter) =>
      counter
        .columns(['module', 'year'])
        .doUpdateSet((row) => ({ last: row('ticket_counters.last', '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return `T-${String(last).padStart(6, '0')}`
}

export const LATEST_SEEN_FIRST: readonly Sort[] = ['-lastSeen']

/** Searched text of the monitor: only what it shows, because its readers may lack access to tenants. */
const MONITORED_TEXT = sql<string>`concat_ws(E'\\n', n.public_text, folded(n.email))`

const selectMonitoredTenants = (db: Db, sort: Sort | null) =>
  db
    .selectFrom('tenants as n')
    .select(['n.id', 'n.client_code as clientCode', 'n.uoccname', 'n.email', 'n.last_seen as lastSeen'])
    .select(selectIsOnline(db).as('online'))
    .where('n.status', '<>', DELETED_STATUS)
    .orderBy('n.last_seen', (order) => (sort === null ? order.desc() : order.asc()).nullsLast())
    .orderBy('n.id', 'desc')

export function listMonitoredTenants(db: Db, page: Page, id: string) {
  const monitoredQuery = selectMonitoredTenants(db, page.sort).$if(id !== '', (query) =>
    query.where('n.id', '=', Number(id)),
  )
  return findPageWithTotal(db, monitoredQuery, page, MONITORED_TEXT)
}

export const streamMonitoredTenantsForCsv = (db: Db, query: SortedCsvQuery) =>
  streamCsvRows(
    selectMonitoredTenants(db, toOrder(query.sort, LATEST_SEEN_FIRST)),
    'n.id',
    query,
    MONITORED_TEXT,
  )
