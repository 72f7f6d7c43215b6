import { sql } from 'kysely'
import type { Tx } from '#platform/db/client.ts'
import { anyIdOf, literals } from '#platform/db/expressions.ts'
import type { Channel } from '@tahanan/contract/deliveries/states.ts'
import { isMailFixed, type NewsArea } from '@tahanan/contract/notifications/kinds.ts'
import { endDeliveries } from './end-deliveries.ts'
import type { QueueParts } from './fan-out.ts'
import { isWanted, getQuietEnd } from './get-send-time.ts'
import { findNeedless } from './news-hooks.ts'
import { mayActOn, mayRead, listReaders, type Reader } from './reader.ts'

export interface DueGroup {
  readonly reader: Reader
  readonly due: [DueRow, ...DueRow[]]
}

export type DueRow = Awaited<ReturnType<typeof lockDue>>[number]

interface Claim {
  readonly channel: Channel
  readonly limit: number
  readonly now: Date
}

/**
 * Claims due deliveries: drops those that are no longer needed, postpones those in quiet hours, and marks the
 * others as being sent (rules 23.20). Returns null if nothing was due.
 */
export async function claimDue(tx: Tx, claim: Claim, parts: QueueParts): Promise<DueGroup[] | null> {
  const rows = await lockDue(tx, claim)
  if (rows.length === 0) return null
  const readers = await findReaders(tx, rows)
  const reasons = await findReasons(tx, rows, readers, claim.channel, parts)
  for (const [reason, dropped] of Map.groupBy(rows, ({ id }) => reasons.get(id)))
    if (reason !== undefined)
      await endDeliveries(tx, dropped, { state: 'dropped', reason }, { ...parts, now: claim.now })

  const sending = new Map<string, DueGroup>()
  const later: { id: number; until: Date }[] = []
  for (const row of rows) {
    const reader = readers.get(toReaderKey(row))
    if (!reader || reasons.has(row.id)) continue
    const until = row.urgent ? null : getQuietEnd(claim.now, reader, parts.config.communityTimeZone)
    if (until) later.push({ id: row.id, until })
    else {
      const key = row.urgent || isMailFixed(row.area, row.kind) ? `alone ${row.id}` : toReaderKey(row)
      const group = sending.get(key)
      if (group) group.due.push(row)
      else sending.set(key, { reader, due: [row] })
    }
  }
  await postpone(tx, later)
  const ids = [...sending.values()].flatMap(({ due }) => due.map(({ id }) => id))
  await tx
    .updateTable('deliveries')
    .set({ state: 'sending', at: claim.now })
    .where('id', '=', anyIdOf(ids))
    .execute()
  return [...sending.values()]
}

// The states are literals, because only literals match the partial indexes.
const WAITING = sql<boolean>`d.state in (${literals('waiting', 'delayed')})`

/** Locks the oldest due deliveries, and all other due deliveries of their readers. */
const lockDue = (tx: Tx, { channel, limit, now }: Claim) => {
  const due = (db: Pick<Tx, 'selectFrom'>) =>
    db
      .selectFrom('deliveries as d')
      .where('d.channel', '=', channel)
      .where(WAITING)
      .where('d.due_at', '<=', now)
  // These expressions intentionally match no index: with outdated statistics the planner would choose an
  // index that reads all due deliveries.
  const isDue = sql<boolean>`d.channel || '' = ${channel} and d.due_at + interval '0' <= ${now}`
  return tx
    .with('first', (db) =>
      due(db)
        .select(['d.area', 'd.reader_id'])
        .orderBy('d.due_at')
        .orderBy('d.id')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .selectFrom('deliveries as d')
    .innerJoin('notifications as n', 'n.id', 'd.notification_id')
    .select(['d.id', 'n.id as notificationId', sql<NewsArea>`d.area`.as('area'), 'd.reader_id', 'd.channel'])
    .select(['n.kind', 'n.title', 'n.message', 'n.link', 'n.brief', 'n.letter', 'n.urgent'])
    .select(['n.page', 'n.admin_id'])
    .select(
      sql<boolean>`exists (select from notification_reads r where r.area = d.area
        and r.reader_id = d.reader_id and r.notification_id = d.notification_id)`.as('isRead'),
    )
    .where(WAITING)
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
  const found: Reader[] = []
  for (const [area, some] of Map.groupBy(rows, (row) => row.area))
    found.push(...(await listReaders(tx, area, [...new Set(some.map(({ reader_id }) => reader_id))])))
  return new Map(found.map((reader) => [toReaderKey({ area: reader.area, reader_id: reader.id }), reader]))
}

async function findReasons(
  tx: Tx,
  rows: readonly DueRow[],
  readers: ReadonlyMap<string, Reader>,
  channel: Channel,
  { mailer, newsHooks }: QueueParts,
): Promise<ReadonlyMap<number, string>> {
  const needless = await findNeedless(tx, newsHooks, rows)
  const getReason = (row: DueRow): string | undefined => {
    const reader = readers.get(toReaderKey(row))
    if (!reader) return 'The account was deleted.'
    if (!mayRead(reader, row)) return 'They may not see it any more.'
    if (!mayActOn(reader, row)) return 'They may not answer it any more.'
    if (!isWanted(channel, row, reader)) return 'They turned it off.'
    if (channel === 'mail' && !mailer.sendsBySmtp) return 'The portal sends no mail.'
    if (channel === 'mail' && reader.email === '') return 'They have no mail address.'
    if (row.isRead && !isMailFixed(row.area, row.kind)) return 'It was read in the portal.'
    return needless.get(row.notificationId)
  }
  return new Map(
    rows.flatMap((row) => {
      const reason = getReason(row)
      return reason === undefined ? [] : [[row.id, reason] as const]
    }),
  )
}

async function postpone(tx: Tx, later: readonly { id: number; until: Date }[]): Promise<void> {
  for (const [until, rows] of Map.groupBy(later, (row) => row.until.getTime()))
    await tx
      .updateTable('deliveries')
      .set({ due_at: new Date(until) })
      .where('id', '=', anyIdOf(rows.map(({ id }) => id)))
      .execute()
}
