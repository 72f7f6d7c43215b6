import { sql } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import type { ExportKind } from '@tahanan/contract/billing/statement-import.ts'
import { selectPreviewEntries } from './select-preview-entries.ts'

const selectExportRows = (db: DbOrTx) =>
  db
    .selectFrom('payfile_rows as r')
    .innerJoin('payfile_batches as b', 'b.number', 'r.batch')
    .select([sql<ExportKind>`'batch'`.as('kind'), 'b.number', 'b.created_at', 'b.admin_id', 'r.entry_id'])
    .unionAll(
      db
        .selectFrom('payfile_copy_rows as r')
        .innerJoin('payfile_copies as c', 'c.id', 'r.copy_id')
        .select([sql<ExportKind>`'copy'`.as('kind'), sql<number>`c.id`.as('number'), 'c.created_at'])
        .select(['c.admin_id', 'r.entry_id']),
    )

/**
 * Selects the ledger entries of the tenants of a prepared import that were sent to the accounting system
 * (exported) before the import's files were read. `x` is the export.
 */
export const selectExportedEntries = (db: DbOrTx, importId: number, timeZone: string) =>
  db
    .selectFrom(selectPreviewEntries(db, importId, timeZone).select('g.prepared_at').as('e'))
    .innerJoin(selectExportRows(db).as('x'), 'x.entry_id', 'e.id')
    .whereRef('x.created_at', '<=', 'e.prepared_at')

export const MUST_BE_CHECKED = sql<boolean>`e.asked`
export const IS_MOVED_IN = sql<boolean>`(e.moved and e."inStatement")`

export function listExports(db: DbOrTx, importId: number, timeZone: string) {
  return selectExportedEntries(db, importId, timeZone)
    .leftJoin('admins as a', 'a.id', 'x.admin_id')
    .select(['x.kind', 'x.number', 'x.created_at', 'a.name as by'])
    .select(sql<string>`x.kind || '-' || x.number`.as('key'))
    .select(sql<number>`count(*) filter (where ${MUST_BE_CHECKED})`.as('rows'))
    .select(sql<number>`coalesce(-sum(e.amount) filter (where ${MUST_BE_CHECKED}), 0)`.as('amount'))
    .select(sql<number>`count(*) filter (where ${IS_MOVED_IN})`.as('moved'))
    .where(sql<boolean>`(${MUST_BE_CHECKED} or ${IS_MOVED_IN})`)
    .groupBy(['x.kind', 'x.number', 'x.created_at', 'a.name'])
    .orderBy('x.created_at')
    .orderBy('x.number')
    .execute()
}

/**
 * Sums the exported ledger entries that the office must check before it saves the import. `warned` counts
 * rows with such an entry and no other warning.
 */
export function sumExportedEntries(db: DbOrTx, importId: number, timeZone: string) {
  return db
    .selectFrom(selectPreviewEntries(db, importId, timeZone).select('g.reason').as('e'))
    .select(sql<number>`count(*)`.as('rows'))
    .select(sql<number>`coalesce(-sum(e.amount), 0)`.as('amount'))
    .select(sql<number>`count(distinct e.row) filter (where e.reason is null)`.as('warned'))
    .where(MUST_BE_CHECKED)
    .executeTakeFirstOrThrow()
}
