import { sql, type AliasableExpression, type QueryCreator, type UpdateObject } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import { CLOCK, secondsAgo } from '#platform/db/expressions.ts'
import type { DB } from '#platform/db/generated.ts'
import { prepareQuery, type Placeholders } from '#platform/db/prepare-query.ts'
import { publishEvent, getOutboxColumns } from '#platform/realtime/outbox.ts'
import type { MailText, NewsKind } from '@tahanan/contract/notifications/kinds.ts'
import type { PageName } from '@tahanan/contract/permissions.ts'

export interface NotificationTexts {
  kind: NewsKind
  title: string
  message: string
  link: string | null
}

interface DeliveryTexts {
  /** Text on a lock screen: names the event and the number, but no names, remarks or amounts. */
  brief: string
  /** Text of the mail. If missing, the mail has title and message, which may quote a remark of the office. */
  letter?: MailText
  /** Sent at once through every channel, even in quiet hours. */
  urgent?: boolean
}

export interface Notice extends NotificationTexts {
  area: 'client' | 'admin'
  tenantId: number | null
  page: PageName | null
  subjectTenantId: number | null
  /** The only administrator who sees it; null: everyone with view permission for the page. */
  adminId: number | null
  brief: string
  letter: string | null
  urgent: boolean
}

/** `tenantId: null`: for all tenants. */
export type TenantNotice = NotificationTexts & DeliveryTexts & { readonly tenantId: number | null }

type OfficeNotice = NotificationTexts &
  Pick<DeliveryTexts, 'letter'> & {
    page: PageName
    subjectTenantId: number | null
    adminId?: number | null
  }

/** Adds the notification and its outbox row to the caller's query, which saves a round trip. */
export const addNotification = (db: QueryCreator<DB>, notice: Placeholders<Notice>) =>
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
  notice: Placeholders<NotificationTexts & Pick<Notice, 'page' | 'subjectTenantId'>>,
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

const insertNotification = prepareQuery((db, notice: Placeholders<Notice>) =>
  addNotification(db, notice).selectFrom('notice').select('id'),
)

/**
 * Call it in the transaction of the change (rules 10.1). `tenantId: null` notifies all tenants. Returns the
 * notification's id.
 */
export async function notifyTenant(tx: DbOrTx, notice: TenantNotice): Promise<number | undefined> {
  const [written] = await insertNotification(tx, toTenantNotice(notice))
  return written?.id
}

export const toTenantNotice = ({ letter, urgent = false, ...words }: TenantNotice): Notice => ({
  area: 'client',
  page: null,
  subjectTenantId: null,
  adminId: null,
  ...words,
  letter: toColumn(letter),
  urgent,
})

export async function notifyTenants(tx: DbOrTx, notices: readonly TenantNotice[]): Promise<void> {
  if (notices.length === 0) return
  const rows = notices.map((notice) => ({ ...toTenantRow(notice), fanned_out: false }))
  const inserted = await tx.insertInto('notifications').values(rows).returning('id').execute()
  await publishEvent(tx, 'notification', ...inserted)
}

