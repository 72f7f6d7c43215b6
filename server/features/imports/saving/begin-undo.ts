import { sql } from 'kysely'
import { withdrawStatements } from '#features/ledger/ledger-entries.ts'
import type { Db, Tx } from '#platform/db/client.ts'
import { CLOCK, DELETED_STATUS } from '#platform/db/expressions.ts'
import { PortalError } from '#platform/errors.ts'
import { publishEvent } from '#platform/realtime/outbox.ts'
import { TENANT_COLUMNS } from '@tahanan/contract/billing/statement-import.ts'
import { selectColumnAfter, CHANGING_VERDICTS } from '../comparison-columns.ts'
import { notifyTenantsOfRows } from '../import-topic.ts'
import { HAS_LATER_IMPORT } from '../repository.ts'
import { rowExpression, selectRows, type Chunk, type RowsTask } from './run-rows-task.ts'

/** Starts to undo an import. Throws 409 if it is not saved or not the latest. */
export async function beginUndo(db: Db, importId: number, adminId: number): Promise<void> {
  const importRow = await db
    .selectFrom('statement_imports as i')
    .select(['i.state', HAS_LATER_IMPORT.as('later')])
    .where('i.id', '=', importId)
    .executeTakeFirstOrThrow()
  if (importRow.state !== 'done') throw new PortalError('importNotSaved')
  if (importRow.later) throw new PortalError('importNotLatest')
  await db
    .updateTable('statement_imports')
    .set({ state: 'undoing', undone: 0, undone_by_id: adminId, updated_at: CLOCK })
    .where('id', '=', importId)
    .where('state', '=', 'done')
    .execute()
}

const IS_EFFECTIVE = rowExpression.and([
  rowExpression('r.saved_at', 'is not', null),
  rowExpression('r.verdict', 'in', CHANGING_VERDICTS),
])

export const UNDO_TASK: RowsTask = {
  state: 'undoing',
  left: rowExpression.and([IS_EFFECTIVE, rowExpression('r.undone_at', 'is', null)]),
  run: undoChunk,
  handleFaultyRow: markRowAsKept,
  finish: async () => ({ state: 'undone', undone_at: CLOCK }),
}

const selectEffectiveRows = (tx: Tx, chunk: Chunk) => selectRows(tx, chunk).where(IS_EFFECTIVE)

async function undoChunk(tx: Tx, chunk: Chunk): Promise<void> {
  // Locks tenants in the order of their keys, like a save does, which prevents deadlocks.
  await tx
    .selectFrom('tenants as t')
    .select('t.id')
    .where('t.id', 'in', selectEffectiveRows(tx, chunk).select(sql<number>`r.tenant_id`.as('id')))
    .orderBy('t.id')
    .forNoKeyUpdate()
    .execute()
  const undoneRows = await markRowsAsUndone(tx, chunk)
  await restoreTenants(tx, chunk)
  await withdrawRows(tx, chunk)
  await moveBackPdfs(tx, chunk)
  await tx
    .updateTable('statement_imports')
    .set((eb) => ({ undone: eb('undone', '+', undoneRows.length), problem: null, updated_at: CLOCK }))
    .where('id', '=', chunk.id)
    .execute()
  const tenantIds = undoneRows.map(({ tenant_id }) => tenant_id)
  await notifyTenantsOfRows(tx, selectEffectiveRows(tx, chunk), tenantIds, {
    title: 'Statement withdrawn',
    message: sql<string>`(select 'The statement of ' || to_char(
      coalesce(r.invdate, r.saved_at) at time zone ${chunk.timeZone}, 'FMDD FMMonth YYYY') || ' was withdrawn. '
      || case when l.balance > 0 then 'Left to pay now: ' || ${BALANCE_TEXT}
        when l.balance < 0 then 'You have a credit of ' || ${BALANCE_TEXT} else 'Nothing is left to pay' end || '.'
      from ledgers l where l.tenant_id = t.id)`,
  })
  await publishEvent(tx, 'import', { uniqId: chunk.uniqId })
}

const BALANCE_TEXT = sql`'₱' || to_char(abs(l.balance), 'FM9,999,999,990.00')`

async function markRowAsKept(tx: Tx, row: Chunk): Promise<void> {
  await tx
    .updateTable('statement_import_rows')
    .set({ undone_at: CLOCK, kept: 'The database does not take this row back.' })
    .where('import_id', '=', row.id)
    .where('row', '=', row.first)
    .execute()
}

const selectValueBefore = (column: string) => sql<string>`(r.before ->> ${sql.lit(column)})`
const selectSavedValue = (column: (typeof TENANT_COLUMNS)[number]) =>
  selectColumnAfter(column, selectValueBefore(column))

const CHANGED_COLUMN_NAMES = TENANT_COLUMNS.map(
  (column) => sql<string>`case when ${selectSavedValue(column)} <> ${selectValueBefore(column)}
    and ${sql.ref(`t.${column}`)} not in (${selectSavedValue(column)}, ${selectValueBefore(column)}) then ${sql.lit(column)} end`,
)

/**
 * Reasons not to close a tenant created by the import, as text and SQL condition. Soft-deleted records do
 * not count.
 */
