import { sql, type AliasableExpression, type QueryCreator, type UpdateObject } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import { CLOCK, secondsAgo } from '#platform/db/expressions.ts'
import type { DB } from '#platform/db/generated.ts'
import { prepareQuery, type Placeholders } from '#platform/db/prepare-query.ts'
import { publishEvent, getOutboxColumns } from '#platform/realtime/outbox.ts'
import type { MailText, NotificationKind } from '@tahanan/contract/notifications/kinds.ts'
import type { PageName } from '@tahanan/contract/permissions.ts'

export interface NotificationTexts {
  kind: NotificationKind
  title: string
  message: string
  link: string | null
}

interface DeliveryTexts {
  /**
   * Text shown on a lock screen. It contains the event and the record's number, but no names, remarks or
   * amounts.
   */
  brief: string
  /**
   * Text of the mail. Without it, the mail contains title and message. The message may quote a remark of the
   * office.
   */
  letter?: MailText
  /** Whether the notification is sent at once through every channel, even in quiet hours. */
  urgent?: boolean
}

export interface NotificationInput extends NotificationTexts {
  area: 'client' | 'admin'
  tenantId: number | null
  page: PageName | null
  subjectTenantId: number | null
  /**
   * Id of the only administrator who sees the notification; null if everyone with view permission for the
   * page sees it.
   */
  adminId: number | null
  brief: string
  letter: string | null
  urgent: boolean
}

/** `tenantId: null` means all tenants. */
export type TenantNotificationInput = NotificationTexts & DeliveryTexts & { readonly tenantId: number | null }

export type AnnouncementTexts = Omit<TenantNotificationInput, 'tenantId' | 'urgent'>

type OfficeNotificationInput = NotificationTexts &
  Pick<DeliveryTexts, 'letter'> & {
    page: PageName
    subjectTenantId: number | null
    adminId?: number | null
  }

/**
 * Adds the inserts of a notification and of its outbox row (live event) to the caller's query, which saves a
 * round trip to the database.
 */
export const addNotification = (db: QueryCreator<DB>, notice: Placeholders<NotificationInput>) =>
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
        .expression((eb) => eb.selectFrom('notice').select(getOutboxColumns('notification'))),
    )

export const addOfficeNotification = (
  db: QueryCreator<DB>,
  notice: Placeholders<NotificationTexts & Pick<NotificationInput, 'page' | 'subjectTenantId'>>,
) =>
  addNotification(db, {
    ...notice,
    area: sql.lit('admin'),
    tenantId: sql.lit(null),
    adminId: sql.lit(null),
    brief: sql.lit(''),
    letter: sql.lit(null),
    urgent: sql.lit(false),
  })

const insertNotification = prepareQuery((db, notice: Placeholders<NotificationInput>) =>
  addNotification(db, notice).selectFrom('notice').select('id'),
)

/**
 * Notifies a tenant, or all tenants if `tenantId` is null; returns the notification's id. Call it in the
 * transaction of the change (rules 10.1).
 */
export async function notifyTenant(tx: DbOrTx, notice: TenantNotificationInput): Promise<number | undefined> {
  const [insertedRow] = await insertNotification(tx, toNotificationInput(notice))
  return insertedRow?.id
}

export const toNotificationInput = ({
  letter,
  urgent = false,
  ...words
}: TenantNotificationInput): NotificationInput => ({
  area: 'client',
  page: null,
  subjectTenantId: null,
  adminId: null,
  ...words,
  letter: toMailColumn(letter),
  urgent,
})

export async function notifyTenants(tx: DbOrTx, notices: readonly TenantNotificationInput[]): Promise<void> {
  if (notices.length === 0) return
  const rows = notices.map((notice) => ({ ...toTenantRow(notice), fanned_out: false }))
  const insertedRows = await tx.insertInto('notifications').values(rows).returning('id').execute()
  await publishEvent(tx, 'notification', ...insertedRows)
}

