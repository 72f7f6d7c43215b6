import { sql, type AliasedRawBuilder, type Insertable, type RawBuilder } from 'kysely'
import type { Tx } from '#platform/db/client.ts'
import { buildAnyOfIds } from '#platform/db/expressions.ts'
import type { LedgerEntries } from '#platform/db/generated.ts'
import { publishEvent } from '#platform/realtime/outbox.ts'
import { formatDay } from '@tahanan/contract/time.ts'
import { alignDueDates } from './due-dates.ts'
import { reopenSettledCharges, settleCharges } from './settle-charges.ts'

/**
 * Columns of a new ledger entry. The database itself sets the entry's number and the balance after the entry
 * (rules 16.2).
 */
type NewLedgerEntry = Omit<Insertable<LedgerEntries>, 'kind' | 'amount' | 'date'> & {
  readonly kind: 'payment' | 'withholding' | 'reversal' | 'charge' | 'credit'
  /** Pesos; positive amounts raise the balance. */
  readonly amount: number
  /** Day in the community's time zone; today by default. */
  readonly date?: string
}

/**
 * Adds an entry to a tenant's ledger; returns its id. Locks the ledger until the transaction ends, and
 * refreshes the tenant's open pages.
 */
export async function addLedgerEntry(tx: Tx, entry: NewLedgerEntry, timeZone: string): Promise<number> {
  const { tenant_id, kind, payment_id, date = formatDay(new Date(), timeZone) } = entry
  const { id } = await tx
    .insertInto('ledger_entries')
    .values({ ...entry, date })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (kind === 'payment' && payment_id) await settleCharges(tx, payment_id)
  if (kind === 'reversal' && payment_id) await reopenSettledCharges(tx, payment_id)
  await publishEvent(tx, 'balances', { tenantIds: [tenant_id], notificationIds: [] })
  return id
}

interface SavedStatement {
  readonly id: number
  readonly import_id: number
  readonly tenant_id: number
  /** Last day, in the community's time zone, whose entries the statement's amount includes. */
  readonly cut_off: string
  readonly is_older: boolean
}
type StatementRows = AliasedRawBuilder<SavedStatement, 'g'>

/**
 * SQL for the id of the entry that decides whether a statement covers entry `e` (includes it in its amount):
 * the payment if `e` is its withheld tax, otherwise `e` itself.
 */
const DECIDING_ENTRY_ID = sql<number>`case e.kind when 'withholding'
  then (select p.id from ledger_entries p where p.payment_id = e.payment_id and p.kind = 'payment') else e.id end`

/**
 * SQL for the time when the files of import `g.import_id` were read; infinity without an import. The import's
 * statements include only entries that were created or exported before this time.
 */
const FILES_READ_AT = sql<Date>`coalesce((select prepared_at from statement_imports where id = g.import_id), 'infinity')`

/**
 * SQL condition: by the rule, a statement with the cut-off day `g.cut_off` covers entry `e` (includes it in
 * its amount; rules 16.4, 16.13). For a payment or reversal, the day of its Payfile batch (export to the
 * accounting system) decides. For other entries, their date decides. For a payment in no batch, its date
 * decides if no batch was closed by the cut-off day. Batches closed after the import's files were read have
 * no effect.
 */
export const isCoveredByRule = (timeZone: string) => {
  const isBatchKnown = sql`b.created_at <= ${FILES_READ_AT}`
  const isExportedInTime = sql<boolean>`(b.created_at at time zone ${timeZone})::date <= g.cut_off`
  return sql<boolean>`case when e.kind in ('payment', 'withholding', 'reversal')
    then coalesce(
      (select ${isExportedInTime} from payfile_rows r join payfile_batches b on b.number = r.batch
        where r.entry_id = ${DECIDING_ENTRY_ID} and ${isBatchKnown}),
      case when exists (select from payfile_batches b where ${isBatchKnown} and ${isExportedInTime}) then false end,
      e.date <= g.cut_off and e.created_at <= ${FILES_READ_AT})
    else e.date <= g.cut_off and e.created_at <= ${FILES_READ_AT} end`
}

/**
 * SQL condition: a statement of import `g.import_id` covers entry `e` (includes it in its amount). If the
 * office has moved the entry into the statement or out of it, this decides; otherwise the rule (rules 16.4).
 */
export const isCovered = (
  timeZone: string,
) => sql<boolean>`coalesce((select in_statement from statement_import_moves
  where entry_id = ${DECIDING_ENTRY_ID} and import_id = g.import_id), ${isCoveredByRule(timeZone)})`

/**
 * Adds statements to ledgers. Marks the entries up to each cut-off day as covered (included in the
 * statement). Then adds an entry that sets the balance to the statement's amount (rules 16.4). The caller
 * must have written the new amounts to the tenants.
 */
