import { listViewerRooms } from '#features/admins/viewers.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { DELETED_STATUS } from '#platform/db/expressions.ts'
import type { FileStore } from '#platform/files/store/file-store.ts'
import { rooms, createEventsForRooms, type TopicHandler } from '#platform/realtime/outbox.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { RECORD_STATUS } from '@tahanan/contract/statuses.ts'
import { findComments, type CommentRow } from './comments.ts'
import { presentCommentToArea } from './present.ts'
import { IS_SHOWN_TO_RESIDENTS } from './repository.ts'

declare module '../../platform/realtime/outbox.ts' {
  interface Topics {
    post: { id: number; residents: boolean }
    comment: { id: number }
  }
}

/**
 * Sends a changed post to the office. Residents get it only if they can read it now or could read it before
 * the change.
 */
export const postTopic: TopicHandler<'post'> = async (db, posts) => {
  const viewerRooms = await listViewerRooms(db, 'announcements')
  return posts.flatMap(({ id, residents }) =>
    createEventsForRooms(
      residents ? [rooms.area('client'), ...viewerRooms] : viewerRooms,
      liveChannels.posts,
      { id },
    ),
  )
}

export function commentTopic(files: Pick<FileStore, 'link'>): TopicHandler<'comment'> {
  return async (db, payloads) => {
    const rows = await findComments(db, [...new Set(payloads.map(({ id }) => id))])
    if (rows.length === 0) return []
    const shownByPostId = await findActivePosts(db, [...new Set(rows.map(({ post_id }) => post_id))])
    const viewerRooms = await listViewerRooms(db, 'announcements')
    return rows.flatMap((row) => {
      const isPostShown = shownByPostId.get(row.post_id)
      // The comment's post was deleted before this event was sent, so nobody receives the event.
      if (isPostShown === undefined) return []
      const event = liveChannels.comments(row.post_id)
      return [
        ...(isPostShown
          ? createEventsForRooms([rooms.area('client')], event, toCommentPayload(files, 'client', row))
          : []),
        ...createEventsForRooms(viewerRooms, event, toCommentPayload(files, 'admin', row)),
      ]
    })
  }
}

const toCommentPayload = (files: Pick<FileStore, 'link'>, area: 'client' | 'admin', row: CommentRow) =>
  row.status === RECORD_STATUS.deleted
    ? { id: row.id, status: RECORD_STATUS.deleted }
    : presentCommentToArea(files, area, row)

async function findActivePosts(db: DbOrTx, ids: readonly number[]): Promise<Map<number, boolean>> {
  const postRows = await db
    .selectFrom('posts as p')
    .select(['p.id', IS_SHOWN_TO_RESIDENTS.as('shown')])
    .where('p.id', 'in', ids)
    .where('p.status', '<>', DELETED_STATUS)
    .execute()
  return new Map(postRows.map(({ id, shown }) => [id, shown]))
}
