import type { Db, DbOrTx, Tx } from '#platform/db/client.ts'
import { CLOCK } from '#platform/db/expressions.ts'
import { prepareRead, type Placeholders } from '#platform/db/prepare-query.ts'

export interface PushTarget {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** Locks a resident and their session against its end; undefined if it has ended. Returns its device. */
export async function lockSession(tx: Tx, { id, sessionId }: { id: number; sessionId: number }) {
  await tx.selectFrom('tenants').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  return tx
    .selectFrom('sessions')
    .select('device')
    .where('id', '=', sessionId)
    .forKeyShare()
    .executeTakeFirst()
}

/** Saves a subscription, also one that was another tenant's: their browser is shared (rules 23.35). */
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

/** Deletes a tenant's least recently seen subscriptions, beyond the newest `kept`. */
export async function deleteSurplus(tx: Tx, tenantId: number, kept: number): Promise<void> {
  await tx
    .deleteFrom('push_subscriptions')
    .where('id', 'in', (query) =>
      query
        .selectFrom('push_subscriptions')
        .select('id')
        .where('tenant_id', '=', tenantId)
        .orderBy('seen_at', 'desc')
        .orderBy('id', 'desc')
        .offset(kept),
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

const selectSubscriptions = prepareRead((db, { tenantId }: Placeholders<{ tenantId: number }>) =>
  db
    .selectFrom('push_subscriptions')
    .select(['endpoint', 'p256dh', 'auth'])
    .where('tenant_id', '=', tenantId),
)

export const listSubscriptions = (db: Db, tenantId: number): Promise<PushTarget[]> =>
  selectSubscriptions(db, { tenantId })

/** Deletes the push subscription of a browser whose session is ended by a user (rules 23.36). */
export async function endPushOfSession(db: DbOrTx, sessionId: number): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('session_id', '=', sessionId).execute()
}

/** Deletes the push subscriptions of a tenant, except that of one session. */
export async function endPushOfTenant(db: DbOrTx, tenantId: number, exceptSessionId?: number): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('tenant_id', '=', tenantId)
    .$if(exceptSessionId !== undefined, (query) => query.where('session_id', '!=', exceptSessionId ?? 0))
    .execute()
}
