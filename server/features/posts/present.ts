import type { Post } from '@tahanan/contract/posts/answers.ts'
import type { Static } from 'typebox'
import type { Actor } from '../../platform/actor.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import type { FileStore } from '../../platform/files/store/store.ts'
import { isImageInText, pictureSizes, withPictures } from '../../platform/files/rich-text-pictures.ts'
import type { PictureSizes } from '../../platform/files/rich-text-pictures.ts'
import { postAbilities } from './policy.ts'
import type { PostRow } from './repository.ts'

/** Posts as this actor may see them, with signed links to their pictures. */
export async function presentPosts(
  { db, files }: { db: DbOrTx; files: FileStore },
  actor: Actor,
  rows: readonly PostRow[],
): Promise<Static<typeof Post>[]> {
  const sizes = await pictureSizes(db, rows)
  return rows.map((row) => presentPost(files, actor, row, sizes))
}

function presentPost(files: FileStore, actor: Actor, row: PostRow, sizes: PictureSizes): Static<typeof Post> {
  return {
    id: row.id,
    postById: row.post_by_id,
    posted_by:
      row.post_by_id === null ? null : { firstName: row.first_name ?? '', lastName: row.last_name ?? '' },
    title: row.title,
    description: row.description,
    type: row.type,
    attachedUrl: row.attached_url,
    startDate: row.start_date,
    endDate: row.end_date,
    content: row.content && withPictures(files, row.content, sizes),
    image: files.presentFiles(row.image),
    imageInText: isImageInText(row, sizes),
    enableMessaging: row.enable_messaging,
    status: row.status,
    shown: row.state,
    shownFrom: row.shown_from,
    approvedById: row.approved_by_id,
    approver: row.approved_by_id === null ? null : { id: row.approved_by_id, name: row.approver_name ?? '' },
    approvalDate: row.approval_date,
    comments: row.comments,
    ...(actor.area === 'admin' && { views: row.views }),
    can: postAbilities(actor, row),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}
