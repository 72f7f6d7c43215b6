import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/client.ts'
import { buildAnyOfIds, CLOCK } from '#platform/db/expressions.ts'
import { sentDeliveries } from '#platform/metrics/counters.ts'
import type { DeliveryState } from '@tahanan/contract/deliveries/channels-and-states.ts'
import type { NotificationKind } from '@tahanan/contract/notifications/kinds.ts'
import { callDeliveryHooks, type DeliveryHooks } from './delivery-hooks.ts'

// Minutes to wait before each new attempt to send a message that was refused temporarily (rules 23.21).
const RETRY_MINUTES = sql<number[]>`array[1, 5, 30, 120]`
const MIN_TRIES_FOR_DELAYED = 4
const MAX_TRIES = 5

interface OpenDelivery {
  readonly id: number
  /** Null for account mails, which have no notification. */
  readonly notificationId: number | null
  readonly kind: NotificationKind | null
  readonly channel: string
}

interface EndContext {
  readonly newsHooks: DeliveryHooks
  readonly now: Date
}

export async function endDeliveries(
  tx: Tx,
  openDeliveries: readonly OpenDelivery[],
  { state, reason = '' }: { state: 'sent' | 'failed' | 'unclear' | 'dropped'; reason?: string },
  { newsHooks, now }: EndContext,
): Promise<void> {
  const endedDeliveries = await updateOpenDeliveries(tx, openDeliveries)
    // A permanent refusal (`failed`) increases the number of attempts too, like a temporary one.
    .set({ state, reason, at: now, ...(state === 'failed' && { tries: sql<number>`tries + 1` }) })
    .returning(['id', 'state', 'channel'])
    .execute()
  if (state === 'sent') for (const { channel } of endedDeliveries) sentDeliveries.inc({ channel })
  await callHooksOfEndedDeliveries(tx, openDeliveries, endedDeliveries, reason, newsHooks)
}

export async function scheduleRetry(
  tx: Tx,
  openDeliveries: readonly OpenDelivery[],
  reason: string,
  { newsHooks, now }: EndContext,
): Promise<void> {
  const retriedDeliveries = await updateOpenDeliveries(tx, openDeliveries)
    .set({
      tries: sql<number>`tries + 1`,
      state: sql<DeliveryState>`case when tries + 1 >= ${MAX_TRIES} then 'failed'
        when tries + 1 >= ${MIN_TRIES_FOR_DELAYED} then 'delayed' else 'waiting' end`,
      due_at: sql<Date>`${now}::timestamptz + make_interval(mins => coalesce((${RETRY_MINUTES})[tries + 1], 0))`,
      reason,
      at: now,
    })
    .returning(['id', 'state'])
    .execute()
  const failedDeliveries = retriedDeliveries.filter(({ state }) => state === 'failed')
  await callHooksOfEndedDeliveries(tx, openDeliveries, failedDeliveries, reason, newsHooks)
}

// A delivery that is still being sent after this time belongs to a process that was killed.
const SENDING_TIMEOUT_MS = 2 * 60_000

/**
 * Ends the deliveries (mails and push messages) that a killed process was sending. Their state becomes
 * `unclear`, because they may have arrived (rules 23.22).
 */
export async function endInterruptedDeliveries(db: Db, { newsHooks, now }: EndContext): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const interruptedDeliveries = await tx
      .selectFrom('deliveries as d')
      .leftJoin('notifications as n', 'n.id', 'd.notification_id')
      .select(['d.id', 'd.notification_id as notificationId', 'd.channel', 'n.kind'])
      .where(sql<boolean>`d.state = 'sending'`)
      .where('d.at', '<', new Date(now.getTime() - SENDING_TIMEOUT_MS))
      .forUpdate('d')
      .skipLocked()
      .execute()
    const reason = 'The portal stopped while this was being sent. It may have arrived.'
    if (interruptedDeliveries.length > 0)
      await endDeliveries(tx, interruptedDeliveries, { state: 'unclear', reason }, { newsHooks, now })
  })
}

/**
 * Drops waiting deliveries (mails and push messages) after a restore of a backup: they were sent after the
 * backup was made, or are outdated (rules 23.24).
 */
export async function dropRestoredDeliveries(db: Db, reason: string): Promise<void> {
  await db.updateTable('notifications').set({ fanned_out: true }).where('fanned_out', '=', false).execute()
  await db
    .updateTable('deliveries')
    .set({ state: 'dropped', reason, at: CLOCK })
    .where('state', 'in', OPEN_STATES)
    .execute()
}

const OPEN_STATES: DeliveryState[] = ['waiting', 'delayed', 'sending']

const updateOpenDeliveries = (tx: Tx, openDeliveries: readonly OpenDelivery[]) =>
  tx
    .updateTable('deliveries')
    .where('id', '=', buildAnyOfIds(openDeliveries.map(({ id }) => id)))
    .where('state', 'in', OPEN_STATES)

async function callHooksOfEndedDeliveries(
  tx: Tx,
  openDeliveries: readonly OpenDelivery[],
  endedDeliveries: readonly { readonly id: number; readonly state: DeliveryState }[],
  reason: string,
  newsHooks: DeliveryHooks,
): Promise<void> {
  const states = new Map(endedDeliveries.map(({ id, state }) => [id, state]))
  const mails = openDeliveries.flatMap(({ id, notificationId, kind, channel }) => {
    const state = states.get(id)
    return state && channel === 'mail' && notificationId !== null && kind !== null
      ? [{ notificationId, kind, state, reason }]
      : []
  })
  await callDeliveryHooks(tx, newsHooks, mails)
}
