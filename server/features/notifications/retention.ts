import { INBOX } from '@tahanan/contract/notifications.ts'
import { prepared } from '../../platform/db/client.ts'
import type { Db } from '../../platform/db/client.ts'

// Small pieces: each row takes the read marks of all its readers with it.
const REMOVE = `
  with old as (
    select id from notifications
    where (select pg_try_advisory_xact_lock(hashtext('tahanan.notification-retention')))
      and created_at < now() - interval '${INBOX.days} days'
    order by created_at limit 500
  )
  delete from notifications where id in (select id from old) returning id`

/** Removes notifications that no inbox shows any more, with their read marks; returns how many. Runs once a day. */
export async function removeOldNotifications(db: Db): Promise<number> {
  let removed = 0
  for (;;) {
    const { length } = await prepared(db, 'notifications-remove-old', REMOVE)
    if (length === 0) return removed
    removed += length
  }
}
