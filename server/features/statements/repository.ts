import { sql, type Kysely } from 'kysely'
import { selectDueColumns } from '#features/ledger/due-dates.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { DELETED_STATUS } from '#platform/db/expressions.ts'
import type { DB } from '#platform/db/generated.ts'
import { buildWordsCondition, getPublicTenantText } from '#platform/db/lists/build-search-condition.ts'
import { toOrderBy, type SortExpressions } from '#platform/db/lists/declare-list.ts'
import { findPageWithTotal } from '#platform/db/lists/find-page-with-total.ts'
import { toOrder, type Page } from '#platform/http/list-query.ts'
import { streamCsvRows } from '#platform/http/stream-rows.ts'
import type { SortedCsvQuery } from '@tahanan/contract/requests.ts'
import type { BILLING_SORTS, Sort } from '@tahanan/contract/sorting.ts'

/**
 * Lists statements, the newest first. `tenantId` may be the id of a deleted tenant; null lists the statements
 * of all tenants.
 */
export function listStatements(db: DbOrTx, page: Pick<Page, 'limit' | 'offset'>, tenantId: number | null) {
  const statementsQuery = db
    .selectFrom('statements')
    .select([
      'id',
      'tenant_id as tenantId',
      'title',
      'soa_amount as soaAmount',
      'soa_date as soaDate',
      'due_date as dueDate',
    ])
    .select(['soa_name as soaName', 'attachment', 'created_at'])
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc')
  return findPageWithTotal(
    db,
    tenantId === null ? statementsQuery : statementsQuery.where('tenant_id', '=', tenantId),
    page,
  )
}

/** SQL for the sort keys. When sorted by date, tenants without a statement come last in both directions. */
const SORT_EXPRESSIONS: SortExpressions<(typeof BILLING_SORTS)[number]> = {
  clientCode: 'lower(t.client_code)',
  clientName: 't.name_order',
  soaAmount: 't.soa_amount',
  receivedSince: 'l.received_since',
  leftToPay: 'l.balance',
  soaDate: 't.soa_date is null, t.soa_date',
}

/**
 * Lists tenants with their balances and latest statements, by default the newest tenants first. The totals
 * include all matches, not only this page. The search term is searched in code, name and unit.
 */
export async function listBillings(db: DbOrTx, page: Page, timeZone: string) {
  const matchingAccounts = selectTenantLedgers(db).where(
    buildWordsCondition(getPublicTenantText('t'), page.searchTerm),
  )
  const billingsQuery = selectBillings(db, page.sort, timeZone)
  const [list, totals] = await Promise.all([
    findPageWithTotal(db, billingsQuery, page, getPublicTenantText('t')),
    matchingAccounts
      .select([
        sql<number>`coalesce(sum(t.soa_amount), 0)`.as('soaAmount'),
        sql<number>`coalesce(sum(l.received_since), 0)`.as('receivedSince'),
        sql<number>`coalesce(sum(greatest(l.balance, 0)), 0)`.as('leftToPay'),
        sql<number>`coalesce(sum(greatest(-l.balance, 0)), 0)`.as('credit'),
        sql<number>`coalesce(sum(l.balance), 0)`.as('net'),
      ])
      .executeTakeFirstOrThrow(),
  ])
  return { ...list, totals }
}

export const streamBillingsForCsv = (db: DbOrTx, query: SortedCsvQuery, timeZone: string) =>
  streamCsvRows(selectBillings(db, toOrder(query.sort), timeZone), 't.id', query, getPublicTenantText('t'))

const selectTenantLedgers = (db: DbOrTx) =>
  db
    .selectFrom('tenants as t')
    .innerJoin('ledgers as l', 'l.tenant_id', 't.id')
    .where('t.status', '<>', DELETED_STATUS)

const selectBillings = (db: DbOrTx, sort: Sort | null, timeZone: string) =>
  selectTenantLedgers(db)
    .select(['t.id', 't.client_code as clientCode', 't.uoccname', 't.unit_number as unitNumber'])
    .select(['t.soa_amount as soaAmount', 't.soa_date as soaDate', 't.soa_name as soaName'])
    .select(['l.received_since as receivedSince', 'l.balance as leftToPay'])
    .select(selectDueColumns(timeZone))
    .select(selectAttachment(db).as('attachment'))
    .orderBy(toOrderBy(SORT_EXPRESSIONS, sort, 't.id'))

/**
 * SQL for the file name of a tenant's statement PDF: its name in the accounting system if known, otherwise
 * its name in the file store. Null without a PDF.
 */
function selectAttachment(db: Kysely<DB>) {
  const statementAttachment = db
    .selectFrom('statements as s')
    .select('s.attachment')
    .whereRef('s.tenant_id', '=', sql.ref('t.id'))
    .whereRef('s.soa_name', '=', sql.ref('t.soa_name'))
    .where('s.undone_at', 'is', null)
    .orderBy('s.id', 'desc')
    .limit(1)
  const storedFileName = db
    .selectFrom('files as k')
    .select('k.name')
    .where('k.key', '=', sql<string>`'soa/pdf/' || t.soa_name`)
  return sql<string | null>`coalesce(${statementAttachment}, ${storedFileName}, t.soa_name)`
}