export async function addStatementEntries(
  tx: Tx,
  statements: readonly SavedStatement[],
  { adminId, timeZone }: { readonly adminId: number; readonly timeZone: string },
): Promise<void> {
  if (statements.length === 0) return
  const rows = sql<SavedStatement>`jsonb_to_recordset(${JSON.stringify(statements)}::jsonb)`.as<'g'>(
    sql`g(id bigint, import_id bigint, tenant_id bigint, cut_off date)`,
  )
  if (statements.some(({ is_older }) => is_older)) await markEntriesAsUncovered(tx, rows, timeZone)
  await tx
    .updateTable('ledger_entries as e')
    .from(rows)
    .set(({ ref }) => ({ covered_by: ref('g.id') }))
    .whereRef('e.tenant_id', '=', 'g.tenant_id')
    .where(isCovered(timeZone))
    .where('e.covered_by', 'is', null)
    .where('e.kind', 'not in', ['opening', 'statement'])
    .execute()
  await tx
    .insertInto('ledger_entries')
    .columns(['tenant_id', 'kind', 'date', 'due_date', 'reference', 'statement_id', 'admin_id'])
    .expression(
      tx
        .selectFrom(rows)
        .innerJoin('statements as s', 's.id', 'g.id')
        .select(({ val }) => [
          's.tenant_id',
          val('statement').as('kind'),
          'g.cut_off',
          's.due_date',
          's.title',
          's.id',
          val(adminId).as('admin_id'),
        ])
        .orderBy('s.tenant_id'),
    )
    .execute()
}

/**
 * Removes the mark 'covered' (included in a statement) from entries when an older statement replaces newer
 * ones. Entries that the older statement covers too keep the mark.
 */
async function markEntriesAsUncovered(tx: Tx, rows: StatementRows, timeZone: string): Promise<void> {
  await tx
    .updateTable('ledger_entries as e')
    .from(rows)
    .innerJoin('ledger_entries as newer', (join) =>
      join
        .onRef('newer.tenant_id', '=', 'g.tenant_id')
        .onRef('newer.date', '>', 'g.cut_off')
        .on('newer.kind', '=', 'statement'),
    )
    .set({ covered_by: null })
    .whereRef('e.tenant_id', '=', 'g.tenant_id')
    .whereRef('e.covered_by', '=', 'newer.statement_id')
    .where(({ not }) => not(isCovered(timeZone)))
    .execute()
}

/**
 * Withdraws statements: their entries are not covered (included in a statement) any more. Adds an entry that
 * sets each balance to the earlier statement's amount, which the caller has written to the tenants (rules
 * 16.4). The new entry has the withdrawn statement's date, so that no balance after this date includes the
 * withdrawn amount.
 */
export async function withdrawStatements(
  tx: Tx,
  statementIds: readonly number[],
  { adminId, timeZone }: { readonly adminId: number; readonly timeZone: string },
): Promise<void> {
  const withdrawnIds = buildAnyOfIds(statementIds)
  await tx
    .updateTable('ledger_entries')
    .set({ covered_by: null })
    .where('covered_by', '=', withdrawnIds)
    .execute()
  await markEntriesAsCovered(tx, withdrawnIds, timeZone)
  await alignDueDates(tx, statementIds)
  await tx
    .insertInto('ledger_entries')
    .columns(['tenant_id', 'kind', 'date', 'label', 'reference', 'statement_id', 'admin_id'])
    .expression(
      tx
        .selectFrom('statements as s')
        .innerJoin('ledger_entries as e', (join) =>
          join.onRef('e.tenant_id', '=', 's.tenant_id').onRef('e.statement_id', '=', 's.id'),
        )
        .select(({ val }) => [
          's.tenant_id',
          val('statement').as('kind'),
          'e.date',
          sql<string>`'Withdrawn ' || to_char(
            clock_timestamp() at time zone ${timeZone}, 'FMDD Mon YYYY')`.as('label'),
          's.title',
          's.id',
          val(adminId).as('admin_id'),
        ])
        .where('s.id', '=', withdrawnIds)
        .orderBy('s.tenant_id'),
    )
    .execute()
}

/**
 * Marks entries as covered (included in a statement) again when an older statement is withdrawn. The newer
 * statement that it had replaced is then in force again.
 */
async function markEntriesAsCovered(
  tx: Tx,
  withdrawnIds: RawBuilder<number>,
  timeZone: string,
): Promise<void> {
  const earlierStatements = tx
    .selectFrom('statements as s')
    .innerJoin('ledger_entries as w', (join) =>
      join.onRef('w.tenant_id', '=', 's.tenant_id').onRef('w.statement_id', '=', 's.id'),
    )
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('ledger_entries as p')
          .innerJoin('statements as ps', 'ps.id', 'p.statement_id')
          .select(['p.statement_id', 'ps.import_id', 'p.date', 'p.n'])
          .whereRef('p.tenant_id', '=', 'w.tenant_id')
          .whereRef('p.n', '<', 'w.n')
          .where('ps.undone_at', 'is', null)
          .orderBy('p.n', 'desc')
          .limit(1)
          .as('present'),
      (join) => join.onTrue(),
    )
    .select(['w.tenant_id', 'present.statement_id', 'present.import_id'])
    .select(['present.date as cut_off', 'present.n'])
    .where('s.id', '=', withdrawnIds)
    .whereRef('present.date', '>', 'w.date')
  await tx
    .updateTable('ledger_entries as e')
    .from(earlierStatements.as('g'))
    .set(({ ref }) => ({ covered_by: ref('g.statement_id') }))
    .whereRef('e.tenant_id', '=', 'g.tenant_id')
    .whereRef('e.n', '<', 'g.n')
    .where('e.covered_by', 'is', null)
    .where('e.kind', 'not in', ['opening', 'statement'])
    .where(isCovered(timeZone))
    .execute()
}

/**
 * Rebuilds the ledgers of all tenants from their present statement and the payments posted after it (rules
 * 16.9).
 */
export async function openLedgers(tx: Tx, timeZone: string): Promise<void> {
  await sql`select open_ledgers(${timeZone})`.execute(tx)
}
