import { sql } from 'kysely'
import { alignDueDates, findGraceDays } from '#features/ledger/due-dates.ts'
import { addStatementEntries } from '#features/ledger/ledger-entries.ts'
import type { Tx } from '#platform/db/client.ts'
import { CLOCK, buildAnyOfIds, DELETED_STATUS } from '#platform/db/expressions.ts'
import { publishEvent } from '#platform/realtime/outbox.ts'
import { TENANT_COLUMNS, type ImportVerdict } from '@tahanan/contract/billing/statement-import.ts'
import {
  selectColumnAfter,
  CHANGING_VERDICTS,
  selectRowDate,
  selectRowText,
  CURRENT_STATEMENT,
  IS_TENANT_OF_ROW,
} from '../comparison-columns.ts'
import { notifyTenantsOfRows } from '../import-topic.ts'
import { selectRows, type Chunk } from './run-rows-task.ts'
import { HAS_PREVIEWED_TENANT, selectUnsavedRows, writeVerdicts, type VerdictRow } from './write-verdicts.ts'

export async function saveChunk(tx: Tx, chunk: Chunk): Promise<void> {
  await lockTenants(tx, chunk)
  await lockFiles(tx, chunk)
  const createdTenants = await createTenants(tx, chunk)
  const verdictRows = await writeVerdicts(
    tx,
    chunk,
    createdTenants.map(({ id }) => id),
  )
  await updateTenants(tx, chunk)
  await writeStatements(tx, chunk)
  await addStatementsToLedgers(tx, chunk, verdictRows)
  await claimPdfs(tx, chunk)
  await updateCounts(tx, chunk, verdictRows)
  const changedTenantIds = verdictRows.flatMap(({ verdict, tenant_id }) =>
    (verdict === 'new' || verdict === 'changed') && tenant_id !== null ? [tenant_id] : [],
  )
  await notifyTenantsOfRows(tx, selectRows(tx, chunk), changedTenantIds, {
    title: 'New statement of account',
    message: sql<string>`t.title || ': ' || case when t.soa_amount < 0 then 'credit of ' else '' end
      || '₱' || to_char(abs(t.soa_amount), 'FM9,999,999,990.00')
      || coalesce((select ', due ' || to_char(s.due_date, 'FMDD FMMonth YYYY') from statements s
        where s.tenant_id = t.id and s.import_id = r.import_id and t.soa_amount > 0), '')`,
  })
  await publishEvent(tx, 'import', { uniqId: chunk.uniqId })
}

// Locks tenants and files in the order of their keys, which prevents deadlocks.
async function lockTenants(tx: Tx, chunk: Chunk): Promise<void> {
  const codes = selectUnsavedRows(tx, chunk).select(sql<string>`lower(r.urefno)`.as('code'))
  await tx
    .selectFrom('tenants as t')
    .select('t.id')
    .where('t.status', '<>', DELETED_STATUS)
    .where(sql<string>`lower(t.client_code)`, 'in', codes)
    .orderBy('t.id')
    .forNoKeyUpdate()
    .execute()
}

async function lockFiles(tx: Tx, chunk: Chunk): Promise<void> {
  const keys = selectUnsavedRows(tx, chunk)
    .innerJoin('statement_import_files as f', (join) =>
      join.onRef('f.import_id', '=', 'r.import_id').onRef('f.name', '=', 'r.pdf'),
    )
    .select('f.file_key')
  await tx
    .selectFrom('files as k')
    .select('k.key')
    .where('k.key', 'in', keys)
    .orderBy('k.key')
    .forUpdate()
    .execute()
}

