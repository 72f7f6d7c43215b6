import { channels } from '@tahanan/contract/channels.ts'
import { sql } from 'kysely'
import { rooms } from '../../../platform/realtime/outbox.ts'
import type { TopicHandler } from '../../../platform/realtime/outbox.ts'

declare module '../../../platform/realtime/outbox.ts' {
  interface Topics {
    /** The balances of these tenants changed, with these notifications: one row for hundreds of both. */
    balances: { tenantIds: number[]; notificationIds: number[] }
    /** A statement import got further. */
    import: { uniqId: string }
  }
}

// One value: `in` would send thousands of ids one by one, and a statement takes 65,535.
const anyOf = (ids: readonly number[]) => sql<number>`any(${ids}::bigint[])`

/**
 * Tells residents that their balance and statement changed, so that their pages ask again, and of the notification of it.
 * An import changes thousands and few of them are logged in: the others are left out here, where it is certain that who
 * logs in later reads what was committed.
 */
export function balancesTopic(notification: TopicHandler<'notification'>): TopicHandler<'balances'> {
  return async (db, payloads) => {
    const tenantIds = payloads.flatMap((payload) => payload.tenantIds)
    const loggedIn = await db
      .selectFrom('sessions')
      .select('account_id as id')
      .distinct()
      .where('area', '=', 'client')
      .where('account_id', '=', anyOf(tenantIds))
      .execute()
    if (loggedIn.length === 0) return []
    const ids = loggedIn.map(({ id }) => id)
    const notices = await db
      .selectFrom('notifications')
      .select('id')
      .where('id', '=', anyOf(payloads.flatMap((payload) => payload.notificationIds)))
      .where('tenant_id', '=', anyOf(ids))
      .orderBy('id')
      .execute()
    return [
      ...ids.map((id) => ({ room: rooms.account('client', id), event: channels.account, data: {} })),
      ...(notices.length > 0 ? await notification(db, notices) : []),
    ]
  }
}

/** Returns the room of those who follow a statement import. */
export const importRoom = (uniqId: string): string => `import.${uniqId}`

/** Tells whoever follows an import how many rows are saved or undone, of those that are to be (rules 7.16, 7.24). */
export const importTopic: TopicHandler<'import'> = async (db, payloads) => {
  const names = [...new Set(payloads.map(({ uniqId }) => uniqId))]
  const rows = await db
    .selectFrom('statement_imports')
    .distinctOn('uniq_id')
    .select(['uniq_id', 'state', 'saved', 'total', 'undone', sql<number>`created + updated`.as('effective')])
    .where('uniq_id', 'in', names)
    .orderBy('uniq_id')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ uniq_id, state, saved, total, undone, effective }) => ({
    room: importRoom(uniq_id),
    event: channels.soaUpdateEvent,
    data: state.startsWith('und') ? { count: undone, total: effective } : { count: saved, total },
  }))
}