/** Inserts notifications for many tenants; returns their ids. The caller must publish the live events. */
export function insertTenantNotifications(
  tx: DbOrTx,
  { kind, title, brief, link }: Omit<TenantNotificationInput, 'tenantId' | 'message' | 'letter' | 'urgent'>,
  rows: AliasableExpression<{ tenantId: number; message: string }>,
): Promise<{ id: number }[]> {
  return tx
    .insertInto('notifications')
    .columns(['area', 'tenant_id', 'message', 'kind', 'title', 'brief', 'link', 'fanned_out'])
    .expression(
      tx
        .selectFrom(rows.as('n'))
        .select(({ val }) => [val('client').as('area'), 'n.tenantId', 'n.message', val(kind).as('kind')])
        .select(({ val }) => [val(title).as('title'), val(brief).as('brief'), val(link).as('link')])
        .select(({ lit }) => lit(false).as('fanned_out')),
    )
    .returning('id')
    .execute()
}

export const toTenantRow = ({ tenantId, letter, ...words }: TenantNotificationInput) => ({
  ...words,
  area: 'client' as const,
  tenant_id: tenantId,
  letter: toMailColumn(letter),
})

const toMailColumn = (mailText: MailText | undefined): string | null =>
  mailText ? JSON.stringify(mailText) : null

const OFFICE_DEFAULTS = { area: 'admin', tenantId: null, brief: '', urgent: false } as const

/**
 * Notifies the administrators who may view a page, at most once an hour per tenant and record. A later
 * notification replaces the earlier one and is unread again. So one tenant cannot fill the list and hide all
 * other notifications.
 */
export async function notifyPageViewersGrouped(tx: DbOrTx, notice: OfficeNotificationInput): Promise<void> {
  const { page, subjectTenantId, adminId = null } = notice
  const earlierQuery = selectEarlierNotifications(tx, notice)
    .where('area', '=', 'admin')
    .where('page', '=', page)
    .where('admin_id', adminId === null ? 'is' : '=', adminId)
    .where('subject_tenant_id', subjectTenantId === null ? 'is' : '=', subjectTenantId)
  if (
    await renewNotification(tx, earlierQuery, {
      message: notice.message,
      letter: toMailColumn(notice.letter),
    })
  )
    return
  await notifyPageViewers(tx, notice)
}

/**
 * Replaces the tenant's unread notification of the last hour, or adds one. A replaced notification is not
 * mailed or pushed again.
 */
export async function notifyTenantGrouped(
  tx: DbOrTx,
  notice: TenantNotificationInput & { tenantId: number },
): Promise<void> {
  const { message, letter } = notice
  const newContent = { message, letter: toMailColumn(letter) }
  if (await renewNotification(tx, selectUnreadNotification(tx, notice), newContent)) return
  await notifyTenant(tx, notice)
}

/**
 * Deletes a tenant's notification of the last hour with these texts, if it is unread and was not sent by mail
 * or push message.
 */
export async function deleteUnsentNotification(
  tx: DbOrTx,
  notice: Omit<NotificationTexts, 'kind'> & { tenantId: number },
): Promise<void> {
  const unreadNotification = selectUnreadNotification(tx, notice)
    .where('n.message', '=', notice.message)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deliveries as d')
            .select('d.id')
            .whereRef('d.notification_id', '=', 'n.id')
            .where('d.state', 'in', ['sending', 'sent', 'unclear']),
        ),
      ),
    )
  await tx.deleteFrom('notifications').where('id', 'in', unreadNotification).execute()
}

const selectUnreadNotification = (
  tx: DbOrTx,
  notice: Pick<NotificationTexts, 'title' | 'link'> & { tenantId: number },
) =>
  selectEarlierNotifications(tx, notice)
    .where('area', '=', 'client')
    .where('tenant_id', '=', notice.tenantId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notification_reads as r')
            .select('r.at')
            .where('r.area', '=', 'client')
            .where('r.reader_id', '=', notice.tenantId)
            .whereRef('r.notification_id', '=', 'n.id'),
        ),
      ),
    )

