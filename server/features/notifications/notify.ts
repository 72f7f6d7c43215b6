import { sql, type QueryCreator } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import { CLOCK, secondsAgo } from '#platform/db/expressions.ts'
import type { DB } from '#platform/db/generated.ts'
import { prepareQuery, type Placeholders } from '#platform/db/prepared-query.ts'
import { tell, outboxColumns } from '#platform/realtime/outbox.ts'
import type { MailText, NewsKind } from '@tahanan/contract/notifications/kinds.ts'
import type { PageName } from '@tahanan/contract/permissions.ts'

/** Kind and texts of a notification. `link` is a path of the web app that shows the record, or null. */
export interface Words {
  kind: NewsKind
  title: string
  message: string
  link: string | null
}

/** Texts of a notification outside the portal. */
interface OutsideWords {
  /** What a lock screen shows: what happened, and the number. No name, remark or amount. */
  brief: string
  /** Text of the mail, where it is not the title and message: these may quote a remark of the office. */
  letter?: MailText
  /** Sent at once by every channel, through quiet hours. */
  urgent?: boolean
}

export interface Notice extends Words {
  area: 'client' | 'admin'
  tenantId: number | null
  page: PageName | null
  subjectTenantId: number | null
  /** Only reader among the administrators who may view the page; null: all of them. */
  adminId: number | null
  brief: string
  letter: string | null
  urgent: boolean
}

/** A notification of a tenant, or with `tenantId: null` of all. */
export type TenantNotice = Words & OutsideWords & { readonly tenantId: number | null }

type GroupedNotice = Words & { page: PageName; subjectTenantId: number }

/** Adds a notification and its outbox row to a query, which saves a round trip. */
const withNotice = (db: QueryCreator<DB>, notice: Placeholders<Notice>) =>
  db
    .with('notice', (query) =>
      query
        .insertInto('notifications')
        .values({
          area: notice.area,
          kind: notice.kind,
          tenant_id: notice.tenantId,
          page: notice.page,
          subject_tenant_id: notice.subjectTenantId,
          admin_id: notice.adminId,
          title: notice.title,
          message: notice.message,
          link: notice.link,
          brief: notice.brief,
          letter: notice.letter,
          urgent: notice.urgent,
          fanned_out: false,
        })
        .returning('id'),
    )
    .with('outbox_notice', (query) =>
      query
        .insertInto('outbox')
        .columns(['topic', 'payload'])
        .expression((eb) => eb.selectFrom('notice').select(outboxColumns('notification'))),
    )

/** Adds a notification of a page to a query. */
export const withOfficeNotice = (
  db: QueryCreator<DB>,
  notice: Placeholders<Words & Pick<Notice, 'page' | 'subjectTenantId'>>,
) =>
  withNotice(db, {
    ...notice,
    area: sql.lit('admin'),
    tenantId: sql.lit(null),
    adminId: sql.lit(null),
    brief: sql.lit(''),
    letter: sql.lit(null),
    urgent: sql.lit(false),
  })

const write = prepareQuery((db, notice: Placeholders<Notice>) =>
  withNotice(db, notice).selectFrom('notice').select('id'),
)

/**
 * Notifies a tenant, or with `tenantId: null` all, in the transaction of the change (rules 10.1: status or
 * remarks changed, a statement, a post, a memorandum).
 */
export async function notifyTenant(tx: DbOrTx, notice: TenantNotice): Promise<void> {
  const { letter = null, urgent = false } = notice
  await write(tx, { ...OF_RESIDENT, ...notice, letter: letter && JSON.stringify(letter), urgent })
}

/** Notifies many tenants, as `notifyTenant` does one. */
export async function notifyTenants(tx: DbOrTx, notices: readonly TenantNotice[]): Promise<void> {
  if (notices.length === 0) return
  const rows = notices.map((notice) => ({ ...tenantRow(notice), fanned_out: false }))
  const inserted = await tx.insertInto('notifications').values(rows).returning('id').execute()
  await tell(tx, 'notification', ...inserted)
}

/** Returns the columns of a tenant's notification. */
export const tenantRow = ({ tenantId, letter, ...words }: TenantNotice) => ({
  ...words,
  area: 'client' as const,
  tenant_id: tenantId,
  letter: letter ? JSON.stringify(letter) : null,
})

const OF_RESIDENT = { area: 'client', page: null, subjectTenantId: null, adminId: null } as const

/** Columns that only the news of residents has. */
const OF_OFFICE = { tenantId: null, adminId: null, brief: '', letter: null, urgent: false } as const

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
  await write(tx, { ...OF_OFFICE, ...notice, area: 'admin' })
}

/**
 * Notifies one administrator, who reads it only while they may view the page (rules 10.12: a ticket was
 * assigned to them, or their ticket is late).
 */
export async function notifyAdmin(
  tx: DbOrTx,
  notice: Words & { adminId: number; page: PageName; subjectTenantId: number | null },
): Promise<void> {
  await write(tx, { ...OF_OFFICE, ...notice, area: 'admin' })
}
