import { sql, type Insertable, type Selectable } from 'kysely'
import type { Tx } from '#platform/db/client.ts'
import { CLOCK } from '#platform/db/expressions.ts'
import type { StatementImportRows, StatementImports } from '#platform/db/generated.ts'
import { PortalError } from '#platform/errors.ts'
import { normalizePdfName } from '@tahanan/contract/billing/statement-import.ts'
import {
  selectComparisonColumns,
  ACCEPTED_VERDICTS,
  CURRENT_STATEMENT,
  IS_TENANT_OF_ROW,
} from './comparison-columns.ts'
import { excludeUncertainCodes } from './preview/exclude-uncertain-codes.ts'
import { markUnusualAmounts } from './preview/mark-unusual-amounts.ts'
import type { MergedRow } from './reading/merged-row.ts'
import { sumAmounts } from './repository.ts'
import { selectRowVerdicts, VERDICT_REASONS } from './select-row-verdicts.ts'

/**
 * Creates an import, or restarts a prepared one with the same name; returns its id. A restart deletes the
 * rows and the office's moves of ledger entries. It keeps the PDFs, and the two files unless they are
 * replaced. Simultaneous calls wait for each other. Throws 409 once the import is being saved.
 */
export async function createImport(tx: Tx, head: Insertable<StatementImports>): Promise<number> {
  const row = await tx
    .insertInto('statement_imports')
    .values(head)
    .onConflict((conflict) =>
      conflict
        .column('uniq_id')
        .where(sql<boolean>`state in ('prepared', 'saving')`)
        .doUpdateSet({ ...head, problem: null, updated_at: CLOCK, prepared_at: CLOCK })
        .where('statement_imports.state', '=', 'prepared'),
    )
    .returning('id')
    .executeTakeFirst()
  if (!row) throw new PortalError('alreadyDone')
  await tx.deleteFrom('statement_import_moves').where('import_id', '=', row.id).execute()
  await tx.deleteFrom('statement_import_rows').where('import_id', '=', row.id).execute()
  return row.id
}

export async function stageRows(
  tx: Tx,
  importId: number,
  batches: AsyncIterable<readonly MergedRow[]>,
  timeZone: string,
): Promise<void> {
  let stagedCount = 0
  for await (const batch of batches) {
    const records = batch.map((row) => toStagedRow(row, ++stagedCount))
    if (records.length > 0) await stageBatch(tx, importId, JSON.stringify(records), timeZone)
  }
  await excludeUncertainCodes(tx, importId)
  await markUnusualAmounts(tx, importId, stagedCount, timeZone)
  await updateStagedCounts(tx, importId)
}

const FILE_COLUMNS = [
  'row',
  'source',
  'line',
  'urefno',
  'amount',
  'invdate',
  'due_date',
  'attachment',
] as const
const COMPARISON_RESULT_COLUMNS = [
  'tenant_id',
  'amount_before',
  'amount_after',
  'sha_before',
  'verdict',
] as const

/**
 * Columns of `ComparedRow` for the preview. In the preview, corrections count as confirmed, so that all are
 * shown. Older rows count as unconfirmed, so that they are skipped.
 */
const PREVIEW_COLUMNS = [
  sql<string | null>`r.reason`.as('refusal'),
  sql<boolean>`t.id is null and r.amount is not null`.as('is_new'),
  // Always false, because PDFs are uploaded after the preparation. `VERDICT_WITH_PDF` later includes them.
  sql<boolean>`false`.as('pdf_changes'),
  sql<boolean>`r.invdate is not null`.as('dated'),
  sql<boolean>`false`.as('overtaken'),
  sql<boolean>`false`.as('tenant_changed'),
  sql<boolean>`false`.as('older_than_saved'),
  sql<boolean>`true`.as('shown'),
  sql<boolean>`false`.as('older_confirmed'),
  sql<boolean>`true`.as('corrections_confirmed'),
] as const

