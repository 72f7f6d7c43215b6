import { sql, type RawBuilder } from 'kysely'
import { isCovered } from '#features/ledger/ledger-entries.ts'
import type { Tx } from '#platform/db/client.ts'
import { IS_UNCOVERED, selectPreviewRows } from './select-preview-entries.ts'

/**
 * Tolerance for an unusual amount: this share of what the last statements added to the balance, but at least
 * `MIN_TOLERANCE` pesos.
 */
const TOLERANCE_SHARE = 0.4
const MIN_TOLERANCE = 1000
const MAX_RECENT_STATEMENTS = 3
type Limit = number | null
const MIN_TENANTS_FOR_MEDIAN = 3

/** Rows per query, so that large files stay within the statement timeout. */
const ROWS_PER_QUERY = 5000

/**
 * Computes the expected range of each amount in an import, stores it, and marks amounts outside it (rules
 * 7.32). Checks only new amounts or dates of existing tenants. Leaves out corrections, because the user must
 * confirm them anyway.
 */
export async function markUnusualAmounts(
  tx: Tx,
  importId: number,
  rows: number,
  timeZone: string,
): Promise<void> {
  for (let firstRow = 1; firstRow <= rows; firstRow += ROWS_PER_QUERY)
    await markUnusualChunk(tx, importId, firstRow, timeZone)
}

async function markUnusualChunk(tx: Tx, importId: number, first: number, timeZone: string): Promise<void> {
  // A lateral join makes PostgreSQL scan an index once per tenant. For a plain join it would choose a slow
  // plan, because it has no statistics of the new rows yet.
  const uncoveredAmount = tx
    .selectFrom('ledger_entries as e')
    .select(sql<number>`coalesce(sum(e.amount), 0)`.as('amount'))
    .where('e.tenant_id', '=', sql.ref<number>('g.tenant_id'))
    .where(IS_UNCOVERED)
    .where(({ not }) => not(isCovered(timeZone)))
  // Amounts that the tenant's last statements added to the balance. The first statement is left out, because
  // it contains the whole balance.
  const recentAmounts = tx
    .selectFrom('ledger_entries as e')
    .innerJoin('statements as s', 's.id', 'e.statement_id')
    .select('e.amount')
    .where('e.tenant_id', '=', sql.ref<number>('l.tenant_id'))
    // `<> 'opening'` has the same effect as `= 'statement'`. With `=`, PostgreSQL would scan the index of all
    // tenants' statements for each tenant, because it has no statistics of the new rows.
    .where('e.kind', '<>', 'opening')
    .where('s.undone_at', 'is', null)
    .where(
      sql<boolean>`exists (select from ledger_entries b
        where b.tenant_id = e.tenant_id and b.n < e.n and b.kind in ('opening', 'statement'))`,
    )
    .orderBy('e.n', 'desc')
    .limit(MAX_RECENT_STATEMENTS)
  const amountRange = tx
    .selectFrom(recentAmounts.as('a'))
    .select(({ fn }) => [fn.min('a.amount').as('least'), fn.max('a.amount').as('most')])
    .select(({ fn }) => fn.countAll<number>().as('known'))
  const rows = selectPreviewRows(tx, importId, timeZone)
    .select('r.amount')
    .where('r.row', '>=', first)
    .where('r.row', '<', first + ROWS_PER_QUERY)
    .where('r.verdict', '=', 'changed')
    .where('r.correction', '=', false)
    .where('r.amount', 'is not', null)
  const checkedRows = tx
    .selectFrom(rows.as('g'))
    .innerJoin('ledgers as l', 'l.tenant_id', 'g.tenant_id')
    .innerJoinLateral(uncoveredAmount.as('since'), (join) => join.onTrue())
    .innerJoinLateral(amountRange.as('last'), (join) => join.onTrue())
    .select(['g.import_id', 'g.row', 'g.amount', 'l.balance', 'last.least', 'last.most', 'last.known'])
    // Balance without the payments that no statement includes yet, because the accounting system may not know
    // them.
    .select(sql<number>`l.balance - since.amount`.as('untold'))
    .where('g.figures', '=', true)
  await tx
    .with('judged', () => checkedRows)
    .with('middle', (db) =>
      db.selectFrom('judged').select(
        sql<number | null>`(case when count(most) >= ${MIN_TENANTS_FOR_MEDIAN}
            then percentile_cont(0.5) within group (order by most)
            when count(*) >= ${MIN_TENANTS_FOR_MEDIAN}
            then percentile_cont(0.5) within group (order by amount - untold) end)::numeric`.as('added'),
      ),
    )
    .with('expected', (db) =>
      db
        .selectFrom('judged as j')
        .select(['j.import_id', 'j.row', 'j.amount'])
        .select([
          sql<Limit>`least(${REPEATED_BALANCE}, least(j.balance, j.untold)
            + least(j.least - ${selectTolerance(sql.ref('j.least'), TOLERANCE_SHARE)},
              case when j.known < ${MAX_RECENT_STATEMENTS} then ${MEDIAN_AMOUNT} - ${selectTolerance(MEDIAN_AMOUNT, 0.5)} end))`.as(
            'from',
          ),
          sql<Limit>`greatest(${REPEATED_BALANCE}, greatest(j.balance, j.untold)
            + greatest(j.most + ${selectTolerance(sql.ref('j.most'), TOLERANCE_SHARE)},
              case when j.known < ${MAX_RECENT_STATEMENTS} then ${MEDIAN_AMOUNT} + ${selectTolerance(MEDIAN_AMOUNT, 1)} end))`.as(
            'to',
          ),
        ]),
    )
    .updateTable('statement_import_rows as r')
    .from('expected as x')
    .set(({ ref }) => ({
      expected_from: ref('x.from'),
      expected_to: ref('x.to'),
      reason: sql<
        string | null
      >`nullif(concat_ws(' ', r.reason, case when x.amount < x."from" or x.amount > x."to"
        then 'Far from what is expected: ' || ${formatPesos('from')} || ' to ' || ${formatPesos('to')} || '.' end), '')`,
    }))
    // Joins by the whole key (import and row), because without statistics the planner would read all rows of
    // the import for each row.
    .whereRef('r.import_id', '=', 'x.import_id')
    .whereRef('r.row', '=', 'x.row')
    .where('x.from', 'is not', null)
    .execute()
}

const selectTolerance = (addedAmount: RawBuilder<unknown>, share: number) =>
  sql`greatest(${sql.lit(MIN_TOLERANCE)}, ${sql.lit(share)} * abs(${addedAmount}))`

/**
 * Amount of a row `j` if it repeats the balance, for example because a statement was sent twice; else null.
 */
const REPEATED_BALANCE = sql`case when j.amount in (j.balance, j.untold) then j.amount end`

/**
 * Median of the amounts that the last statements added to the balances of the import's tenants. Before the
 * second statement, the median of the amounts that the import's rows add. The sub-select makes PostgreSQL
 * compute it once.
 */
const MEDIAN_AMOUNT = sql`(select added from middle)`

const formatPesos = (
  column: 'from' | 'to',
) => sql<string>`case when ${sql.ref(`x.${column}`)} < 0 then 'a credit of ' else '' end
  || '₱' || to_char(abs(${sql.ref(`x.${column}`)}), 'FM9,999,999,999,990.00')`

export const IS_UNUSUAL_AMOUNT = sql<boolean>`(r.amount_after < r.expected_from or r.amount_after > r.expected_to)`
