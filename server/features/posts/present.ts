import type { Static } from 'typebox'
import type { Actor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import {
  isImageInText,
  loadPictureSizes,
  addPictureLinks,
  type PictureSizes,
} from '#platform/files/load-picture-sizes.ts'
import type { FileStore } from '#platform/files/store/file-store.ts'
import type { Area } from '@tahanan/contract/limits.ts'
import type { Comment, Post } from '@tahanan/contract/posts/answers.ts'
import type { CommentRow } from './comments.ts'
import { mayDeleteComment, getPostAbilities } from './policy.ts'
import type { PostRow } from './repository.ts'

export async function presentPosts(
  { db, files }: { db: DbOrTx; files: FileStore },
  actor: Actor,
  rows: readonly PostRow[],
): Promise<Static<typeof Post>[]> {
  const sizes = await loadPictureSizes(db, rows)
  return rows.map((row) => presentPost(files, actor, row, sizes))
}

/** Returns the author's name; null if the portal itself published the post. */
export const getAuthorName = ({
  postById,
  first_name,
  last_name,
}: Pick<PostRow, 'postById' | 'first_name' | 'last_name'>) =>
  postById === null ? null : { firstName: first_name ?? '', lastName: last_name ?? '' }

function presentPost(files: FileStore, actor: Actor, row: PostRow, sizes: PictureSizes): Static<typeof Post> {
  const { first_name, last_name, approver_name: name, views, announced, ...post } = row
  const isOffice = actor.area === 'admin'
  return {
    ...post,
    posted_by: getAuthorName({ postById: post.postById, first_name, last_name }),
    content: post.content && addPictureLinks(files, post.content, sizes),
    image: files.presentFiles(post.image),
    imageInText: isImageInText(row, sizes),
    ...(isOffice ? { views, announced } : { approvedById: null }),
    approver: isOffice && post.approvedById !== null ? { id: post.approvedById, name: name ?? '' } : null,
    can: getPostAbilities(actor, row),
  }
}

/**
 * Converts a comment to its API form for residents or for the office. Residents see 'PMO' instead of a staff
 * name (rules 6.19).
 */
export function presentCommentToArea(
  files: Pick<FileStore, 'link'>,
  area: Area,
  row: CommentRow,
): Omit<Static<typeof Comment>, 'own' | 'can'> {
  return {
    id: row.id,
    postId: row.post_id,
    tenantId: row.tenant_id,
    comment: row.comment,
    created_at: row.created_at,
    tenant: row.tenant_id === null ? null : presentCommenter(files, row),
    admin: row.admin_id === null ? null : { name: area === 'client' ? 'PMO' : (row.admin_name ?? '') },
  }
}

export function presentComment(
  files: Pick<FileStore, 'link'>,
  actor: Actor,
  row: CommentRow,
): Static<typeof Comment> {
  return {
    ...presentCommentToArea(files, actor.area, row),
    own: actor.area === 'client' ? row.tenant_id === actor.id : row.admin_id === actor.id,
    can: mayDeleteComment(actor, row) ? ['delete'] : [],
  }
}

function presentCommenter(files: Pick<FileStore, 'link'>, row: CommentRow) {
  const { first_name: firstName, middle_name: middleName, last_name: lastName, image } = row
  return {
    name: [firstName, lastName].filter(Boolean).join(' ') || (row.uoccname ?? ''),
    uoccname: row.uoccname ?? '',
    firstName: firstName ?? '',
    middleName: middleName ?? '',
    lastName: lastName ?? '',
    image,
    ...(image !== null && image !== '' && files.link(image)),
  }
}