/** Returns the notifications. The caller must publish their live events. */
export function notifyTenantsOf(
  tx: DbOrTx,
  { kind, title, brief, link }: Omit<TenantNotice, 'tenantId' | 'message' | 'letter' | 'urgent'>,
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

export const toTenantRow = ({ tenantId, letter, ...words }: TenantNotice) => ({
  ...words,
  area: 'client' as const,
  tenant_id: tenantId,
  letter: toColumn(letter),
})

const toColumn = (letter: MailText | undefined): string | null => (letter ? JSON.stringify(letter) : null)

const OFFICE_DEFAULTS = { area: 'admin', tenantId: null, brief: '', urgent: false } as const

/**
 * Sends at most one notification an hour per tenant and record: a later one replaces the earlier one as
 * unread, so that one tenant cannot push out all others.
 */
export async function notifyPageGrouped(tx: DbOrTx, notice: OfficeNotice): Promise<void> {
  const { page, subjectTenantId, adminId = null } = notice
  const earlier = selectEarlierNotices(tx, notice)
    .where('area', '=', 'admin')
    .where('page', '=', page)
    .where('admin_id', adminId === null ? 'is' : '=', adminId)
    .where('subject_tenant_id', subjectTenantId === null ? 'is' : '=', subjectTenantId)
  if (await renewNotification(tx, earlier, { message: notice.message, letter: toColumn(notice.letter) }))
    return
  await notifyPage(tx, notice)
}

/**
 * Replaces an unread notification of the last hour instead of adding one. Its mail and push message are sent
 * only once.
 */
export async function notifyTenantGrouped(
  tx: DbOrTx,
  notice: TenantNotice & { tenantId: number },
): Promise<void> {
  const { message, letter } = notice
  const words = { message, letter: toColumn(letter) }
  if (await renewNotification(tx, selectUnreadNotice(tx, notice), words)) return
  await notifyTenant(tx, notice)
}

/**
 * Looks only at unread notifications of the last hour with these texts, and keeps one that was mailed or
 * pushed.
 */
export async function deleteUnsentNotification(
  tx: DbOrTx,
  notice: Omit<NotificationTexts, 'kind'> & { tenantId: number },
): Promise<void> {
  const unsent = selectUnreadNotice(tx, notice)
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
  await tx.deleteFrom('notifications').where('id', 'in', unsent).execute()
}

const selectUnreadNotice = (
  tx: DbOrTx,
  notice: Pick<NotificationTexts, 'title' | 'link'> & { tenantId: number },
) =>
  selectEarlierNotices(tx, notice)
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
 * Rewrites a notification of the last day about a record, and marks it as unread. It is not mailed or pushed
 * again. Returns its id, or undefined if none exists.
 */
export function updateRecentNotification(
  tx: DbOrTx,
  { tenantId, kind, link, ...words }: Omit<TenantNotice, 'letter' | 'urgent'> & { tenantId: number },
): Promise<number | undefined> {
  const earlier = tx
    .selectFrom('notifications as n')
    .select('n.id')
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', kind)
    .where('link', '=', link)
    .where('created_at', '>', secondsAgo(24 * 3600))
    .forUpdate()
  return renewNotification(tx, earlier, { ...words, fanned_out: true })
}

const selectEarlierNotices = (tx: DbOrTx, { title, link }: Pick<NotificationTexts, 'title' | 'link'>) =>
  tx
    .selectFrom('notifications as n')
    .select('n.id')
    .where('title', '=', title)
    .where('link', '=', link)
    .where('created_at', '>', secondsAgo(3600))
    .orderBy('created_at', 'desc')
    .limit(1)
    .forUpdate()

/** Marks the notification as unread again. Returns its id, or undefined if none exists. */
async function renewNotification(
  tx: DbOrTx,
  earlier: Pick<ReturnType<typeof selectEarlierNotices>, 'executeTakeFirst'>,
  words: UpdateObject<DB, 'notifications'>,
): Promise<number | undefined> {
  const found = await earlier.executeTakeFirst()
  if (!found) return undefined
  await tx
    .updateTable('notifications')
    .set({ ...words, created_at: CLOCK })
    .where('id', '=', found.id)
    .execute()
  await tx.deleteFrom('notification_reads').where('notification_id', '=', found.id).execute()
  await publishEvent(tx, 'notification', found)
  return found.id
}

/** Affects only notifications of messages. */
export async function markNotificationsAsRead(
  tx: DbOrTx,
  { area, id }: { readonly area: 'client' | 'admin'; readonly id: number },
  link: string,
): Promise<void> {
  const unread = tx
    .selectFrom('notifications as n')
    .select(['n.area', sql<number>`${id}::bigint`.as('reader_id'), 'n.id'])
    .where('n.kind', '=', sql.lit('message'))
    .where('n.link', '=', link)
    .where('n.area', '=', sql.lit(area))
    .$if(area === 'client', (own) => own.where('n.tenant_id', '=', id))
    .where((eb) => eb.or([eb('n.admin_id', 'is', null), eb('n.admin_id', '=', id)]))
    // Waits for a simultaneous removal of old rows, which would otherwise violate the foreign key.
    .forKeyShare('n')
  await tx
    .insertInto('notification_reads')
    .columns(['area', 'reader_id', 'notification_id'])
    .expression(unread)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * The readers are the administrators who may view the page, or with `adminId` one of them (rules 10.1,
 * 10.12). `subjectTenantId` is the tenant that the notification concerns.
 */
export async function notifyPage(tx: DbOrTx, notice: OfficeNotice): Promise<void> {
  const { letter, adminId = null, ...words } = notice
  await insertNotification(tx, { ...OFFICE_DEFAULTS, ...words, adminId, letter: toColumn(letter) })
}
