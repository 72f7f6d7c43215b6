import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { anyIdOf } from '#platform/db/expressions.ts'
import { wakeChore } from '#platform/jobs/queue.ts'
import type { Services } from '#platform/services.ts'
import { CHANNELS, type Channel } from '@tahanan/contract/deliveries/states.ts'
import { isWanted, getSendTime } from './get-send-time.ts'
import { callNewsHooks, type NewsHooks } from './news-hooks.ts'
import {
  mayActOn,
  mayRead,
  listAdminReaders,
  listReaders,
  listTenantReadersAfter,
  type Reader,
} from './reader.ts'

export interface QueueParts extends Pick<Services, 'db' | 'mailer' | 'config'> {
  readonly newsHooks: NewsHooks
  readonly now?: () => Date
}

export const getNow = ({ now }: Pick<QueueParts, 'now'>): Date => now?.() ?? new Date()

// Maximum rows per transaction. `tenants` applies to a notification to all tenants.
const BATCH = { notices: 500, tenants: 2000 }

// Older notifications are not sent, for example those that waited while the portal was down (rules 23.19).
const STALE_MS = 24 * 3_600_000

export const DELIVER: Readonly<Record<Channel, string>> = { mail: 'deliver-mail', push: 'deliver-push' }

export async function fanOut(parts: QueueParts): Promise<void> {
  const { db } = parts
  const now = getNow(parts)
  const ofAll = await listForAll(db, now)
  let all = ofAll.length
  let some: number
  do {
    some = await db.transaction().execute((tx) => queueForFew(tx, parts, now))
    all += some
  } while (some === BATCH.notices)
  for (const id of ofAll) {
    let after: number | null = 0
    do {
      const from: number = after
      after = await db.transaction().execute((tx) => queueForTenants(tx, parts, { id, after: from, now }))
    } while (after !== null)
  }
  if (all > 0) for (const channel of CHANNELS) await wakeChore(db, DELIVER[channel])
}

const selectNew = (db: DbOrTx) =>
  db
    .selectFrom('notifications')
    .select(['id', 'area', 'kind', 'tenant_id', 'page', 'admin_id', 'urgent', 'created_at'])
    .where('fanned_out', '=', sql.lit(false))
    .orderBy('id')

type NewNotice = Awaited<ReturnType<ReturnType<typeof selectNew>['execute']>>[number]

const isStale = ({ created_at }: NewNotice, now: Date) => now.getTime() - created_at.getTime() > STALE_MS

async function listForAll(db: DbOrTx, now: Date): Promise<number[]> {
  const rows = await selectNew(db).where('area', '=', 'client').where('tenant_id', 'is', null).execute()
  return rows.filter((row) => !isStale(row, now)).map(({ id }) => id)
}

async function queueForFew(tx: Tx, parts: QueueParts, now: Date): Promise<number> {
  const notices = await selectNew(tx)
    .where(({ or, eb }) =>
      or([
        eb('area', '=', 'admin'),
        eb('tenant_id', 'is not', null),
        eb('created_at', '<', new Date(now.getTime() - STALE_MS)),
      ]),
    )
    .limit(BATCH.notices)
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
  const fresh = notices.filter((notice) => !isStale(notice, now))
  const tenantIds = fresh.flatMap(({ tenant_id }) => tenant_id ?? [])
  const tenants = new Map((await listReaders(tx, 'client', tenantIds)).map((reader) => [reader.id, reader]))
  const admins = fresh.some(({ area }) => area === 'admin') ? await listAdminReaders(tx) : []
  const rows = fresh.flatMap((notice) => {
    const tenant = tenants.get(notice.tenant_id ?? 0)
    const readers = notice.area === 'admin' ? admins : tenant ? [tenant] : []
    return toDeliveries(notice, readers, parts, now)
  })
  await insertDeliveries(tx, rows)
  await markQueued(tx, notices)
  const mailed = new Set(rows.filter(({ channel }) => channel === 'mail').map((row) => row.notification_id))
  const unmailed = notices.filter(({ id, area }) => area === 'client' && !mailed.has(id))
  const reason = 'There was nobody to mail it to.'
  await callNewsHooks(
    tx,
    parts.newsHooks,
    unmailed.map(({ id, kind }) => ({ notificationId: id, kind, state: 'dropped', reason })),
  )
  return notices.length
}

/**
 * Creates deliveries for one batch of tenants. Returns the id of the batch's last tenant, or null after the
 * last batch.
 */
async function queueForTenants(
  tx: Tx,
  parts: QueueParts,
  { id, after, now }: { id: number; after: number; now: Date },
): Promise<number | null> {
  const notice = await selectNew(tx).where('id', '=', id).forNoKeyUpdate().skipLocked().executeTakeFirst()
  // The notification is locked by another process, which handles it.
  if (!notice) return null
  const tenants = await listTenantReadersAfter(tx, after, BATCH.tenants)
  await insertDeliveries(tx, toDeliveries(notice, tenants, parts, now))
  if (tenants.length === BATCH.tenants) return tenants.at(-1)?.id ?? null
  await markQueued(tx, [notice])
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
  notice: NewNotice,
  readers: readonly Reader[],
  { mailer, config }: QueueParts,
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
  const column = <Name extends keyof NewDelivery>(name: Name) => rows.map((row) => row[name])
  await sql`
    insert into deliveries (notification_id, area, reader_id, channel, due_at)
    select * from unnest(${column('notification_id')}::bigint[], ${column('area')}::text[],
      ${column('reader_id')}::bigint[], ${column('channel')}::text[], ${column('due_at')}::timestamptz[])
    on conflict do nothing`.execute(tx)
}

async function markQueued(tx: Tx, notices: readonly { readonly id: number }[]): Promise<void> {
  const ids = notices.map(({ id }) => id)
  await tx.updateTable('notifications').set({ fanned_out: true }).where('id', '=', anyIdOf(ids)).execute()
}
