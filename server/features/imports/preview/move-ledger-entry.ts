import { sql } from 'kysely'
import { isCoveredByRule } from '#features/ledger/ledger-entries.ts'
import { lockBatches } from '#features/payfile/repository.ts'
import { recordChange } from '#platform/audit/record-action.ts'
import type { Tx } from '#platform/db/client.ts'
import { CLOCK, buildAnyOfIds } from '#platform/db/expressions.ts'
import { PortalError } from '#platform/errors.ts'
import { LEDGER_KINDS } from '@tahanan/contract/billing/ledger.ts'
import type { ExportKind } from '@tahanan/contract/billing/statement-import.ts'
import { formatPesos, sumAmounts } from '@tahanan/contract/money.ts'
import { lockImport } from '../abandon-import.ts'
import { requireImport } from '../policy.ts'
import type { ImportRow } from '../repository.ts'
import { selectExportedEntries, MUST_BE_CHECKED, IS_MOVED_IN } from './select-exported-entries.ts'
import { selectPreviewEntries } from './select-preview-entries.ts'

interface EntryMove {
  readonly inStatement: boolean
  readonly batch?: number | null | undefined
}

/**
 * Moves a ledger entry into the statement of a prepared import, or out of it. The office's choice overrides
 * rules 16.4 (rules 7.31). Throws 404 for an entry that cannot be moved. Throws 409 once the import is being
 * saved, or if the entry was exported after the caller read it.
 */
export async function moveLedgerEntry(
  tx: Tx,
  { uniqId, entryId }: { readonly uniqId: string; readonly entryId: number },
  { inStatement, batch }: EntryMove,
  timeZone: string,
): Promise<void> {
  const preparedImport = await lockPreparedImport(tx, uniqId)
  const { id } = preparedImport
  const entry = await selectPreviewEntries(tx, id, timeZone)
    .select(['g.client_code as clientCode', isCoveredByRule(timeZone).as('byRule')])
    .where('e.id', '=', entryId)
    .executeTakeFirst()
  if (!entry?.canMove) throw new PortalError('notFound')
  if (batch !== undefined && batch !== entry.batch) throw new PortalError('previewChanged')
  if (entry.inStatement === inStatement) return
  await deleteEntryMoves(tx, id, [entryId])
  if (entry.byRule !== inStatement) await insertMoves(tx, id, [entryId], inStatement)
  const name = `${LEDGER_KINDS[entry.kind]} ${entry.reference || entry.label} of ${entry.clientCode}`
  await recordMove(
    tx,
    preparedImport,
    `${name}, ${formatPesos(Math.abs(entry.amount))}, was moved ${inStatement ? 'into' : 'out of'} the statement.`,
  )
}

/**
 * Moves all ledger entries of an export (batch or copy) that the office must check into the statements of a
 * prepared import, or back (rules 7.33). Throws 404 if there are none, and 409 once the import is being
 * saved.
 */
export async function moveExport(
  tx: Tx,
  { uniqId, kind, number }: { readonly uniqId: string; readonly kind: ExportKind; readonly number: number },
  inStatement: boolean,
  timeZone: string,
): Promise<void> {
  const preparedImport = await lockPreparedImport(tx, uniqId)
  const entries = await selectExportedEntries(tx, preparedImport.id, timeZone)
    .select(['e.id', 'e.amount'])
    .where('x.kind', '=', kind)
    .where('x.number', '=', number)
    .where(inStatement ? MUST_BE_CHECKED : IS_MOVED_IN)
    .execute()
  if (entries.length === 0) throw new PortalError('notFound')
  const ids = entries.map(({ id }) => id)
  if (inStatement) await insertMoves(tx, preparedImport.id, ids, true)
  else await deleteEntryMoves(tx, preparedImport.id, ids)
  const name = `${kind === 'batch' ? 'Batch' : 'Copy'} ${number}`
  const lines = `${ids.length} ${ids.length === 1 ? 'line' : 'lines'}`
  const amount = formatPesos(-sumAmounts(entries.map((entry) => entry.amount)))
  await recordMove(
    tx,
    preparedImport,
    `${name}, ${lines}, ${amount}, was moved ${inStatement ? 'into' : 'out of'} the statements.`,
  )
}

async function lockPreparedImport(tx: Tx, uniqId: string) {
  const importRow = await requireImport(tx, uniqId)
  if ((await lockImport(tx, importRow.id))?.state !== 'prepared') throw new PortalError('alreadyDone')
  await lockBatches(tx)
  return importRow
}

async function deleteEntryMoves(tx: Tx, importId: number, entryIds: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('statement_import_moves')
    .where('import_id', '=', importId)
    .where('entry_id', '=', buildAnyOfIds(entryIds))
    .execute()
}

async function insertMoves(
  tx: Tx,
  importId: number,
  entryIds: readonly number[],
  inStatement: boolean,
): Promise<void> {
  await sql`insert into statement_import_moves (import_id, entry_id, in_statement)
    select ${importId}, id, ${inStatement} from unnest(${entryIds}::bigint[]) id`.execute(tx)
}

async function recordMove(
  tx: Tx,
  { id, soaFileName, webClientFileName }: ImportRow,
  detail: string,
): Promise<void> {
  await tx.updateTable('statement_imports').set({ updated_at: CLOCK }).where('id', '=', id).execute()
  const name = [soaFileName, webClientFileName].filter(Boolean).join(', ')
  await recordChange(tx, 'statement_imports', { id, name, detail })
}
