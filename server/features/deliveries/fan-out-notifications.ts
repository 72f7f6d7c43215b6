import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { buildAnyOfIds } from '#platform/db/expressions.ts'
import { runPeriodicTaskNow } from '#platform/jobs/queue.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { CHANNELS, type Channel } from '@tahanan/contract/deliveries/channels-and-states.ts'
import { callDeliveryHooks, type DeliveryHooks } from './delivery-hooks.ts'
import { isWanted, getSendTime } from './get-send-time.ts'
import {
  mayActOn,
  mayRead,
  listAdminReaders,
  listReaders,
  listTenantReadersAfter,
  type Reader,
} from './reader.ts'

export interface QueueContext extends Pick<PlatformContext, 'db' | 'mailer' | 'config'> {
  readonly newsHooks: DeliveryHooks
  readonly now?: () => Date
}

export const getNow = ({ now }: Pick<QueueContext, 'now'>): Date => now?.() ?? new Date()

// Maximum rows per transaction: notifications (`notices`), or tenants of one notification that is addressed
// to all tenants (`tenants`).
const BATCH_SIZES = { notices: 500, tenants: 2000 }

// Notifications older than this are not sent, for example those that waited while the portal was down (rules
// 23.19).
const STALE_MS = 24 * 3_600_000

export const DELIVERY_TASK_NAMES: Readonly<Record<Channel, string>> = {
  mail: 'deliver-mail',
  push: 'deliver-push',
}

export async function fanOutNotifications(context: QueueContext): Promise<void> {
  const { db } = context
  const now = getNow(context)
  const notificationIdsForAll = await listNotificationsForAll(db, now)
  let queuedTotal = notificationIdsForAll.length
  let queuedCount: number
  do {
    queuedCount = await db.transaction().execute((tx) => enqueueForFewReaders(tx, context, now))
    queuedTotal += queuedCount
  } while (queuedCount === BATCH_SIZES.notices)
  for (const id of notificationIdsForAll) {
    let lastTenantId: number | null = 0
    do {
      const fromTenantId: number = lastTenantId
      lastTenantId = await db
        .transaction()
        .execute((tx) => enqueueForTenants(tx, context, { id, afterTenantId: fromTenantId, now }))
    } while (lastTenantId !== null)
  }
  if (queuedTotal > 0)
    for (const channel of CHANNELS) await runPeriodicTaskNow(db, DELIVERY_TASK_NAMES[channel])
}

const selectNewNotifications = (db: DbOrTx) =>
  db
    .selectFrom('notifications')
    .select(['id', 'area', 'kind', 'tenant_id', 'page', 'admin_id', 'urgent', 'created_at'])
    .where('fanned_out', '=', sql.lit(false))
    .orderBy('id')

type NewNotification = Awaited<ReturnType<ReturnType<typeof selectNewNotifications>['execute']>>[number]

const isStale = ({ created_at }: NewNotification, now: Date) =>
  now.getTime() - created_at.getTime() > STALE_MS

async function listNotificationsForAll(db: DbOrTx, now: Date): Promise<number[]> {
  const rows = await selectNewNotifications(db)
    .where('area', '=', 'client')
    .where('tenant_id', 'is', null)
    .execute()
  return rows.filter((row) => !isStale(row, now)).map(({ id }) => id)
}