const REASONS_TO_KEEP_TENANT = [
  ['a login', sql`t.password_hash is not null or t.email <> ''`],
  ['a session', sql`exists (select from sessions where area = 'client' and account_id = t.id)`],
  ['tickets', sql`exists (select from tickets where tenant_id = t.id and status <> ${DELETED_STATUS})`],
  ['payments', sql`exists (select from payments where tenant_id = t.id and status <> ${DELETED_STATUS})`],
  ['comments', sql`exists (select from comments where tenant_id = t.id)`],
  ['feedback', sql`exists (select from feedbacks where tenant_id = t.id)`],
  [
    'charges or credits',
    sql`exists (select from ledger_entries where tenant_id = t.id and kind in ('charge', 'credit'))`,
  ],
  [
    'other statements',
    sql`exists (select from statements
      where tenant_id = t.id and import_id is distinct from r.import_id and undone_at is null)`,
  ],
] as const

// Runs before the undo changes anything. Stores in each row the reason if its tenant is kept unchanged.
function markRowsAsUndone(tx: Tx, chunk: Chunk) {
  const keepReasons = sql.join(
    REASONS_TO_KEEP_TENANT.map(
      ([reason, condition]) => sql`case when ${condition} then ${sql.lit(reason)} end`,
    ),
  )
  const rowsWithKeepReason = selectEffectiveRows(tx, chunk)
    .innerJoin('tenants as t', 't.id', 'r.tenant_id')
    .select(['r.row', 't.id as tenant_id'])
    .select(
      sql<string>`nullif(case r.verdict when 'new' then concat_ws(', ', ${keepReasons})
        else concat_ws(', ', ${sql.join(CHANGED_COLUMN_NAMES)}) end, '')`.as('what'),
    )
  return tx
    .updateTable('statement_import_rows as r')
    .from(rowsWithKeepReason.as('d'))
    .set({
      undone_at: CLOCK,
      kept: sql<string>`case r.verdict when 'new' then 'This tenant was not closed and has '
        else 'Changed since and kept: ' end || d.what || '.'`,
    })
    .where('r.import_id', '=', chunk.id)
    .whereRef('r.row', '=', 'd.row')
    .returning('d.tenant_id')
    .execute()
}

async function restoreTenants(tx: Tx, chunk: Chunk): Promise<void> {
  const tenantUpdate = tx
    .updateTable('tenants as t')
    .from(selectEffectiveRows(tx, chunk).selectAll('r').as('r'))
    .whereRef('t.id', '=', 'r.tenant_id')
    .set({
      soa_amount: sql<number>`${selectValueBefore('soa_amount')}::numeric`,
      soa_date: sql<Date | null>`${selectValueBefore('soa_date')}::timestamptz`,
      soa_name: selectValueBefore('soa_name'),
      title: selectValueBefore('title'),
      status: sql<number>`case when r.verdict = 'new' and r.kept is null then 0 else t.status end`,
      updated_at: sql<Date>`greatest(clock_timestamp(), t.updated_at + interval '1 ms')`,
    })
  await TENANT_COLUMNS.reduce(
    (query, column) =>
      query.set(
        column,
        sql<string>`case when ${sql.ref(`t.${column}`)} = ${selectSavedValue(column)} then ${selectValueBefore(column)}
          else ${sql.ref(`t.${column}`)} end`,
      ),
    tenantUpdate,
  ).execute()
}

async function withdrawRows(tx: Tx, chunk: Chunk): Promise<void> {
  const rows = selectEffectiveRows(tx, chunk).selectAll('r').as('r')
  const withdrawnStatements = await tx
    .updateTable('statements as s')
    .from(rows)
    .set({ undone_at: CLOCK })
    .whereRef('s.tenant_id', '=', 'r.tenant_id')
    .whereRef('s.import_id', '=', 'r.import_id')
    .returning('s.id')
    .execute()
  // A row of this import may have added its PDF to a statement of another import. Removes the PDF from that
  // statement again.
  await tx
    .updateTable('statements as s')
    .from(rows)
    .set({ soa_name: null, sha256: null, updated_at: CLOCK })
    .whereRef('s.tenant_id', '=', 'r.tenant_id')
    .whereRef('s.import_id', 'is distinct from', 'r.import_id')
    .where('s.undone_at', 'is', null)
    .where(sql<boolean>`'soa/pdf/' || s.soa_name = r.file_key`)
    .where(IS_UPLOADED_PDF)
    .execute()
  await withdrawStatements(
    tx,
    withdrawnStatements.map(({ id }) => id),
    chunk,
  )
}

/** Condition: the PDF of a row was uploaded with the import and not copied from the earlier statement. */
const IS_UPLOADED_PDF = sql<boolean>`r.file_key is distinct from 'soa/pdf/' || ${selectValueBefore('soa_name')}`

/**
 * Moves the PDFs of withdrawn statements back to the import. The office can then read them, but the tenant
 * cannot.
 */
async function moveBackPdfs(tx: Tx, chunk: Chunk): Promise<void> {
  await tx
    .updateTable('files as k')
    .from(selectEffectiveRows(tx, chunk).selectAll('r').as('r'))
    .set({ owner_kind: 'statementImport', owner_id: chunk.id })
    .whereRef('k.key', '=', 'r.file_key')
    .where('k.owner_kind', '=', 'statement')
    .whereRef('k.owner_id', '=', 'r.tenant_id')
    .where(IS_UPLOADED_PDF)
    .execute()
}