/** Creates the tenants of new codes. They cannot log in until a password is set (rules 7.5). */
function createTenants(tx: Tx, chunk: Chunk) {
  const newTenants = selectUnsavedRows(tx, chunk)
    .select('r.urefno')
    .select(TENANT_COLUMNS.map((column) => sql<string>`coalesce(${selectRowText(column)}, '')`.as(column)))
    .select(({ lit, val }) => [lit(3).as('type'), lit(1).as('status'), val(chunk.adminId).as('post_by_id')])
    .where('r.amount', 'is not', null)
    .where(({ not }) => not(HAS_PREVIEWED_TENANT))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('tenants as t').select('t.id').where(IS_TENANT_OF_ROW))),
    )
    .orderBy('r.row')
  return tx
    .insertInto('tenants')
    .columns(['client_code', ...TENANT_COLUMNS, 'type', 'status', 'post_by_id'])
    .expression(newTenants)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
}

async function updateTenants(tx: Tx, chunk: Chunk): Promise<void> {
  const rowsToChange = selectRows(tx, chunk).selectAll('r').where('r.verdict', 'in', CHANGING_VERDICTS)
  const tenantUpdate = tx
    .updateTable('tenants as t')
    .from(rowsToChange.as('r'))
    .whereRef('t.id', '=', 'r.tenant_id')
    .set({
      soa_amount: sql<number>`r.amount_after`,
      soa_date: sql<Date | null>`coalesce(${selectRowDate(chunk.timeZone)}, t.soa_date)`,
      // A new PDF replaces the old one. Without a new PDF, a statement of the same date keeps its PDF, but a
      // statement of another date gets none.
      soa_name: sql<string | null>`case
        when r.file_key is not null then substr(r.file_key, length('soa/pdf/') + 1)
        when r.invdate is not null and ${selectRowDate(chunk.timeZone)} is distinct from t.soa_date then null else t.soa_name end`,
      title: sql<string>`case
        when r.invdate is not null
          then 'Statement of Account, ' || to_char(r.invdate at time zone ${chunk.timeZone}, 'FMMonth YYYY')
        when t.title = '' then 'Statement of Account' else t.title end`,
      updated_at: sql<Date>`greatest(clock_timestamp(), t.updated_at + interval '1 ms')`,
    })
  await TENANT_COLUMNS.reduce(
    (query, column) => query.set(column, selectColumnAfter(column)),
    tenantUpdate,
  ).execute()
}

async function writeStatements(tx: Tx, chunk: Chunk): Promise<void> {
  const graceDays = await findGraceDays(tx)
  const rowsWithStatement = selectRows(tx, chunk).where('r.statement', '=', true)
  const newStatements = rowsWithStatement
    .innerJoin('tenants as t', 't.id', 'r.tenant_id')
    .innerJoin('statement_imports as i', 'i.id', 'r.import_id')
    .leftJoinLateral(CURRENT_STATEMENT, (join) => join.onTrue())
    .select(['t.id', 'r.import_id', 't.title', 't.soa_amount', 't.soa_date', 't.soa_name'])
    .select([
      sql<string | null>`case
        when r.invdate is not null and t.soa_name is null then nullif(r.attachment, '')
        else coalesce(nullif(r.attachment, ''), present.attachment) end`.as('attachment'),
      sql<Buffer | null>`case when r.file_key is not null then r.file_sha
        when t.soa_name is not null then present.sha256 end`.as('sha256'),
      sql<string | null>`coalesce(r.due_date, case when present.soa_date = t.soa_date then present.due_date
        else (coalesce(r.invdate, i.prepared_at) at time zone ${chunk.timeZone})::date
          + ${graceDays}::integer end)`.as('due_date'),
    ])
    .where(sql<boolean>`r.row not in (select row from completed)`)
    .orderBy('r.row')
  await tx
    .with('completed', (query) =>
      query
        .updateTable('statements as s')
        .from(rowsWithStatement.selectAll('r').as('r'))
        .innerJoin('tenants as t', 't.id', 'r.tenant_id')
        .set(({ ref }) => ({
          soa_name: ref('t.soa_name'),
          attachment: ref('r.attachment'),
          sha256: ref('r.file_sha'),
          updated_at: CLOCK,
        }))
        .where('r.file_key', 'is not', null)
        .where('s.soa_name', 'is', null)
        .where(
          's.id',
          '=',
          sql<number>`(select max(l.id) from statements l where l.tenant_id = t.id and l.undone_at is null)`,
        )
        .whereRef('s.soa_amount', '=', 't.soa_amount')
        .whereRef('s.soa_date', 'is not distinct from', 't.soa_date')
        .where(sql<boolean>`coalesce(r.due_date, s.due_date) is not distinct from s.due_date`)
        .returning('r.row'),
    )
    .insertInto('statements')
    .columns([
      ...(['tenant_id', 'import_id', 'title', 'soa_amount', 'soa_date', 'soa_name'] as const),
      ...(['attachment', 'sha256', 'due_date'] as const),
    ])
    .expression(newStatements)
    .execute()
}

