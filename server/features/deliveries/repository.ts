import { sql, type RawBuilder } from 'kysely'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { buildAnyOfIds, CLOCK } from '#platform/db/expressions.ts'
import {
  buildTermCondition,
  buildWordsCondition,
  getPublicTenantText,
  getTenantText,
} from '#platform/db/lists/build-search-condition.ts'
import { listLatest } from '#platform/db/lists/list-latest.ts'
import type { Page } from '#platform/http/list-query.ts'
import type { Channel, DeliveryState } from '@tahanan/contract/deliveries/channels-and-states.ts'
import type { NotificationArea, NotificationKind } from '@tahanan/contract/notifications/kinds.ts'

export interface DeliveryFilter {
  readonly state?: DeliveryState | undefined
  readonly kind?: NotificationKind | undefined
  readonly channel?: Channel | undefined
  readonly tenantId?: number | undefined
}

/** Kind that is stored for mails without a notification. These mails are about logins and passwords. */
export const ACCOUNT_MAIL_KIND: NotificationKind = 'security'

const ADMIN_SEARCH_TEXT = sql<string>`folded(a.name)`
const ADMIN_SEARCH_WITH_EMAIL = sql<string>`folded(a.name || E'\\n' || a.email)`

export interface VisibleEmails {
  readonly tenants: boolean
  readonly admins: boolean
}

// Finds the ids of the recipients that match the search, with a separate query. With a subquery in the list,
// PostgreSQL would scan all deliveries in id order for common words.
async function findReaderCondition(
  db: DbOrTx,
  term: string,
  visibleEmails: VisibleEmails,
): Promise<RawBuilder<boolean>> {
  const tenant = visibleEmails.tenants ? getTenantText('t') : getPublicTenantText('t')
  const admin = visibleEmails.admins ? ADMIN_SEARCH_WITH_EMAIL : ADMIN_SEARCH_TEXT
  const { rows } = await sql<{ area: NotificationArea; ids: number[] }>`
    select 'client' as area, array(select t.id from tenants t where ${buildTermCondition(tenant, term)}) as ids
    union all
    select 'admin', array(select a.id from admins a where ${buildWordsCondition(admin, term)})`.execute(db)
  const matchingAreas = rows.filter(({ ids }) => ids.length > 0)
  const conditions = matchingAreas.map(
    ({ area, ids }) => sql`d.area = ${area} and d.reader_id = ${buildAnyOfIds(ids)}`,
  )
  return sql`(${conditions.length === 0 ? sql`false` : sql.join(conditions, sql` or `)})`
}

async function toConditions(
  db: DbOrTx,
  { state, kind, channel, tenantId }: DeliveryFilter,
  searchTerm: string,
  visibleEmails: VisibleEmails,
) {
  const conditions: RawBuilder<boolean>[] = [sql`true`]
  if (state) conditions.push(sql`d.state = ${state}`)
  if (channel) conditions.push(sql`d.channel = ${channel}`)
  if (tenantId !== undefined) conditions.push(sql`d.area = 'client' and d.reader_id = ${tenantId}`)
  if (kind) {
    const isOfKind = sql<boolean>`d.notification_id in (select id from notifications where kind = ${kind})`
    conditions.push(kind === ACCOUNT_MAIL_KIND ? sql`(${isOfKind} or d.notification_id is null)` : isOfKind)
  }
  if (searchTerm !== '') conditions.push(await findReaderCondition(db, searchTerm, visibleEmails))
  return sql.join(conditions, sql` and `)
}

/** Lists the latest 10,000 matching deliveries, last changed first, with their count. */
export async function listDeliveries(
  db: DbOrTx,
  filter: DeliveryFilter,
  page: Pick<Page, 'limit' | 'offset' | 'searchTerm'>,
  visibleEmails: VisibleEmails,
) {
  const conditions = await toConditions(db, filter, page.searchTerm, visibleEmails)
  const latestQuery = sql<{ id: number; at: Date }>`select d.id, d.at from deliveries d
    where ${conditions} order by d.id desc`
  return listLatest(db, latestQuery, page, (ids) => findDeliveries(db, ids))
}

export function findDeliveries(db: DbOrTx, ids: readonly number[]) {
  return db
    .selectFrom('deliveries as d')
    .leftJoin('notifications as n', 'n.id', 'd.notification_id')
    .leftJoin('tenants as t', (join) =>
      join.onRef('t.id', '=', 'd.reader_id').on('d.area', '=', sql.lit<NotificationArea>('client')),
    )
    .leftJoin('admins as a', (join) =>
      join.onRef('a.id', '=', 'd.reader_id').on('d.area', '=', sql.lit<NotificationArea>('admin')),
    )
    .select([
      'd.id',
      'd.channel',
      'd.state',
      'd.reason',
      'd.tries',
      'd.due_at',
      'd.at',
      'd.area',
      'd.purpose',
    ])
    .select(['d.reader_id', 'n.kind', 'n.title', 'n.link', 'n.page', 't.client_code', 't.uoccname', 'a.name'])
    .where('d.id', '=', buildAnyOfIds(ids))
    .orderBy('d.at', 'desc')
    .orderBy('d.id', 'desc')
    .execute()
}

export type DeliveryRow = Awaited<ReturnType<typeof findDeliveries>>[number]

/**
 * Sends the push messages of an answered question again, so that the answer replaces the question on the
 * phones. Cancels those that were not sent yet.
 */
export async function resendPushMessages(tx: Tx, notificationId: number): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({
      state: sql<DeliveryState>`case when state in ('sent', 'unclear') then 'waiting' else 'dropped' end`,
      reason: sql<string>`case when state in ('sent', 'unclear') then '' else 'It was answered.' end`,
      tries: 0,
      due_at: CLOCK,
      at: CLOCK,
    })
    .where('notification_id', '=', notificationId)
    .where('channel', '=', 'push')
    .where('state', 'in', ['sent', 'unclear', 'waiting', 'delayed'])
    .execute()
}

/**
 * Makes deliveries that failed, or that may have failed (`unclear`), due now and returns their ids. Skips
 * mails without a notification, because their text is not stored.
 */
export async function requeueDeliveries(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const requeuedRows = await tx
    .updateTable('deliveries')
    .set({ state: 'waiting', tries: 0, reason: '', due_at: CLOCK, at: CLOCK })
    .where('id', '=', buildAnyOfIds(ids))
    .where('state', 'in', ['failed', 'unclear'])
    .where('notification_id', 'is not', null)
    .returning('id')
    .execute()
  return requeuedRows.map(({ id }) => id)
}
