import type { QueryCreator } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import { CLOCK, secondsAgo } from '#platform/db/expressions.ts'
import type { DB } from '#platform/db/generated.ts'
import { prepareQuery, type Placeholders } from '#platform/db/prepared-query.ts'
import { tell, outboxColumns } from '#platform/realtime/outbox.ts'
import type { PageName } from '@tahanan/contract/permissions.ts'

/** Texts of a notification. `link` is a path of the web app that shows the record, or null. */
interface Words {
  title: string
  message: string
  link: string | null
}

export interface Notice extends Words {
  area: 'client' | 'admin'
  tenantId: number | null
  page: PageName | null
  subjectTenantId: number | null
  /** Only reader among the administrators who may view the page; null: all of them. */
  adminId: number | null
}

type GroupedNotice = Words & { page: PageName; subjectTenantId: number }

/** Adds a notification and its outbox row to a query, which saves a round trip. */
export const withNotice = (db: QueryCreator<DB>, notice: Placeholders<Notice>) =>
  db
    .with('notice', (query) =>
      query
        .insertInto('notifications')
        .values({
          area: notice.area,
          tenant_id: notice.tenantId,
          page: notice.page,
          subject_tenant_id: notice.subjectTenantId,
          admin_id: notice.adminId,
          title: notice.title,
          message: notice.message,
          link: notice.link,
        })
        .returning('id'),
    )
    .with('outbox_notice', (query) =>
      query
        .insertInto('outbox')
        .columns(['topic', 'payload'])
        .expression((eb) => eb.selectFrom('notice').select(outboxColumns('notification'))),
    )

const write = prepareQuery((db, notice: Placeholders<Notice>) =>
  withNotice(db, notice).selectFrom('notice').select('id'),
)

/**
 * Notifies a tenant, or with `tenantId: null` all, in the transaction of the change (rules 10.1: status or
 * remarks changed, a statement, a post, a memorandum).
 */
export async function notifyTenant(tx: DbOrTx, notice: Words & { tenantId: number | null }): Promise<void> {
  await write(tx, { ...notice, area: 'client', page: null, subjectTenantId: null, adminId: null })
}

/**
 * Notifies as `notifyPage`, but at most once an hour for each tenant and record: a further notice replaces
 * the earlier one as unread, so that one tenant cannot push out all other notices.
 */
export async function notifyPageGrouped(tx: DbOrTx, notice: GroupedNotice): Promise<void> {
  const earlier = await tx
    .selectFrom('notifications')
    .select('id')
    .where('area', '=', 'admin')
    .where('page', '=', notice.page)
    .where('admin_id', 'is', null)
    .where('subject_tenant_id', '=', notice.subjectTenantId)
    .where('title', '=', notice.title)
    .where('link', '=', notice.link)
    .where('created_at', '>', secondsAgo(3600))
    .orderBy('created_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!earlier) return notifyPage(tx, notice)
  const { id } = earlier
  const renewed = tx.updateTable('notifications').set({ message: notice.message, created_at: CLOCK })
  await renewed.where('id', '=', id).execute()
  await tx.deleteFrom('notification_reads').where('notification_id', '=', id).execute()
  await tell(tx, 'notification', { id })
}

/**
 * Notifies the administrators who may view a page when they read it. `subjectTenantId` is the tenant in
 * question (rules 10.1: a resident created a ticket, a payment or a comment).
 */
export async function notifyPage(
  tx: DbOrTx,
  notice: Words & { page: PageName; subjectTenantId: number | null },
): Promise<void> {
  await write(tx, { ...notice, area: 'admin', tenantId: null, adminId: null })
}

/**
 * Notifies one administrator, who reads it only while they may view the page (rules 10.12: a ticket was
 * assigned to them, or their ticket is late).
 */
export async function notifyAdmin(
  tx: DbOrTx,
  notice: Words & { adminId: number; page: PageName; subjectTenantId: number | null },
): Promise<void> {
  await write(tx, { ...notice, area: 'admin', tenantId: null })
}
