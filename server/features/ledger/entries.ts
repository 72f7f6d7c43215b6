import { sql, type AliasedRawBuilder, type Insertable, type RawBuilder } from 'kysely'
import type { Tx } from '#platform/db/client.ts'
import { anyIdOf } from '#platform/db/expressions.ts'
import type { LedgerEntries } from '#platform/db/generated.ts'
import { tell } from '#platform/realtime/outbox.ts'
import { formatDay } from '@tahanan/contract/time.ts'
import { alignDueDates } from './due-dates.ts'
import { openSettledCharges, settleCharges } from './settlements.ts'

/** An entry that the office makes or causes; its number and the balance after it are the database's (rules 16.2). */
type NewEntry = Omit<Insertable<LedgerEntries>, 'kind' | 'amount' | 'date'> & {
  readonly kind: 'payment' | 'withholding' | 'reversal' | 'charge' | 'credit'
  /** Pesos; positive raises what is owed. */
  readonly amount: number
  /** A day of the community; today by default. */
  readonly date?: string
}

/**
 * Adds an entry to a tenant's ledger, in the transaction of what it comes from, and tells the tenant's pages. It locks the ledger
 * until the transaction ends. Returns its id.
 */
export async function addEntry(tx: Tx, entry: NewEntry, timeZone: string): Promise<number> {
  const { tenant_id, kind, payment_id, date = formatDay(new Date(), timeZone) } = entry
  const { id } = await tx
    .insertInto('ledger_entries')
    .values({ ...entry, date })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (kind === 'payment' && payment_id) await settleCharges(tx, payment_id)
  if (kind === 'reversal' && payment_id) await openSettledCharges(tx, payment_id)
  await tell(tx, 'balances', { tenantIds: [tenant_id], notificationIds: [] })
  return id
}

/** A statement that was saved. */
interface SavedStatement {
  readonly id: number
  readonly import_id: number
  readonly tenant_id: number
  /** The day of the community up to which it holds what came. */
  readonly cut_off: string
  /** Whether it takes the place of a newer statement. */
  readonly is_older: boolean
}
type Given = AliasedRawBuilder<SavedStatement, 'g'>

/** The entry that decides whether a statement holds `e`: the tax withheld goes with its payment. */
const deciding = sql<number>`case e.kind when 'withholding'
  then (select p.id from ledger_entries p where p.payment_id = e.payment_id and p.kind = 'payment') else e.id end`

/** When the files of import `g.import_id` were read: what came after is not in its statements. Ever, for a statement of no import. */
const read = sql<Date>`coalesce((select prepared_at from statement_imports where id = g.import_id), 'infinity')`

/**
 * Whether an entry `e` is by rule in a statement of cut-off `g.cut_off`: a payment or reversal once its Payfile batch was exported by
 * then, if Payfile batches are used; all else by its date (rules 16.4, 16.13).
 */
export const coveredByRule = (
  timeZone: string,
) => sql<boolean>`case when e.kind in ('payment', 'withholding', 'reversal') and exists (select from payfile_batches)
  then exists (select from payfile_rows r join payfile_batches b on b.number = r.batch
    where r.entry_id = ${deciding} and (b.created_at at time zone ${timeZone})::date <= g.cut_off and b.created_at <= ${read})
  else e.date <= g.cut_off and e.created_at <= ${read} end`

/** Whether an entry `e` is in a statement of import `g.import_id`: as the office moved it, else by rule (rules 16.4). */
export const covered = (
  timeZone: string,
) => sql<boolean>`coalesce((select in_statement from statement_import_moves
  where entry_id = ${deciding} and import_id = g.import_id), ${coveredByRule(timeZone)})`

/**
 * Enters statements that were just saved: what came up to its cut-off is covered by it, and its entry brings the ledger to its
 * amount (rules 16.4). The tenants have the new amounts already.
 */
