import { sql, type InferResult } from 'kysely'
import { DUES } from '#features/ledger/due-dates.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { CLOCK, buildAnyOfIds, DELETED_STATUS, secondsAgo } from '#platform/db/expressions.ts'
import { findPageWithTotal } from '#platform/db/lists/find-page-with-total.ts'
import type { Page } from '#platform/http/list-query.ts'
import type { ReminderKind, ReminderOutcome } from '@tahanan/contract/billing/reminders.ts'

export interface ReminderFilter {
  readonly kind: ReminderKind
  readonly days: number
  readonly today: string
}

const isInWindow = ({ kind, days, today }: ReminderFilter) => {
  const day = sql`${today}::date`
  if (kind === 'on') return sql<boolean>`dues.due_date = ${day}`
  return kind === 'before'
    ? sql<boolean>`dues.due_date > ${day} and dues.due_date <= ${day} + ${days}::integer`
    : sql<boolean>`dues.due_date <= ${day} - ${days}::integer`
}

/**
 * SQL condition: reminder `r` counts, so its tenant gets no second reminder for the same debt. True also for
 * a reminder without an outcome, because its mail may still be sent.
 */
const IS_REMINDED = sql<boolean>`coalesce(r.outcome, 'sent') in ('sent', 'noMail', 'unclear')`

export type DueTenantRow = InferResult<ReturnType<typeof selectDueTenants>>[number]

/**
 * Selects active tenants with unpaid amounts that fall due within the filter's range of days, ordered by
 * client code (rules 20.7).
 */
export const selectDueTenants = (db: DbOrTx, filter: ReminderFilter) =>
  db
    .selectFrom('tenants as t')
    .innerJoin('ledgers as l', 'l.tenant_id', 't.id')
    .innerJoin(
      sql<{ amount: number; due_date: string }>`lateral (
        select sum(dues.amount) as amount, max(dues.due_date) as due_date
        from ${DUES} dues where ${isInWindow(filter)})`.as('d'),
      (join) => join.on('d.amount', '>', 0),
    )
    .select(['t.id as tenantId', 't.client_code as clientCode', 't.uoccname', 't.email'])
    .select(['d.amount', 'd.due_date as dueDate', 'l.balance as leftToPay'])
    .select([
      sql<boolean>`t.email <> ''`.as('hasMail'),
      // A reminder has no `at` until its mail has been sent.
      sql<Date | null>`(select max(coalesce(r.at, b.created_at))
        from reminders r join reminder_batches b on b.id = r.batch_id
        where r.tenant_id = t.id and ${IS_REMINDED})`.as('lastReminded'),
      sql<boolean>`exists (select from reminders r join reminder_batches b on b.id = r.batch_id
        where r.tenant_id = t.id and r.due_date = d.due_date and b.kind = ${filter.kind} and ${IS_REMINDED})`.as(
        'reminded',
      ),
    ])
    .where('t.status', '<>', DELETED_STATUS)
    .where('l.balance', '>', 0)
    .orderBy(sql`lower(t.client_code)`)

interface NewReminderBatch extends ReminderFilter {
  readonly text: string
  readonly tenantIds: readonly number[]
  readonly repeatedTenantIds: readonly number[]
  readonly adminId: number
}

/**
 * Inserts a batch of reminders with one line for each selected tenant, and returns its id. A tenant who has
 * paid or was reminded since the preview gets a line that says so, but no mail. The table lock serializes
 * batches, so that nobody is reminded twice.
 */
export async function insertReminderBatch(tx: Tx, batch: NewReminderBatch): Promise<number> {
  await sql`lock table reminder_batches in exclusive mode`.execute(tx)
  const outcome = sql<string | null>`case when d."tenantId" is null then 'settled'
    when d.reminded and t.id <> all(${batch.repeatedTenantIds}::bigint[]) then 'reminded' end`
  const lines = tx
    .selectFrom('tenants as t')
    .leftJoin(selectDueTenants(tx, batch).as('d'), 'd.tenantId', 't.id')
    .select(({ fn }) => [
      't.id as tenantId',
      't.client_code as code',
      'd.dueDate',
      fn.coalesce('d.amount', sql<number>`0`).as('amount'),
      fn.coalesce('d.leftToPay', sql<number>`0`).as('left'),
      outcome.as('outcome'),
    ])
    .where('t.id', '=', buildAnyOfIds(batch.tenantIds))
  // Batch and lines are inserted in one query. The audit log copies the batch when it is inserted, so its
  // sums must be known then.
  const { id } = await tx
    .with(
      (name) => name('lines').materialized(),
      () => lines,
    )
    .with('batch', (query) =>
      query
        .insertInto('reminder_batches')
        .columns(['kind', 'days', 'text', 'admin_id', 'reminders', 'amount'])
        .expression(
          query
            .selectFrom('lines')
            .select([
              sql<string>`${batch.kind}::text`.as('kind'),
              sql<number>`${batch.days}::integer`.as('days'),
              sql<string>`${batch.text}::text`.as('text'),
              sql<number>`${batch.adminId}::bigint`.as('admin_id'),
              sql<number>`count(*) filter (where outcome is null)`.as('reminders'),
              sql<number>`coalesce(sum(amount) filter (where outcome is null), 0)`.as('sum'),
            ]),
        )
        .returning('id'),
    )
    .insertInto('reminders')
    .columns(['batch_id', 'tenant_id', 'due_date', 'amount', 'left_to_pay', 'outcome', 'at'])
    .expression((query) =>
      query
        .selectFrom(['batch', 'lines'])
        .select([
          'batch.id',
          'lines.tenantId',
          'lines.dueDate',
          'lines.amount',
          'lines.left',
          'lines.outcome',
        ])
        .select(sql<Date | null>`case when outcome is not null then clock_timestamp() end`.as('at'))
        .orderBy(sql`lower(lines.code)`),
    )
    .returning('batch_id as id')
    .executeTakeFirstOrThrow()
  return id
}

