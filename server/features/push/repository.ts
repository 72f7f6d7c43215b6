import type { Db, DbOrTx, Tx } from '#platform/db/client.ts'
import { CLOCK } from '#platform/db/expressions.ts'
import { prepareReadQuery, type Placeholders } from '#platform/db/prepare-query.ts'

export interface PushTarget {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/**
 * Locks the resident and the session, so that the session cannot end before this transaction. Returns
 * undefined if the session has ended already.
 */
export async function lockSession(tx: Tx, { id, sessionId }: { id: number; sessionId: number }) {
  await tx.selectFrom('tenants').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  return tx
    .selectFrom('sessions')
    .select('device')
    .where('id', '=', sessionId)
    .forKeyShare()
    .executeTakeFirst()
}

/**
 * Saves a subscription. If another tenant subscribed with the same browser before, the subscription now
 * belongs to this tenant (rules 23.35).
 */
export async function saveSubscription(
  tx: Tx,
  { endpoint, ...rest }: PushTarget & { tenant_id: number; session_id: number; device: string },
): Promise<void> {
  const values = { ...rest, seen_at: CLOCK }
  await tx
    .insertInto('push_subscriptions')
    .values({ endpoint, ...values })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(values))
    .execute()
}

export async function deleteSurplusSubscriptions(tx: Tx, tenantId: number, keptCount: number): Promise<void> {
  await tx
    .deleteFrom('push_subscriptions')
    .where('id', 'in', (query) =>
      query
        .selectFrom('push_subscriptions')
        .select('id')
        .where('tenant_id', '=', tenantId)
        .orderBy('seen_at', 'desc')
        .orderBy('id', 'desc')
        .offset(keptCount),
    )
    .execute()
}

export async function deleteSubscription(db: Db, tenantId: number, endpoint: string): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('tenant_id', '=', tenantId)
    .where('endpoint', '=', endpoint)
    .execute()
}

const selectSubscriptions = prepareReadQuery((db, { tenantId }: Placeholders<{ tenantId: number }>) =>
  db
    .selectFrom('push_subscriptions')
    .select(['endpoint', 'p256dh', 'auth'])
    .where('tenant_id', '=', tenantId),
)

export const listSubscriptions = (db: Db, tenantId: number): Promise<PushTarget[]> =>
  selectSubscriptions(db, { tenantId })

/**
 * Deletes the push subscription of a session that a user ends (rules 23.36). Do not call it for expired
 * sessions, because they keep their subscription.
 */
export async function deleteSubscriptionOfSession(db: DbOrTx, sessionId: number): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('session_id', '=', sessionId).execute()
}

export async function deleteSubscriptionsOfTenant(
  db: DbOrTx,
  tenantId: number,
  exceptSessionId?: number,
): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('tenant_id', '=', tenantId)
    .$if(exceptSessionId !== undefined, (query) => query.where('session_id', '!=', exceptSessionId ?? 0))
    .execute()
}
