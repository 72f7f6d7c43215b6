import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/client.ts'
import { anyIdOf, CLOCK } from '#platform/db/expressions.ts'
import { sentDeliveries } from '#platform/metrics/counters.ts'
import type { DeliveryState } from '@tahanan/contract/deliveries/states.ts'
import type { NewsKind } from '@tahanan/contract/notifications/kinds.ts'
import { callNewsHooks, type NewsHooks } from './news-hooks.ts'

// Delays before each retry after a temporary refusal (rules 23.21).
const RETRY_MINUTES = sql<number[]>`array[1, 5, 30, 120]`
const DELAYED_TRIES = 4
const MAX_TRIES = 5

interface OpenDelivery {
  readonly id: number
  /** Null for account mails, which have no notification. */
  readonly notificationId: number | null
  readonly kind: NewsKind | null
  readonly channel: string
}

interface EndParts {
  readonly newsHooks: NewsHooks
  readonly now: Date
}

export async function endDeliveries(
  tx: Tx,
  open: readonly OpenDelivery[],
  { state, reason = '' }: { state: 'sent' | 'failed' | 'unclear' | 'dropped'; reason?: string },
  { newsHooks, now }: EndParts,
): Promise<void> {
  const ended = await updateOpen(tx, open)
    // A permanent refusal counts as an attempt, like temporary refusals.
    .set({ state, reason, at: now, ...(state === 'failed' && { tries: sql<number>`tries + 1` }) })
    .returning(['id', 'state', 'channel'])
    .execute()
  if (state === 'sent') for (const { channel } of ended) sentDeliveries.inc({ channel })
  await callHooksOfEnded(tx, open, ended, reason, newsHooks)
}

export async function tryLater(
  tx: Tx,
  open: readonly OpenDelivery[],
  reason: string,
  { newsHooks, now }: EndParts,
): Promise<void> {
  const tried = await updateOpen(tx, open)
    .set({
      tries: sql<number>`tries + 1`,
      state: sql<DeliveryState>`case when tries + 1 >= ${MAX_TRIES} then 'failed'
        when tries + 1 >= ${DELAYED_TRIES} then 'delayed' else 'waiting' end`,
      due_at: sql<Date>`${now}::timestamptz + make_interval(mins => coalesce((${RETRY_MINUTES})[tries + 1], 0))`,
      reason,
      at: now,
    })
    .returning(['id', 'state'])
    .execute()
  const failed = tried.filter(({ state }) => state === 'failed')
  await callHooksOfEnded(tx, open, failed, reason, newsHooks)
}

// A delivery that is still being sent after this time belongs to a process that was killed.
const INTERRUPTED_MS = 2 * 60_000

/**
 * Ends the deliveries that a killed process was sending as unclear, because they may have arrived (rules
 * 23.22).
 */
export async function endInterrupted(db: Db, { newsHooks, now }: EndParts): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const interrupted = await tx
      .selectFrom('deliveries as d')
      .leftJoin('notifications as n', 'n.id', 'd.notification_id')
      .select(['d.id', 'd.notification_id as notificationId', 'd.channel', 'n.kind'])
      .where(sql<boolean>`d.state = 'sending'`)
      .where('d.at', '<', new Date(now.getTime() - INTERRUPTED_MS))
      .forUpdate('d')
      .skipLocked()
      .execute()
    const reason = 'The portal stopped while this was being sent. It may have arrived.'
    if (interrupted.length > 0)
      await endDeliveries(tx, interrupted, { state: 'unclear', reason }, { newsHooks, now })
  })
}

/**
 * Drops waiting deliveries after a restore of a backup, because they were sent since the backup or are
 * outdated (rules 23.24).
 */
export async function dropRestored(db: Db, reason: string): Promise<void> {
  await db.updateTable('notifications').set({ fanned_out: true }).where('fanned_out', '=', false).execute()
  await db
    .updateTable('deliveries')
    .set({ state: 'dropped', reason, at: CLOCK })
    .where('state', 'in', OPEN)
    .execute()
}

const OPEN: DeliveryState[] = ['waiting', 'delayed', 'sending']

const updateOpen = (tx: Tx, open: readonly OpenDelivery[]) =>
  tx
    .updateTable('deliveries')
    .where('id', '=', anyIdOf(open.map(({ id }) => id)))
    .where('state', 'in', OPEN)

async function callHooksOfEnded(
  tx: Tx,
  open: readonly OpenDelivery[],
  ended: readonly { readonly id: number; readonly state: DeliveryState }[],
  reason: string,
  newsHooks: NewsHooks,
): Promise<void> {
  const states = new Map(ended.map(({ id, state }) => [id, state]))
  const mails = open.flatMap(({ id, notificationId, kind, channel }) => {
    const state = states.get(id)
    return state && channel === 'mail' && notificationId !== null && kind !== null
      ? [{ notificationId, kind, state, reason }]
      : []
  })
  await callNewsHooks(tx, newsHooks, mails)
}
