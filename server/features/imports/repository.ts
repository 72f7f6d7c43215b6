import { sql, type InferResult, type SelectQueryBuilder } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import { DELETED_STATUS } from '#platform/db/expressions.ts'
import { buildWordsCondition } from '#platform/db/lists/build-search-condition.ts'
import { findPageWithTotal } from '#platform/db/lists/find-page-with-total.ts'
import type { Page } from '#platform/http/list-query.ts'
import type {
  ImportFilter,
  ImportState,
  ImportVerdict,
  PDF_KINDS,
} from '@tahanan/contract/billing/statement-import.ts'
import {
  selectRowText,
  ACCEPTED_VERDICTS,
  IS_CREATABLE,
  IS_UNNAMED_PDF,
  selectRowsWithPdf,
  IS_TENANT_OF_ROW,
  selectUploadedPdfs,
  VERDICT_WITH_PDF,
} from './comparison-columns.ts'
import { IS_UNUSUAL_AMOUNT } from './preview/mark-unusual-amounts.ts'
import { sumExportedEntries } from './preview/select-exported-entries.ts'
import { selectPreviewEntries, sumReceived } from './preview/select-preview-entries.ts'

/** Condition: an import later than `i` has changed tenants and is not undone. */
export const HAS_LATER_IMPORT = sql<boolean>`exists (select from statement_imports later
  where later.state in ('saving', 'done', 'undoing') and (later.saving_at, later.id) > (i.saving_at, i.id)
    and (later.state <> 'done' or later.created + later.updated > 0))`

const selectImports = (db: DbOrTx) =>
  db
    .selectFrom('statement_imports as i')
    .innerJoin('admins as a', 'a.id', 'i.admin_id')
    .select(['i.id', 'i.uniq_id as uniqId', 'i.soa_file as soaFile', 'i.web_client_file as webClientFile'])
    .select(['i.soa_file_name as soaFileName', 'i.web_client_file_name as webClientFileName'])
    .select(['i.content_sha as contentSha', sql<ImportState>`i.state`.as('state'), 'i.total', 'i.saved'])
    .select(['i.created', 'i.updated', 'i.unchanged', 'i.refused', 'i.skipped', 'i.problem', 'i.pdfs'])
    .select(['i.amount_before as amountBefore', 'i.amount_after as amountAfter', 'i.pdf_bytes as pdfBytes'])
    .select(['i.missing_pdfs as missingPdfs', 'i.extra_pdfs as extraPdfs', 'a.name as adminName'])
    .select(['i.created_at', 'i.done_at', 'i.undone', 'i.undone_at'])
    .select(
      sql<boolean>`i.state = 'done' and i.created + i.updated > 0 and not ${HAS_LATER_IMPORT}`.as('canUndo'),
    )
    .select(
      sql<number>`(select count(*) from statement_import_rows r
        where r.import_id = i.id and r.kept is not null)`.as('kept'),
    )
    .select(
      sql<number>`(select count(*) from statement_import_rows r
        where r.import_id = i.id and r.saved_at is not null
          and r.verdict in ('refused', 'skipped'))`.as('unexpected'),
    )
    .select(sql<number>`(select count(*) from statement_import_moves m where m.import_id = i.id)`.as('moved'))
export type ImportRow = InferResult<ReturnType<typeof selectImports>>[number]

export function findImport(db: DbOrTx, uniqId: string): Promise<ImportRow | undefined> {
  return selectImports(db).where('i.uniq_id', '=', uniqId).orderBy('i.id', 'desc').limit(1).executeTakeFirst()
}

/**
 * Finds the import that an undo of this name undoes: the newest that changed something, else the newest. A
 * list that was sent twice has a second import without changes (rules 7.18). A repeated undo finds the same
 * import.
 */
