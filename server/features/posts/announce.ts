import { notifyTenant } from '#features/notifications/notify.ts'
import type { Db, Tx } from '#platform/db/client.ts'
import { tell } from '#platform/realtime/outbox.ts'
import { POST_TYPES } from '@tahanan/contract/content/post.ts'
import { markAnnounced, takeTurningPosts } from './repository.ts'

/**
 * Notifies all residents of those of these posts that are shown and were never announced (rules 9.3). A post is announced
 * once, whatever becomes of its dates later.
 */
export async function announce(tx: Tx, ids: readonly number[]): Promise<void> {
  for (const { id, title, type } of await markAnnounced(tx, ids)) {
    const kind = POST_TYPES.find(({ value }) => value === type)?.label ?? 'Announcement'
    await notifyTenant(tx, {
      tenantId: null,
      title: `New ${kind.toLowerCase()}`,
      message: title,
      link: `/mail?postId=${id}`,
    })
  }
}

const BATCH = 100

/**
 * Begins and ends scheduled posts: open lists are told, and residents are notified of those that begin. Several processes may
 * do it at once; each post turns in one of them. Returns how many turned.
 */
export async function turnPosts(db: Db): Promise<number> {
  let turned = 0
  let batch: number
  do {
    batch = await db.transaction().execute(async (tx) => {
      const ids = await takeTurningPosts(tx, BATCH)
      if (ids.length === 0) return 0
      await announce(tx, ids)
      await tell(tx, 'post', ...ids.map((id) => ({ id, residents: true })))
      return ids.length
    })
    turned += batch
  } while (batch === BATCH)
  return turned
}
