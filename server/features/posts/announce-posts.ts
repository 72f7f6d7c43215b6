import {
  notifyTenant,
  updateNotificationForAll,
  type AnnouncementTexts,
} from '#features/notifications/notify.ts'
import type { Db, Tx } from '#platform/db/client.ts'
import { toParagraphs } from '#platform/mail/mail-content.ts'
import { publishEvent } from '#platform/realtime/outbox.ts'
import { POST_TYPES } from '@tahanan/contract/content/post.ts'
import { markPostsAsAnnounced, claimDuePosts, type PostFields } from './repository.ts'

/** Notifies all residents of each given post that is visible and was not announced yet (rules 9.3). */
export async function announcePosts(tx: Tx, ids: readonly number[]): Promise<void> {
  for (const post of await markPostsAsAnnounced(tx, ids))
    await notifyTenant(tx, { ...toAnnouncement(post), tenantId: null, urgent: post.urgent })
}

/** Writes a changed post's texts into its announcement, so that queued mails get them (rules 23.20). */
export const updateAnnouncement = (tx: Tx, post: AnnouncedPost): Promise<void> =>
  updateNotificationForAll(tx, toAnnouncement(post))

type AnnouncedPost = Pick<PostFields, 'title' | 'description' | 'type'> & {
  readonly id: number
  readonly urgent: boolean | 0 | 1
}

function toAnnouncement({ id, title, description, type, urgent }: AnnouncedPost): AnnouncementTexts {
  const label = POST_TYPES.find(({ value }) => value === type)?.label ?? 'Announcement'
  const heading = `${urgent ? 'Urgent' : 'New'} ${label.toLowerCase()}`
  return {
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
