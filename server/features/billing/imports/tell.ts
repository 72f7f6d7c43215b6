import { channels } from '@tahanan/contract/channels.ts'
import { prepared } from '../../../platform/db/client.ts'
import { rooms } from '../../../platform/realtime/outbox.ts'
import type { TopicHandler } from '../../../platform/realtime/outbox.ts'

declare module '../../../platform/realtime/outbox.ts' {
  interface Topics {
    /** Statements were imported for these tenants, with these notifications: one row for hundreds of both. */
    statements: { tenantIds: number[]; notificationIds: number[] }
    /** A statement import got further. */
    import: { uniqId: string }
  }
}

const LOGGED_IN = `select distinct account_id as id from sessions where area = 'client' and account_id = any($1::bigint[])`
const NOTICES_OF = `select id from notifications where id = any($1::bigint[]) and tenant_id = any($2::bigint[]) order by id`
const PROGRESS = `
  select distinct on (uniq_id) uniq_id, saved, total from statement_imports where uniq_id = any($1::text[])
  order by uniq_id, id desc`

/**
 * Tells residents that their balance and statement changed, so that their pages ask again, and of the notification of it.
 * An import changes thousands and few of them are logged in: the others are left out here, where it is certain that who
 * logs in later reads what was committed.
 */
export function statementsTopic(notification: TopicHandler<'notification'>): TopicHandler<'statements'> {
  return async (db, payloads) => {
    const tenantIds = payloads.flatMap((payload) => payload.tenantIds)
    const loggedIn = await prepared<{ id: number }>(db, 'statements.logged-in', LOGGED_IN, [tenantIds])
    if (loggedIn.length === 0) return []
    const ids = loggedIn.map(({ id }) => id)
    const notices = await prepared<{ id: number }>(db, 'statements.notices', NOTICES_OF, [
      payloads.flatMap((payload) => payload.notificationIds),
      ids,
    ])
    return [
      ...ids.map((id) => ({ room: rooms.account('client', id), event: channels.account, data: {} })),
      ...(notices.length > 0 ? await notification(db, notices) : []),
    ]
  }
}

/** Returns the room of those who follow a statement import. */
export const importRoom = (uniqId: string): string => `import.${uniqId}`

/** Tells whoever follows an import how many rows are saved, of those to be saved (rules 7.16). */
export const importTopic: TopicHandler<'import'> = async (db, payloads) => {
  const rows = await prepared<{ uniq_id: string; saved: number; total: number }>(
    db,
    'imports.progress',
    PROGRESS,
    [payloads.map(({ uniqId }) => uniqId)],
  )
  return rows.map(({ uniq_id, saved, total }) => ({
    room: importRoom(uniq_id),
    event: channels.soaUpdateEvent,
    data: { count: saved, total },
  }))
}