export async function countTenants(db: DbOrTx, ids: readonly number[]): Promise<number> {
  const tenants = db.selectFrom('tenants').where('id', '=', buildAnyOfIds(ids))
  const countQuery = tenants.select(({ fn }) => fn.countAll<number>().as('count'))
  return (await countQuery.executeTakeFirstOrThrow()).count
}

const selectReminderBatches = (db: DbOrTx) =>
  db
    .selectFrom('reminder_batches as b')
    .innerJoin('admins as a', 'a.id', 'b.admin_id')
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('reminders as r')
          .whereRef('r.batch_id', '=', 'b.id')
          .select(({ fn }) => {
            const lines = fn.countAll<number>()
            const countOutcomes = (...outcomes: ReminderOutcome[]) =>
              lines.filterWhere('outcome', 'in', outcomes)
            return [
              lines.as('total'),
              lines.filterWhere('outcome', 'is', null).as('waiting'),
              countOutcomes('sent').as('sent'),
              countOutcomes('noMail').as('noMail'),
              countOutcomes('failed', 'unclear').as('failed'),
              countOutcomes('settled', 'reminded').as('leftOut'),
              sql<number>`coalesce(sum(amount)
                filter (where outcome in ('sent', 'noMail', 'failed', 'unclear')), 0)`.as('amount'),
            ]
          })
          .as('lines'),
      (join) => join.onTrue(),
    )
    .select([
      'b.id',
      sql<ReminderKind>`b.kind`.as('kind'),
      'b.days',
      'b.text',
      'a.name as by',
      'b.created_at',
    ])
    .selectAll('lines')

export function listReminderBatches(db: DbOrTx, page: Pick<Page, 'limit' | 'offset'>) {
  return findPageWithTotal(db, selectReminderBatches(db).orderBy('b.id', 'desc'), page)
}

export function findReminderBatch(db: DbOrTx, id: number) {
  return selectReminderBatches(db).where('b.id', '=', id).executeTakeFirst()
}

export function listReminderLines(db: DbOrTx, batchId: number, page: Pick<Page, 'limit' | 'offset'>) {
  const lines = db
    .selectFrom('reminders as r')
    .innerJoin('tenants as t', 't.id', 'r.tenant_id')
    .select(['r.id', 'r.tenant_id as tenantId', 't.client_code as clientCode', 't.uoccname', 'r.amount'])
    .select(['r.due_date as dueDate', 'r.left_to_pay as leftToPay', 'r.reason', 'r.at'])
    .select(sql<ReminderOutcome | null>`r.outcome`.as('outcome'))
    .where('r.batch_id', '=', batchId)
    .orderBy('r.id')
  return findPageWithTotal(db, lines, page)
}

export async function saveLineOutcome(
  db: DbOrTx,
  id: number,
  outcome: ReminderOutcome,
  reason = '',
): Promise<void> {
  await db.updateTable('reminders').set({ outcome, reason, at: CLOCK }).where('id', '=', id).execute()
}

export async function saveOutcomeOfNotification(
  db: DbOrTx,
  notificationId: number,
  outcome: ReminderOutcome,
  reason: string,
): Promise<void> {
  await db
    .updateTable('reminders')
    .set({ outcome, reason, at: CLOCK })
    .where('notification_id', '=', notificationId)
    .where('outcome', 'is', null)
    .execute()
}

export function listLinesOfNotifications(db: DbOrTx, notificationIds: readonly number[]) {
  return db
    .selectFrom('reminders as r')
    .innerJoin('reminder_batches as b', 'b.id', 'r.batch_id')
    .select(['r.tenant_id', 'r.due_date', 'b.days', 'b.created_at', sql<ReminderKind>`b.kind`.as('kind')])
    .select(sql<number>`r.notification_id`.as('notificationId'))
    .where('r.notification_id', '=', buildAnyOfIds(notificationIds))
    .execute()
}

export async function listUnfinishedBatches(db: DbOrTx): Promise<{ id: number; isOutdated: boolean }[]> {
  return db
    .selectFrom('reminder_batches as b')
    .select(['b.id', sql<boolean>`b.created_at < ${secondsAgo(86_400)}`.as('isOutdated')])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('reminders as r')
          .select('r.id')
          .whereRef('r.batch_id', '=', 'b.id')
          .where('r.outcome', 'is', null)
          .where('r.started_at', 'is', null),
      ),
    )
    .orderBy('b.id')
    .execute()
}

/**
 * Sets the outcome 'unclear' for reminders without an outcome. `batchId`: only those of this batch.
 * `isStarted`: true for only those whose sending has started, false for only the others.
 */
export async function closeLines(
  db: DbOrTx,
  reason: string,
  { batchId, isStarted }: { batchId?: number; isStarted?: boolean } = {},
): Promise<void> {
  await db
    .updateTable('reminders')
    .set({ outcome: 'unclear', reason, at: CLOCK })
    .where('outcome', 'is', null)
    .$if(batchId !== undefined, (lines) => lines.where('batch_id', '=', batchId ?? 0))
    .$if(isStarted !== undefined, (lines) => lines.where('started_at', isStarted ? 'is not' : 'is', null))
    .execute()
}