export async function enterStatements(
  tx: Tx,
  statements: readonly SavedStatement[],
  { adminId, timeZone }: { readonly adminId: number; readonly timeZone: string },
): Promise<void> {
  if (statements.length === 0) return
  const given = sql<SavedStatement>`jsonb_to_recordset(${JSON.stringify(statements)}::jsonb)`.as<'g'>(
    sql`g(id bigint, import_id bigint, tenant_id bigint, cut_off date)`,
  )
  if (statements.some(({ is_older }) => is_older)) await uncoverSince(tx, given, timeZone)
  await tx
    .updateTable('ledger_entries as e')
    .from(given)
    .set(({ ref }) => ({ covered_by: ref('g.id') }))
    .whereRef('e.tenant_id', '=', 'g.tenant_id')
    .where(covered(timeZone))
    .where('e.covered_by', 'is', null)
    .where('e.kind', 'not in', ['opening', 'statement'])
    .execute()
  await tx
    .insertInto('ledger_entries')
    .columns(['tenant_id', 'kind', 'date', 'due_date', 'reference', 'statement_id', 'admin_id'])
    .expression(
      tx
        .selectFrom(given)
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

/** Lets what a newer statement covers count as come since the older one that takes its place. */
async function uncoverSince(tx: Tx, given: Given, timeZone: string): Promise<void> {
  await tx
    .updateTable('ledger_entries as e')
    .from(given)
    .innerJoin('ledger_entries as newer', (join) =>
      join
        .onRef('newer.tenant_id', '=', 'g.tenant_id')
        .onRef('newer.date', '>', 'g.cut_off')
        .on('newer.kind', '=', 'statement'),
    )
    .set({ covered_by: null })
    .whereRef('e.tenant_id', '=', 'g.tenant_id')
    .whereRef('e.covered_by', '=', 'newer.statement_id')
    .where(({ not }) => not(covered(timeZone)))
    .execute()
}

/**
 * Takes statements back that were withdrawn: what they covered counts again, and an entry brings each ledger to the statement of
 * before, which the tenants have already (rules 16.4). It stands on the statement's day, so that nothing between them counts it.
 */
export async function withdrawStatements(
  tx: Tx,
  statementIds: readonly number[],
  { adminId, timeZone }: { readonly adminId: number; readonly timeZone: string },
): Promise<void> {
  const withdrawn = anyIdOf(statementIds)
  await tx
    .updateTable('ledger_entries')
    .set({ covered_by: null })
    .where('covered_by', '=', withdrawn)
    .execute()
  await coverAgain(tx, withdrawn, timeZone)
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
          sql<string>`'Withdrawn ' || to_char(clock_timestamp() at time zone ${timeZone}, 'FMDD Mon YYYY')`.as(
            'label',
          ),
          's.title',
          's.id',
          val(adminId).as('admin_id'),
        ])
        .where('s.id', '=', withdrawn)
        .orderBy('s.tenant_id'),
    )
    .execute()
}

/** Where an older statement is withdrawn, the newer one whose place it took covers again what stood before it in the ledger. */
async function coverAgain(tx: Tx, withdrawn: RawBuilder<number>, timeZone: string): Promise<void> {
  const before = tx
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
    .where('s.id', '=', withdrawn)
    .whereRef('present.date', '>', 'w.date')
  await tx
    .updateTable('ledger_entries as e')
    .from(before.as('g'))
    .set(({ ref }) => ({ covered_by: ref('g.statement_id') }))
    .whereRef('e.tenant_id', '=', 'g.tenant_id')
    .whereRef('e.n', '<', 'g.n')
    .where('e.covered_by', 'is', null)
    .where('e.kind', 'not in', ['opening', 'statement'])
    .where(covered(timeZone))
    .execute()
}

/** Opens every ledger anew with the tenant's present statement and what was posted since, in the caller's transaction (rules 16.9). */
export async function openLedgers(tx: Tx, timeZone: string): Promise<void> {
  await sql`select open_ledgers(${timeZone})`.execute(tx)
}