// Adds the statements to the ledgers. Skips rows that change only the PDF. An undated amount gets the date on
// which the import was prepared.
async function addStatementsToLedgers(
  tx: Tx,
  chunk: Chunk,
  verdictRows: readonly VerdictRow[],
): Promise<void> {
  const rowsToEnter = new Map(verdictRows.flatMap((row) => (row.figures || row.due ? [[row.row, row]] : [])))
  const savedStatements = await selectRows(tx, chunk)
    .innerJoin('statement_imports as i', 'i.id', 'r.import_id')
    .innerJoin('statements as s', (join) =>
      join.onRef('s.import_id', '=', 'r.import_id').onRef('s.tenant_id', '=', 'r.tenant_id'),
    )
    .select(['r.row', 's.id', 'r.import_id', 's.tenant_id'])
    .select(
      sql<string>`(coalesce(r.invdate, i.prepared_at) at time zone ${chunk.timeZone})::date`.as('cut_off'),
    )
    .where('r.row', '=', buildAnyOfIds([...rowsToEnter.keys()]))
    .execute()
  await addStatementEntries(
    tx,
    savedStatements.flatMap(({ row, ...statement }) => {
      const rowToEnter = rowsToEnter.get(row)
      return rowToEnter?.figures ? [{ ...statement, is_older: rowToEnter.older }] : []
    }),
    chunk,
  )
  await alignDueDates(
    tx,
    savedStatements.flatMap(({ row, id }) => (rowsToEnter.get(row)?.due ? [id] : [])),
  )
}

async function claimPdfs(tx: Tx, chunk: Chunk): Promise<void> {
  await tx
    .updateTable('files as k')
    .from(selectRows(tx, chunk).selectAll('r').as('r'))
    .set(({ ref }) => ({ owner_kind: 'statement', owner_id: ref('r.tenant_id') }))
    .whereRef('k.key', '=', 'r.file_key')
    .where('k.owner_id', 'is', null)
    .execute()
}

async function updateCounts(
  tx: Tx,
  { id }: Chunk,
  rows: readonly { verdict: ImportVerdict }[],
): Promise<void> {
  const countByVerdict = (countedVerdict: ImportVerdict) =>
    rows.filter(({ verdict }) => verdict === countedVerdict).length
  await tx
    .updateTable('statement_imports')
    .set((eb) => ({
      saved: eb(
        'saved',
        '+',
        countByVerdict('new') + countByVerdict('changed') + countByVerdict('unchanged'),
      ),
      created: eb('created', '+', countByVerdict('new')),
      updated: eb('updated', '+', countByVerdict('changed')),
      unchanged: eb('unchanged', '+', countByVerdict('unchanged')),
      refused: eb('refused', '+', countByVerdict('refused')),
      skipped: eb('skipped', '+', countByVerdict('skipped')),
      total: eb('total', '-', countByVerdict('refused') + countByVerdict('skipped')),
      problem: null,
      updated_at: CLOCK,
    }))
    .where('id', '=', id)
    .execute()
}

export async function markRowAsRefused(tx: Tx, row: Chunk): Promise<void> {
  await tx
    .updateTable('statement_import_rows')
    .set({ verdict: 'refused', reason: 'The database does not take this row.', saved_at: CLOCK })
    .where('import_id', '=', row.id)
    .where('row', '=', row.first)
    .execute()
  await updateCounts(tx, row, [{ verdict: 'refused' }])
}
