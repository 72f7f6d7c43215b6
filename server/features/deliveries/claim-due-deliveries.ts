import { sql } from 'kysely'
import type { Tx } from '#platform/db/client.ts'
import { buildAnyOfIds, joinSqlLiterals } from '#platform/db/expressions.ts'
import type { Channel } from '@tahanan/contract/deliveries/channels-and-states.ts'
import { isMailMandatory, type NotificationArea } from '@tahanan/contract/notifications/kinds.ts'
import { findNeedlessNotifications } from './delivery-hooks.ts'
import { endDeliveries } from './end-deliveries.ts'
import type { QueueContext } from './fan-out-notifications.ts'
import { isWanted, getQuietEnd } from './get-send-time.ts'
import { mayActOn, mayRead, listReaders, type Reader } from './reader.ts'

export interface DueGroup {
  readonly reader: Reader
  readonly deliveries: [DueRow, ...DueRow[]]
}

export type DueRow = Awaited<ReturnType<typeof lockDueDeliveries>>[number]

interface ClaimOptions {
  readonly channel: Channel
  readonly limit: number
  readonly now: Date
}

/**
 * Claims due deliveries (mails or push messages), so that no other process sends them. Drops those that are
 * no longer needed, postpones those in quiet hours, and marks the others as being sent (rules 23.20). Returns
 * null if nothing was due.
 */
export async function claimDueDeliveries(
  tx: Tx,
  claim: ClaimOptions,
  context: QueueContext,
): Promise<DueGroup[] | null> {
  const rows = await lockDueDeliveries(tx, claim)
  if (rows.length === 0) return null
  const readers = await findReaders(tx, rows)
  const reasons = await findDropReasons(tx, rows, readers, claim, context)
  for (const [reason, droppedRows] of Map.groupBy(rows, ({ id }) => reasons.get(id)))
    if (reason !== undefined)
      await endDeliveries(tx, droppedRows, { state: 'dropped', reason }, { ...context, now: claim.now })

  const groupsByReader = new Map<string, DueGroup>()
  const postponedDeliveries: { id: number; dueAt: Date }[] = []
  for (const row of rows) {
    const reader = readers.get(toReaderKey(row))
    if (!reader || reasons.has(row.id)) continue
    const quietEnd = row.urgent ? null : getQuietEnd(claim.now, reader, context.config.communityTimeZone)
    if (quietEnd) postponedDeliveries.push({ id: row.id, dueAt: quietEnd })
    else {
      const key = row.urgent || isMailMandatory(row.area, row.kind) ? `alone ${row.id}` : toReaderKey(row)
      const group = groupsByReader.get(key)
      if (group) group.deliveries.push(row)
      else groupsByReader.set(key, { reader, deliveries: [row] })
    }
  }
  await postponeDeliveries(tx, postponedDeliveries)
  const ids = [...groupsByReader.values()].flatMap(({ deliveries }) => deliveries.map(({ id }) => id))
  await tx
    .updateTable('deliveries')
    .set({ state: 'sending', at: claim.now })
    .where('id', '=', buildAnyOfIds(ids))
    .execute()
  return [...groupsByReader.values()]
}

// The states are written into the SQL text, because the partial indexes do not match parameters.
const IS_WAITING = sql<boolean>`d.state in (${joinSqlLiterals('waiting', 'delayed')})`

/**
 * Locks the oldest due deliveries (mails or push messages), and all other due deliveries to the same persons,
 * so that one message can contain them.
 */
const lockDueDeliveries = (tx: Tx, { channel, limit, now }: ClaimOptions) => {
  const selectDueDeliveries = (db: Pick<Tx, 'selectFrom'>) =>
    db
      .selectFrom('deliveries as d')
      .where('d.channel', '=', channel)
      .where(IS_WAITING)
      .where('d.due_at', '<=', now)
  // `|| ''` and `+ interval '0'` prevent the use of an index. With outdated statistics PostgreSQL would
  // choose an index that reads all due deliveries.
  const isDue = sql<boolean>`d.channel || '' = ${channel} and d.due_at + interval '0' <= ${now}`
  return tx
    .with('first', (db) =>
      selectDueDeliveries(db)
        .select(['d.area', 'd.reader_id'])
        .orderBy('d.due_at')
        .orderBy('d.id')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .selectFrom('deliveries as d')
    .innerJoin('notifications as n', 'n.id', 'd.notification_id')
    .select([
      'd.id',
      'n.id as notificationId',
      sql<NotificationArea>`d.area`.as('area'),
      'd.reader_id',
      'd.channel',
    ])
    .select(['n.kind', 'n.title', 'n.message', 'n.link', 'n.brief', 'n.letter', 'n.urgent'])
    .select(['n.page', 'n.admin_id'])
    .select(
      sql<boolean>`exists (select from notification_reads r where r.area = d.area
        and r.reader_id = d.reader_id and r.notification_id = d.notification_id)`.as('isRead'),
    )
    .where(IS_WAITING)
    .where(isDue)
    .where(sql<boolean>`(d.area, d.reader_id) in (select area, reader_id from first)`)
    .orderBy('d.notification_id')
    .forUpdate('d')
    .skipLocked()
    .execute()
}

const toReaderKey = ({ area, reader_id }: Pick<DueRow, 'area' | 'reader_id'>): string =>
  `${area} ${reader_id}`

async function findReaders(tx: Tx, rows: readonly DueRow[]): Promise<ReadonlyMap<string, Reader>> {
  const foundReaders: Reader[] = []
  for (const [area, areaRows] of Map.groupBy(rows, (row) => row.area))
    foundReaders.push(
      ...(await listReaders(tx, area, [...new Set(areaRows.map(({ reader_id }) => reader_id))])),
    )
  return new Map(
    foundReaders.map((reader) => [toReaderKey({ area: reader.area, reader_id: reader.id }), reader]),
  )
}

async function findDropReasons(
  tx: Tx,
  rows: readonly DueRow[],
  readers: ReadonlyMap<string, Reader>,
  { channel, now }: ClaimOptions,
  { mailer, newsHooks }: QueueContext,
): Promise<ReadonlyMap<number, string>> {
  const needlessNotifications = await findNeedlessNotifications(tx, newsHooks, rows, now)
  const getDropReason = (row: DueRow): string | undefined => {
    const reader = readers.get(toReaderKey(row))
    if (!reader) return 'The account was deleted.'
    if (!mayRead(reader, row)) return 'They may not see it any more.'
    if (!mayActOn(reader, row)) return 'They may not answer it any more.'
    if (!isWanted(channel, row, reader)) return 'They turned it off.'
    if (channel === 'mail' && !mailer.sendsBySmtp) return 'The portal sends no mail.'
    if (channel === 'mail' && reader.email === '') return 'They have no mail address.'
    if (row.isRead && !isMailMandatory(row.area, row.kind)) return 'It was read in the portal.'
    return needlessNotifications.get(row.notificationId)
  }
  return new Map(
    rows.flatMap((row) => {
      const reason = getDropReason(row)
      return reason === undefined ? [] : [[row.id, reason] as const]
    }),
  )
}

async function postponeDeliveries(
  tx: Tx,
  postponedDeliveries: readonly { id: number; dueAt: Date }[],
): Promise<void> {
  for (const [dueMs, rows] of Map.groupBy(postponedDeliveries, (row) => row.dueAt.getTime()))
    await tx
      .updateTable('deliveries')
      .set({ due_at: new Date(dueMs) })
      .where('id', '=', buildAnyOfIds(rows.map(({ id }) => id)))
      .execute()
}