/**
 * Rewrites a tenant's notification of the last day that has the same link, and marks it as unread. Does not
 * mail or push it again. Returns its id, or undefined if none exists.
 */
export function updateRecentNotification(
  tx: DbOrTx,
  {
    tenantId,
    kind,
    link,
    ...words
  }: Omit<TenantNotificationInput, 'letter' | 'urgent'> & { tenantId: number },
): Promise<number | undefined> {
  const earlierNotification = tx
    .selectFrom('notifications as n')
    .select('n.id')
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', kind)
    .where('link', '=', link)
    .where('created_at', '>', secondsAgo(24 * 3600))
    .forUpdate()
  return renewNotification(tx, earlierNotification, { ...words, fanned_out: true })
}

/**
 * Rewrites the notification of all tenants that has this kind and link. Its queued mails get the new texts.
 * Nobody is notified again: its time and read marks stay.
 */
export async function updateNotificationForAll(
  tx: DbOrTx,
  { kind, link, letter, title, message, brief }: AnnouncementTexts,
): Promise<void> {
  await tx
    .updateTable('notifications')
    .set({ title, message, brief, letter: toMailColumn(letter) })
    .where('area', '=', 'client')
    .where('tenant_id', 'is', null)
    .where('kind', '=', kind)
    .where('link', '=', link)
    .execute()
}

const selectEarlierNotifications = (tx: DbOrTx, { title, link }: Pick<NotificationTexts, 'title' | 'link'>) =>
  tx
    .selectFrom('notifications as n')
    .select('n.id')
    .where('title', '=', title)
    .where('link', '=', link)
    .where('created_at', '>', secondsAgo(3600))
    .orderBy('created_at', 'desc')
    .limit(1)
    .forUpdate()

async function renewNotification(
  tx: DbOrTx,
  earlierQuery: Pick<ReturnType<typeof selectEarlierNotifications>, 'executeTakeFirst'>,
  newContent: UpdateObject<DB, 'notifications'>,
): Promise<number | undefined> {
  const earlierRow = await earlierQuery.executeTakeFirst()
  if (!earlierRow) return undefined
  await tx
    .updateTable('notifications')
    .set({ ...newContent, created_at: CLOCK })
    .where('id', '=', earlierRow.id)
    .execute()
  await tx.deleteFrom('notification_reads').where('notification_id', '=', earlierRow.id).execute()
  await publishEvent(tx, 'notification', earlierRow)
  return earlierRow.id
}

/**
 * Marks the notifications about new messages that have this link as read. Other kinds of notifications stay
 * unread.
 */
export async function markNotificationsAsRead(
  tx: DbOrTx,
  { area, id }: { readonly area: 'client' | 'admin'; readonly id: number },
  link: string,
): Promise<void> {
  const unreadMessages = tx
    .selectFrom('notifications as n')
    .select(['n.area', sql<number>`${id}::bigint`.as('reader_id'), 'n.id'])
    .where('n.kind', '=', sql.lit('message'))
    .where('n.link', '=', link)
    .where('n.area', '=', sql.lit(area))
    .$if(area === 'client', (query) => query.where('n.tenant_id', '=', id))
    .where((eb) => eb.or([eb('n.admin_id', 'is', null), eb('n.admin_id', '=', id)]))
    // The lock waits until a simultaneous deletion of old notifications ends. Otherwise the read mark of a
    // deleted notification would violate the foreign key.
    .forKeyShare('n')
  await tx
    .insertInto('notification_reads')
    .columns(['area', 'reader_id', 'notification_id'])
    .expression(unreadMessages)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Notifies the administrators who may view the page; with `adminId`, only this administrator (rules 10.1,
 * 10.12). `subjectTenantId` is the tenant that the notification is about.
 */
export async function notifyPageViewers(tx: DbOrTx, notice: OfficeNotificationInput): Promise<void> {
  const { letter, adminId = null, ...words } = notice
  await insertNotification(tx, { ...OFFICE_DEFAULTS, ...words, adminId, letter: toMailColumn(letter) })
}
