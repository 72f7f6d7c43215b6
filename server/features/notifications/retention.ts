import { sql } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import { INBOX } from '@tahanan/contract/notifications.ts'

/** Removes notifications that no inbox shows any more, with their read marks; returns how many. Runs once a day. */
export async function removeOldNotifications(db: Db): Promise<number> {
  let removed = 0
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('notifications')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('notifications')
          .select('id')
          .where(sql<boolean>`(select pg_try_advisory_xact_lock(hashtext('tahanan.notification-retention')))`)
          .where('created_at', '<', sql<Date>`now() - make_interval(days => ${INBOX.days})`)
          .orderBy('created_at')
          // Small pieces: each row takes the read marks of all its readers with it.
          .limit(500),
      )
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) return removed
    removed += Number(numDeletedRows)
  }
}
