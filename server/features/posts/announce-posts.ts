import { notifyTenant } from '#features/notifications/notify.ts'
import type { Db, Tx } from '#platform/db/client.ts'
import { toParagraphs } from '#platform/mail/mail-content.ts'
import { publishEvent } from '#platform/realtime/outbox.ts'
import { POST_TYPES } from '@tahanan/contract/content/post.ts'
import { markPostsAsAnnounced, claimDuePosts } from './repository.ts'

/** Notifies all residents of each given post that is visible and was not announced yet (rules 9.3). */
export async function announcePosts(tx: Tx, ids: readonly number[]): Promise<void> {
  for (const { id, title, description, type, urgent } of await markPostsAsAnnounced(tx, ids)) {
    const label = POST_TYPES.find(({ value }) => value === type)?.label ?? 'Announcement'
    const heading = `${urgent ? 'Urgent' : 'New'} ${label.toLowerCase()}`
    await notifyTenant(tx, {
      tenantId: null,
      kind: 'post',
      title: heading,
      brief: heading,
      message: title,
      letter: {
        subject: `${urgent ? 'Urgent' : label}: ${title}`,
        paragraphs: toParagraphs(description),
        action: `Open the ${label.toLowerCase()}`,
      },
      link: `/mail?postId=${id}`,
      urgent,
    })
  }
}

const BATCH_SIZE = 100

/**
 * Processes posts whose start or end has come: announces the started ones, and refreshes open lists. Several
 * processes may run it at once, because each post is claimed by one of them. Returns the number of posts.
 */
export async function processScheduledPosts(db: Db): Promise<number> {
  let processedCount = 0
  let batchSize: number
  do {
    batchSize = await db.transaction().execute(async (tx) => {
      const ids = await claimDuePosts(tx, BATCH_SIZE)
      if (ids.length === 0) return 0
      await announcePosts(tx, ids)
      await publishEvent(tx, 'post', ...ids.map((id) => ({ id, residents: true })))
      return ids.length
    })
    processedCount += batchSize
  } while (batchSize === BATCH_SIZE)
  return processedCount
}