type StagedColumns = Pick<
  Selectable<StatementImportRows>,
  (typeof FILE_COLUMNS)[number] | 'reason' | 'pdf'
> & {
  fields: string
  note: string | null
}

/** Maximum days by which a statement may be dated ahead. A later date is probably wrong. */
const MAX_DAYS_AHEAD = 60

async function stageBatch(tx: Tx, importId: number, records: string, timeZone: string): Promise<void> {
  const stagedRows = sql<StagedColumns>`jsonb_to_recordset(${records}::jsonb)`.as<'r'>(
    sql`r(row integer, source text, line integer, urefno text, reason text, fields jsonb, amount numeric,
      invdate timestamptz, due_date date, attachment text, pdf text, note text)`,
  )
  const comparedRows = tx
    .selectFrom(stagedRows)
    .leftJoin('tenants as t', (join) => join.on(IS_TENANT_OF_ROW))
    .leftJoinLateral(CURRENT_STATEMENT, (join) => join.onTrue())
    .selectAll('r')
    .select(selectComparisonColumns(timeZone))
    .select(PREVIEW_COLUMNS)
  await selectRowVerdicts(tx, comparedRows)
    .insertInto('statement_import_rows')
    .columns([
      ...(['import_id', ...FILE_COLUMNS, ...COMPARISON_RESULT_COLUMNS] as const),
      ...(['fields', 'pdf', 'reason', 'correction', 'older'] as const),
    ])
    .expression((query) =>
      query
        .selectFrom('judged as c')
        .select(({ val }) => val(importId).as('import_id'))
        .select([...FILE_COLUMNS, ...COMPARISON_RESULT_COLUMNS])
        .select([
          sql<string>`coalesce(c.fields, '{}')`.as('fields'),
          sql<string | null>`nullif(c.pdf, '')`.as('pdf'),
          sql<string | null>`coalesce(c.left_out,
            nullif(concat_ws(' ', case when c.correction then ${VERDICT_REASONS.correction} end,
              case when c.invdate > clock_timestamp() + make_interval(days => ${MAX_DAYS_AHEAD})
                then 'The date is far ahead: ' || to_char(c.invdate at time zone ${timeZone}, 'FMDD Mon YYYY') || '.' end,
              case when c.tenant_id is null or c.fields_change then c.note end), ''))`.as('reason'),
          sql<boolean>`c.refusal is null and coalesce(c.correction, false)`.as('correction'),
          sql<boolean>`c.refusal is null and coalesce(c.older, false)`.as('older'),
        ]),
    )
    .execute()
}

async function updateStagedCounts(tx: Tx, importId: number): Promise<void> {
  const stagedCounts = await tx
    .selectFrom('statement_import_rows')
    .select(({ fn }) => {
      const rowCount = fn.countAll<number>()
      return [
        rowCount.filterWhere('verdict', 'in', ACCEPTED_VERDICTS).as('total'),
        rowCount.filterWhere('verdict', '=', 'new').as('created'),
        rowCount.filterWhere('verdict', '=', 'changed').as('updated'),
        rowCount.filterWhere('verdict', '=', 'unchanged').as('unchanged'),
        rowCount.filterWhere('verdict', '=', 'refused').as('refused'),
        rowCount.filterWhere('verdict', '=', 'skipped').as('skipped'),
      ]
    })
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow()
  const amounts = await sumAmounts(tx, importId)
  await tx
    .updateTable('statement_imports')
    .set({ ...stagedCounts, ...amounts, saved: 0 })
    .where('id', '=', importId)
    .execute()
}

function toStagedRow({ source, line, urefno, reason, webClient, soa }: MergedRow, row: number) {
  return {
    row,
    source,
    line,
    urefno,
    reason,
    fields: webClient?.fields,
    amount: webClient?.amount,
    note: webClient?.note,
    invdate: soa?.invdate,
    due_date: soa?.dueDate,
    attachment: soa?.attachment,
    pdf: soa && normalizePdfName(soa.attachment),
  }
}