export function findImportToUndo(db: DbOrTx, uniqId: string): Promise<ImportRow | undefined> {
  const hasChanges = sql`i.state in ('undoing', 'undone') or i.state = 'done' and i.created + i.updated > 0`
  return selectImports(db)
    .where('i.uniq_id', '=', uniqId)
    .orderBy(hasChanges, 'desc')
    .orderBy('i.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function findImportById(db: DbOrTx, importId: number): Promise<ImportRow> {
  return selectImports(db).where('i.id', '=', importId).executeTakeFirstOrThrow()
}

export function listImports(db: DbOrTx, page: Pick<Page, 'limit' | 'offset'>) {
  const importsQuery = selectImports(db).orderBy(sql`coalesce(i.saving_at, i.created_at)`, 'desc')
  return findPageWithTotal(db, importsQuery.orderBy('i.id', 'desc'), page)
}

export function countImportRows(db: DbOrTx, importId: number) {
  const stagedRows = selectRowsWithPdf(db, importId)
    .select([
      'r.pdf',
      'r.reason',
      'r.correction',
      'r.expected_from',
      'f.file_key',
      IS_UNUSUAL_AMOUNT.as('far'),
    ])
    .select(VERDICT_WITH_PDF.as('verdict'))
  const rowCounts = db.selectFrom(stagedRows.as('staged')).select(({ fn }) => {
    const acceptedCount = fn.countAll<number>().filterWhere('verdict', 'in', ACCEPTED_VERDICTS)
    const countByVerdict = (verdict: ImportVerdict) =>
      fn.countAll<number>().filterWhere('verdict', '=', verdict)
    return [
      acceptedCount.filterWhere('pdf', 'is not', null).filterWhere('file_key', 'is', null).as('missing'),
      acceptedCount.filterWhere('reason', 'is not', null).as('warned'),
      acceptedCount.filterWhere('expected_from', 'is not', null).as('judged'),
      acceptedCount.filterWhere('far', '=', true).as('far'),
      acceptedCount.filterWhere('correction', '=', true).as('corrections'),
      countByVerdict('new').as('created'),
      countByVerdict('changed').as('updated'),
      countByVerdict('unchanged').as('unchanged'),
    ]
  })
  const uploadedPdfTotals = selectUploadedPdfs(db, importId)
    .select(({ fn }) => fn.countAll<number>().as('files'))
    .select(sql<number>`coalesce(sum(f.bytes), 0)::bigint`.as('bytes'))
  const unnamedPdfCount = selectUploadedPdfs(db, importId)
    .where(IS_UNNAMED_PDF)
    .select(({ fn }) => fn.countAll<number>().as('extra'))
  return db
    .selectFrom([rowCounts.as('counted'), uploadedPdfTotals.as('came'), unnamedPdfCount.as('unnamed')])
    .selectAll()
    .executeTakeFirstOrThrow()
}

export async function findPreviewTotals(db: DbOrTx, importId: number, timeZone: string) {
  const olderTotals = db
    .selectFrom('statement_import_rows')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .select(sql<number>`coalesce(sum(amount_before), 0)`.as('amountBefore'))
    .select(sql<number>`coalesce(sum(amount_after), 0)`.as('amountAfter'))
    .where('import_id', '=', importId)
    .where('verdict', '=', 'skipped')
    .where('older', '=', true)
  const doubtfulCounts = db
    .selectFrom('statement_import_rows')
    .select(({ fn }) => [
      fn.countAll<number>().as('doubtful'),
      fn.countAll<number>().filterWhere(IS_CREATABLE).as('creatable'),
    ])
    .where('import_id', '=', importId)
    .where('verdict', '=', 'skipped')
    .where('doubtful', '=', true)
  const absentTenantCount = db
    .selectFrom('tenants as t')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('t.status', '<>', DELETED_STATUS)
    .where('t.soa_amount', '<>', 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('statement_import_rows as r')
            .select('r.row')
            .where('r.import_id', '=', importId)
            .where(IS_TENANT_OF_ROW),
        ),
      ),
    )
  return {
    older: await olderTotals.executeTakeFirstOrThrow(),
    ...(await doubtfulCounts.executeTakeFirstOrThrow()),
    notInFiles: (await absentTenantCount.executeTakeFirstOrThrow()).count,
    ...(await sumReceived(db, importId, timeZone)),
    exported: await sumExportedEntries(db, importId, timeZone),
  }
}

export function sumAmounts(db: DbOrTx, importId: number) {
  return db
    .selectFrom('statement_import_rows')
    .select(sql<number>`coalesce(sum(amount_before), 0)`.as('amount_before'))
    .select(sql<number>`coalesce(sum(amount_after), 0)`.as('amount_after'))
    .where('import_id', '=', importId)
    .where('verdict', 'in', ACCEPTED_VERDICTS)
    .executeTakeFirstOrThrow()
}

export type StagedRow = InferResult<ReturnType<typeof selectStagedRows>>[number]

const selectStagedRows = (db: DbOrTx, importId: number) =>
  selectRowsWithPdf(db, importId)
    .leftJoin('tenants as t', 't.id', 'r.tenant_id')
    .select(['r.row', 'r.tenant_id as tenantId', 'r.line', 'r.urefno', 'r.invdate', 'r.due_date as dueDate'])
    .select(['r.attachment', 'r.kept', 'r.doubtful'])
    .select(({ fn }) => fn.coalesce('r.kept', 'r.reason').as('reason'))
    .select([
      'r.amount_before as amountBefore',
      'r.amount_after as amountAfter',
      sql<'soa' | 'webClient' | 'list'>`r.source`.as('source'),
    ])
    .select(sql<string | null>`coalesce(nullif(${selectRowText('uoccname')}, ''), t.uoccname)`.as('uoccname'))
    .select(VERDICT_WITH_PDF.as('verdict'))

