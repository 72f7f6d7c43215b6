import { sql, type InferResult } from 'kysely'
import type { Tx } from '#platform/db/client.ts'
import type { ImportVerdict } from '@tahanan/contract/billing/statement-import.ts'
import {
  COMPARISON,
  ACCEPTED,
  PDF,
  PRESENT_STATEMENT,
  REASONS,
  TENANT_OF_ROW,
  UNKNOWN_TENANT,
} from '../comparison.ts'
import { rowIs, selectRows, type Chunk } from './run-rows.ts'

/** Condition of rows `r` that are not saved yet. */
export const UNSAVED = rowIs.and([rowIs('r.saved_at', 'is', null), rowIs('r.verdict', 'in', ACCEPTED)])

/** Selects the unsaved rows `r` of a chunk. */
export const selectUnsaved = (tx: Tx, chunk: Chunk) => selectRows(tx, chunk).where(UNSAVED)

type ComparedRow = InferResult<ReturnType<typeof compareWithTenant>>[number]

/** Compares rows with their tenants again, as the preview did; the caller locked the tenants and files. */
export function compareWithTenant(tx: Tx, chunk: Chunk) {
  // Date of the newest row saved by other imports since the preview; an undated row counts by its
  // preparation.
  const since = tx
    .selectFrom('statement_imports as i')
    .innerJoin('statement_imports as o', (join) =>
      join.onRef('o.id', '<>', 'i.id').onRef('o.saving_at', '>', 'i.prepared_at'),
    )
    .innerJoin('statement_import_rows as x', 'x.import_id', 'o.id')
    .select(['x.tenant_id', sql<Date>`max(coalesce(x.invdate, o.prepared_at))`.as('newest')])
    .where('i.id', '=', chunk.id)
    .where('x.saved_at', 'is not', null)
    .where('x.verdict', 'in', ACCEPTED)
    .where('x.undone_at', 'is', null)
    .groupBy('x.tenant_id')
  return selectUnsaved(tx, chunk)
    .leftJoin('tenants as t', (join) => join.on(TENANT_OF_ROW))
    .leftJoinLateral(PRESENT_STATEMENT, (join) => join.onTrue())
    .leftJoinLateral(PDF, (join) => join.onTrue())
    .leftJoin(since.as('since'), 'since.tenant_id', 't.id')
    .select(['r.row', 'f.sha256'])
    .select(COMPARISON)
    .select([
      sql<boolean>`r.invdate is not null`.as('dated'),
      sql<boolean>`since.newest is not null`.as('overtaken'),
      sql<boolean | null>`r.invdate < since.newest`.as('older_than_saved'),
      sql<boolean | null>`(r.correction or r.older) and r.amount_before = t.soa_amount`.as('shown'),
      sql<boolean>`r.older`.as('older_taken'),
      sql<string | null>`case when f.owner_id is null or (f.owner_kind = 'statement' and f.owner_id = t.id)
        then f.file_key end`.as('file_key'),
    ])
    .orderBy('r.row')
}

/** Effect of a row on its tenant. */
export interface RowEffect extends Pick<
  ComparedRow,
  'row' | 'tenant_id' | 'amount_before' | 'amount_after' | 'file_key'
> {
  readonly verdict: ImportVerdict
  readonly reason: string | null
  /** Whether the tenant gets a statement, not only other contact details. */
  readonly statement: boolean
  /** Whether the amount or the date changes, not only the PDF. */
  readonly figures: boolean
  /** Whether the present statement gets another due date. */
  readonly due: boolean
  /** Whether the row replaces a newer statement. */
  readonly older: boolean
  /** SHA-256 of the PDF, in hexadecimal. */
  readonly sha: string | null
}

/** Returns the effect of a row on the current tenant. */
export function getEffect(
  row: ComparedRow,
  fresh: ReadonlySet<number>,
  correctionsConfirmed: boolean,
): RowEffect {
  const { tenant_id, amount_after, file_key, sha256 } = row
  const isNew = tenant_id !== null && fresh.has(tenant_id)
  const left =
    tenant_id === null ? refused(UNKNOWN_TENANT) : isNew ? null : skipReason(row, correctionsConfirmed)
  const figures = !left && (isNew || row.figures_change === true)
  const due = !left && row.due_changes === true
  const pdf = file_key !== null && sha256 !== null && !row.sha_before?.equals(sha256)
  const statement = !left && (figures || due || pdf)
  return {
    row: row.row,
    tenant_id,
    amount_before: isNew ? null : row.amount_before,
    amount_after,
    verdict: left?.verdict ?? (isNew ? 'new' : statement || row.fields_change ? 'changed' : 'unchanged'),
    reason: left?.reason ?? null,
    statement,
    figures,
    due,
    older: !left && row.older === true,
    file_key: statement ? file_key : null,
    sha: statement && file_key !== null && sha256 !== null ? sha256.toString('hex') : null,
  }
}

const refused = (reason: string) => ({ verdict: 'refused' as const, reason })
const skipped = (reason: string) => ({ verdict: 'skipped' as const, reason })

/** Returns why a row is skipped or refused; null if it is saved or changes nothing. */
function skipReason(row: ComparedRow, correctionsConfirmed: boolean) {
  if (!row.figures_change && !row.due_changes && !row.fields_change) return null
  if ((row.older && !row.older_taken) || row.older_than_saved) return skipped(REASONS.older)
  if (row.older) return row.shown ? null : refused(REASONS.overtaken)
  if (!row.dated && row.overtaken) return refused(REASONS.overtaken)
  if (!row.correction) return null
  if (!row.shown) return refused(REASONS.overtaken)
  return correctionsConfirmed ? null : skipped(REASONS.notConfirmed)
}
