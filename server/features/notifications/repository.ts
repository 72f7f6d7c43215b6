import { sql, type RawBuilder } from 'kysely'
import { hasPermission, type Actor } from '#platform/actor.ts'
import type { DbOrTx, Db } from '#platform/db/client.ts'
import { NOTIFICATION_LIMITS } from '@tahanan/contract/limits.ts'
import { PAGE_NAMES } from '@tahanan/contract/permissions.ts'

interface PageRange {
  readonly limit: number
  readonly offset: number
}
const WHOLE_INBOX: PageRange = { limit: NOTIFICATION_LIMITS.rows, offset: 0 }

/**
 * Selects the notifications of a resident or administrator. Each condition reads one range of an index: for
 * an administrator each page that they may view, for a tenant their own notifications and those for all
 * tenants. Returns at most INBOX.rows, so that counting stays fast. Returns undefined for an administrator
 * who may view no page.
 */
function selectInbox(db: DbOrTx, reader: Actor, { limit, offset }: PageRange = WHOLE_INBOX) {
  const conditions =
    reader.area === 'client'
      ? [sql`tenant_id = ${reader.id}`, sql`tenant_id is null`]
      : PAGE_NAMES.filter((page) => hasPermission(reader, page, 'view')).map(
          (page) => sql`page = ${page} and (admin_id is null or admin_id = ${reader.id})`,
        )
  if (conditions.length === 0) return undefined
  const ranges = conditions.map((condition) => selectRange(reader, condition))
  return db
    .selectFrom(sql<{ id: number; created_at: Date }>`(${sql.join(ranges, sql` union all `)})`.as('ranges'))
    .select(['id', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .as('inbox')
}

// Selects the notifications that match one condition. Each condition has its own order and limit, so that
// PostgreSQL merges index scans and does not sort all rows.
function selectRange(reader: Actor, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  const [area, accounts] = reader.area === 'client' ? ['client', 'tenants'] : ['admin', 'admins']
  return sql`(select id, created_at from notifications where area = ${sql.lit(area)} and ${condition}
    and created_at >= greatest(now() - make_interval(days => ${NOTIFICATION_LIMITS.days}),
      (select created_at from ${sql.table(accounts)} where id = ${reader.id}))
    order by created_at desc, id desc limit ${sql.lit(NOTIFICATION_LIMITS.rows)})`
}

export async function listNotifications(db: DbOrTx, reader: Actor, { limit, offset }: PageRange) {
  const rowLimit = Math.min(limit, NOTIFICATION_LIMITS.rows - offset)
  const inbox = rowLimit > 0 ? selectInbox(db, reader, { limit: rowLimit, offset }) : undefined
  if (!inbox) return []
  const query = db
    .selectFrom(inbox)
    .innerJoin('notifications as n', 'n.id', 'inbox.id')
    .leftJoin('notification_reads as r', (join) =>
      join
        .onRef('r.area', '=', 'n.area')
        .on('r.reader_id', '=', reader.id)
        .onRef('r.notification_id', '=', 'n.id'),
    )
    .leftJoin('tenants as t', 't.id', 'n.subject_tenant_id')
    .select(['n.id', 'n.title', 'n.message', 'n.link', 'n.created_at', 't.client_code', 't.uoccname'])
    .select((eb) => eb('r.at', 'is not', null).$castTo<boolean>().as('is_read'))
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id', 'desc')
  return query.execute()
}

export async function countNotifications(
  db: DbOrTx,
  reader: Actor,
  { unread = false } = {},
): Promise<number> {
  const inbox = selectInbox(db, reader)
  if (!inbox) return 0
  const query = db
    .selectFrom(inbox)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .$if(unread, (rows) =>
      rows.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('notification_reads as r')
              .select('r.notification_id')
              .where('r.area', '=', reader.area)
              .where('r.reader_id', '=', reader.id)
              .whereRef('r.notification_id', '=', 'inbox.id'),
          ),
        ),
      ),
    )
  const row = await query.executeTakeFirst()
  return row?.count ?? 0
}

/** Marks notifications as read. Ignores ids of notifications that are not for this account. */
export async function markNotificationsRead(
  db: DbOrTx,
  reader: Actor,
  ids: readonly number[],
): Promise<void> {
  const inbox = selectInbox(db, reader)
  if (!inbox || ids.length === 0) return
  await db
    .insertInto('notification_reads')
    .columns(['area', 'reader_id', 'notification_id'])
    .expression(
      db
        .selectFrom('notifications as n')
        .select(['n.area', sql<number>`${reader.id}::bigint`.as('reader_id'), 'n.id'])
        .where('n.id', 'in', ids)
        .where('n.id', 'in', (eb) => eb.selectFrom(inbox).select('inbox.id'))
        // The lock waits until a simultaneous deletion of old notifications ends. Otherwise the read mark of
        // a deleted notification would violate the foreign key.
        .forKeyShare('n'),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function removeOldNotifications(db: Db): Promise<number> {
  let removedCount = 0
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('notifications')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('notifications')
          .select('id')
          .where(sql<boolean>`(select pg_try_advisory_xact_lock(hashtext('tahanan.notification-retention')))`)
          .where('created_at', '<', sql<Date>`now() - make_interval(days => ${NOTIFICATION_LIMITS.days})`)
          .orderBy('created_at')
          // At most 500 notifications are deleted at once, because the read marks of all their readers are
          // deleted too.
          .limit(500),
      )
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) return removedCount
    removedCount += Number(numDeletedRows)
  }
}