export function listRows(
  db: DbOrTx,
  importId: number,
  page: Pick<Page, 'limit' | 'offset' | 'searchTerm'>,
  filter: ImportFilter | '',
  timeZone: string,
): Promise<{ rows: StagedRow[]; total: number }> {
  const text = sql<string>`folded(urefno || ' ' || coalesce(uoccname, ''))`
  const stagedRowsQuery = db
    .selectFrom(selectStagedRows(db, importId).as('staged'))
    .selectAll()
    .orderBy('row')
  const foundRows =
    page.searchTerm === ''
      ? stagedRowsQuery
      : stagedRowsQuery.where(buildWordsCondition(text, page.searchTerm))
  if (filter === '') return listPage(db, foundRows, page)
  if (filter === 'kept') return listPage(db, foundRows.where('kept', 'is not', null), page)
  if (filter !== 'warned' && filter !== 'entries')
    return listPage(db, foundRows.where('verdict', '=', filter), page)
  if (filter === 'warned') {
    const rowsToCheck = db
      .selectFrom(selectPreviewEntries(db, importId, timeZone).as('e'))
      .select('e.row')
      .where('e.asked', '=', true)
    return listPage(
      db,
      foundRows.where(({ and, or, eb }) =>
        or([
          and([
            eb('verdict', 'in', ACCEPTED_VERDICTS),
            or([eb('reason', 'is not', null), eb('row', 'in', rowsToCheck)]),
          ]),
          and([eb('verdict', '=', 'skipped'), eb('doubtful', '=', true)]),
        ]),
      ),
      page,
    )
  }
  const hasOpenEntries = sql<boolean>`exists (select from ledger_entries
    where tenant_id = "tenantId" and covered_by is null and kind not in ('opening', 'statement'))`
  return listPage(db, foundRows.where('verdict', 'in', ACCEPTED_VERDICTS).where(hasOpenEntries), page)
}

/**
 * Lists PDFs of an import. `missing`: named by accepted rows but not uploaded. `older` and `doubtful`: named
 * by skipped rows that the user may accept and not uploaded. `extra`: uploaded but named by no row.
 */
export function listPdfs(
  db: DbOrTx,
  importId: number,
  kind: (typeof PDF_KINDS)[number],
  page: Pick<Page, 'limit' | 'offset'>,
): Promise<{ rows: { name: string; sha256?: string }[]; total: number }> {
  const missingPdfs = selectRowsWithPdf(db, importId)
    .select(sql<string>`r.attachment`.as('name'))
    .where('r.pdf', 'is not', null)
    .where('f.file_key', 'is', null)
    .orderBy('r.row')
  const missingPdfsOfSkippedRows = missingPdfs.where('r.verdict', '=', 'skipped')
  const uploadedPdfs = selectUploadedPdfs(db, importId)
    .select(['f.original_name as name', sql<string>`encode(f.sha256, 'hex')`.as('sha256')])
    .orderBy('f.name')
  if (kind === 'missing') return listPage(db, missingPdfs.where('r.verdict', 'in', ACCEPTED_VERDICTS), page)
  if (kind === 'older') return listPage(db, missingPdfsOfSkippedRows.where('r.older', '=', true), page)
  if (kind === 'doubtful') return listPage(db, missingPdfsOfSkippedRows.where(IS_CREATABLE), page)
  return listPage(db, kind === 'extra' ? uploadedPdfs.where(IS_UNNAMED_PDF) : uploadedPdfs, page)
}

// Unlike `findPageWithTotal`, the query is planned again for each import, because an import may have three
// rows or a hundred thousand.
async function listPage<D, T extends keyof D, Row>(
  db: DbOrTx,
  rows: SelectQueryBuilder<D, T, Row>,
  { limit, offset }: Pick<Page, 'limit' | 'offset'>,
): Promise<{ rows: Row[]; total: number }> {
  const [pageRows, countResult] = await Promise.all([
    rows.limit(limit).offset(offset).execute(),
    sql<{ total: number }>`select count(*) as total from ${rows.clearOrderBy()} as counted`.execute(db),
  ])
  return { rows: pageRows, total: countResult.rows[0]?.total ?? 0 }
}

export function findRunningImport(db: DbOrTx) {
  return db
    .selectFrom('statement_imports as i')
    .innerJoin('admins as a', (join) => join.on(sql<boolean>`a.id = coalesce(i.undone_by_id, i.admin_id)`))
    .select(['a.name', 'i.state', 'i.saved', 'i.total'])
    .where('i.state', 'in', ['saving', 'undoing'])
    .orderBy('i.saving_at')
    .limit(1)
    .executeTakeFirst()
}

export function countUndoEffects(db: DbOrTx, importId: number) {
  return db
    .selectFrom('statement_import_rows as r')
    .innerJoin('tenants as t', 't.id', 'r.tenant_id')
    .select(({ fn }) => {
      const rowCount = fn.countAll<number>()
      return [
        rowCount.filterWhere('r.verdict', '=', 'changed').as('restored'),
        rowCount.filterWhere('r.verdict', '=', 'new').filterWhere('r.kept', 'is', null).as('closed'),
        rowCount
          .filterWhere('r.statement', '=', true)
          .filterWhere('t.status', '<>', DELETED_STATUS)
          .as('notified'),
      ]
    })
    .where('r.import_id', '=', importId)
    .where('r.undone_at', 'is not', null)
    .executeTakeFirstOrThrow()
}
