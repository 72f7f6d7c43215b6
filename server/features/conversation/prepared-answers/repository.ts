import { sql, type InferResult } from 'kysely'
import { DUES } from '#features/ledger/due-dates.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { CLOCK, buildNameSortKey } from '#platform/db/expressions.ts'
import { fillReminderText, type ReminderValues } from '@tahanan/contract/billing/reminders.ts'
import { formatPesos } from '@tahanan/contract/money.ts'
import type { PageName } from '@tahanan/contract/permissions.ts'
import { formatLongDay } from '@tahanan/contract/time.ts'
import type { Subject } from '../subject.ts'

export interface AnswerFields {
  readonly title: string
  readonly text: string
  readonly page: PageName | null
}

const selectAnswers = (db: DbOrTx) =>
  db.selectFrom('prepared_answers').select(['id', 'title', 'text', 'page', 'updated_at'])
export type AnswerRow = InferResult<ReturnType<typeof selectAnswers>>[number]

export const listAnswers = (db: DbOrTx, page?: PageName): Promise<AnswerRow[]> =>
  selectAnswers(db)
    .$if(page !== undefined, (query) =>
      query.where((eb) => eb.or([eb('page', 'is', null), eb('page', '=', page ?? null)])),
    )
    .orderBy(sql.raw(buildNameSortKey('title')))
    .orderBy('id')
    .execute()

const BALANCE_PLACEHOLDER = /\{(amount|dueDate|leftToPay)\}/

/**
 * Lists the prepared answers, filled with the tenant's data (rules 23.9). Leaves out answers with a balance
 * if the administrator may not see balances.
 */
export async function listFilledAnswers(
  db: DbOrTx,
  { page, tenant }: Subject,
  seesBalances: boolean,
): Promise<AnswerRow[]> {
  const [answers, placeholderValues] = await Promise.all([
    listAnswers(db, page),
    findPlaceholderValues(db, tenant),
  ])
  const rows = seesBalances ? answers : answers.filter(({ text }) => !BALANCE_PLACEHOLDER.test(text))
  return rows.map((row) => ({ ...row, text: fillReminderText(row.text, placeholderValues) }))
}

/**
 * Returns the texts for the placeholders of a prepared answer. `amount` and `dueDate` are those of the
 * earliest unpaid due date.
 */
async function findPlaceholderValues(db: DbOrTx, tenant: Subject['tenant']): Promise<ReminderValues> {
  const row = await db
    .selectFrom('ledgers as l')
    .leftJoinLateral(
      sql<{ due_date: string; amount: number }>`(select due_date, sum(amount) as amount from ${DUES} dues
        where due_date is not null group by due_date order by due_date limit 1)`.as('d'),
      (join) => join.onTrue(),
    )
    .select(['l.balance', 'd.due_date', 'd.amount'])
    .where('l.tenant_id', '=', tenant.id)
    .executeTakeFirst()
  return {
    name: tenant.uoccname,
    clientCode: tenant.clientCode,
    amount: formatPesos(row?.amount ?? 0),
    dueDate: row?.due_date ? formatLongDay(row.due_date) : '–',
    leftToPay: formatPesos(Math.max(row?.balance ?? 0, 0)),
  }
}

/** Inserts a prepared answer. Returns undefined if another one has the same title. */
export const insertAnswer = (tx: Tx, fields: AnswerFields): Promise<AnswerRow | undefined> =>
  tx
    .insertInto('prepared_answers')
    .values(fields)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'title', 'text', 'page', 'updated_at'])
    .executeTakeFirst()

export const findAnswer = (db: DbOrTx, id: number): Promise<AnswerRow | undefined> =>
  selectAnswers(db).where('id', '=', id).executeTakeFirst()

export const lockAnswer = (tx: Tx, id: number): Promise<AnswerRow | undefined> =>
  selectAnswers(tx).where('id', '=', id).forUpdate().executeTakeFirst()

/**
 * Updates a prepared answer. If another one has the same title, throws PostgreSQL's error for a unique
 * violation.
 */
export const updateAnswer = (tx: Tx, id: number, fields: AnswerFields): Promise<AnswerRow> =>
  tx
    .updateTable('prepared_answers')
    .set({ ...fields, updated_at: CLOCK })
    .where('id', '=', id)
    .returning(['id', 'title', 'text', 'page', 'updated_at'])
    .executeTakeFirstOrThrow()

export const deleteAnswer = (tx: Tx, id: number): Promise<{ id: number } | undefined> =>
  tx.deleteFrom('prepared_answers').where('id', '=', id).returning('id').executeTakeFirst()
