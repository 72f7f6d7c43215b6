import type { Static } from 'typebox'
import type { Actor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import {
  isImageInText,
  pictureSizes,
  withPictures,
  type PictureSizes,
} from '#platform/files/picture-sizes.ts'
import type { FileStore } from '#platform/files/store/file-store.ts'
import type { Post } from '@tahanan/contract/posts/answers.ts'
import { postAbilities } from './policy.ts'
import type { PostRow } from './repository.ts'

/** Presents posts for an actor, with signed links to their pictures. */
export async function presentPosts(
  { db, files }: { db: DbOrTx; files: FileStore },
  actor: Actor,
  rows: readonly PostRow[],
): Promise<Static<typeof Post>[]> {
  const sizes = await pictureSizes(db, rows)
  return rows.map((row) => presentPost(files, actor, row, sizes))
}

/** Returns the name of a post's author; null for the portal itself. */
export const getAuthorName = ({
  postById,
  first_name,
  last_name,
}: Pick<PostRow, 'postById' | 'first_name' | 'last_name'>) =>
  postById === null ? null : { firstName: first_name ?? '', lastName: last_name ?? '' }

function presentPost(files: FileStore, actor: Actor, row: PostRow, sizes: PictureSizes): Static<typeof Post> {
  const { first_name, last_name, approver_name: name, views, ...post } = row
  const inOffice = actor.area === 'admin'
  return {
    ...post,
    posted_by: getAuthorName({ postById: post.postById, first_name, last_name }),
    content: post.content && withPictures(files, post.content, sizes),
    image: files.presentFiles(post.image),
    imageInText: isImageInText(row, sizes),
    ...(inOffice ? { views } : { approvedById: null }),
    approver: inOffice && post.approvedById !== null ? { id: post.approvedById, name: name ?? '' } : null,
    can: postAbilities(actor, row),
  }
}