async function enqueueForFewReaders(tx: Tx, context: QueueContext, now: Date): Promise<number> {
  const newNotifications = await selectNewNotifications(tx)
    .where(({ or, eb }) =>
      or([
        eb('area', '=', 'admin'),
        eb('tenant_id', 'is not', null),
        eb('created_at', '<', new Date(now.getTime() - STALE_MS)),
      ]),
    )
    .limit(BATCH_SIZES.notices)
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
  const freshNotifications = newNotifications.filter((notice) => !isStale(notice, now))
  const tenantIds = freshNotifications.flatMap(({ tenant_id }) => tenant_id ?? [])
  const tenantReaders = new Map(
    (await listReaders(tx, 'client', tenantIds)).map((reader) => [reader.id, reader]),
  )
  const adminReaders = freshNotifications.some(({ area }) => area === 'admin')
    ? await listAdminReaders(tx)
    : []
  const deliveryRows = freshNotifications.flatMap((notice) => {
    const tenant = tenantReaders.get(notice.tenant_id ?? 0)
    const readers = notice.area === 'admin' ? adminReaders : tenant ? [tenant] : []
    return toDeliveries(notice, readers, context, now)
  })
  await insertDeliveries(tx, deliveryRows)
  await markNotificationsAsQueued(tx, newNotifications)
  const mailedIds = new Set(
    deliveryRows.filter(({ channel }) => channel === 'mail').map((row) => row.notification_id),
  )
  const unmailedNotifications = newNotifications.filter(
    ({ id, area }) => area === 'client' && !mailedIds.has(id),
  )
  const reason = 'There was nobody to mail it to.'
  await callDeliveryHooks(
    tx,
    context.newsHooks,
    unmailedNotifications.map(({ id, kind }) => ({ notificationId: id, kind, state: 'dropped', reason })),
  )
  return newNotifications.length
}

/**
 * Creates the mails and push messages of a notification for the next batch of tenants. Returns the id of the
 * batch's last tenant, or null if no tenants remain.
 */
async function enqueueForTenants(
  tx: Tx,
  context: QueueContext,
  { id, afterTenantId, now }: { id: number; afterTenantId: number; now: Date },
): Promise<number | null> {
  const lockedNotification = await selectNewNotifications(tx)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  // Another process has locked the notification and creates its mails and push messages.
  if (!lockedNotification) return null
  const tenantReaders = await listTenantReadersAfter(tx, afterTenantId, BATCH_SIZES.tenants)
  await insertDeliveries(tx, toDeliveries(lockedNotification, tenantReaders, context, now))
  if (tenantReaders.length === BATCH_SIZES.tenants) return tenantReaders.at(-1)?.id ?? null
  await markNotificationsAsQueued(tx, [lockedNotification])
  return null
}

interface NewDelivery {
  readonly notification_id: number
  readonly area: Reader['area']
  readonly reader_id: number
  readonly channel: Channel
  readonly due_at: Date
}

function toDeliveries(
  notice: NewNotification,
  readers: readonly Reader[],
  { mailer, config }: QueueContext,
  now: Date,
): NewDelivery[] {
  const canReach = (channel: Channel, reader: Reader): boolean =>
    channel === 'push' ? reader.hasPush : mailer.sendsBySmtp && reader.email !== ''
  return readers
    .filter(
      (reader) =>
        reader.createdAt <= notice.created_at && mayRead(reader, notice) && mayActOn(reader, notice),
    )
    .flatMap((reader) =>
      CHANNELS.filter((channel) => canReach(channel, reader) && isWanted(channel, notice, reader)).map(
        (channel) => ({
          notification_id: notice.id,
          area: reader.area,
          reader_id: reader.id,
          channel,
          due_at: getSendTime(channel, notice, reader, now, config.communityTimeZone),
        }),
      ),
    )
}

async function insertDeliveries(tx: Tx, rows: readonly NewDelivery[]): Promise<void> {
  if (rows.length === 0) return
  const getColumnValues = <Name extends keyof NewDelivery>(name: Name) => rows.map((row) => row[name])
  await sql`
    insert into deliveries (notification_id, area, reader_id, channel, due_at)
    select * from unnest(${getColumnValues('notification_id')}::bigint[], ${getColumnValues('area')}::text[],
      ${getColumnValues('reader_id')}::bigint[], ${getColumnValues('channel')}::text[], ${getColumnValues('due_at')}::timestamptz[])
    on conflict do nothing`.execute(tx)
}

async function markNotificationsAsQueued(tx: Tx, notices: readonly { readonly id: number }[]): Promise<void> {
  const ids = notices.map(({ id }) => id)
  await tx
    .updateTable('notifications')
    .set({ fanned_out: true })
    .where('id', '=', buildAnyOfIds(ids))
    .execute()
}
