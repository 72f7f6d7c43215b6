import type { Static } from 'typebox'
import type { Actor } from '#platform/actor.ts'
import type { FileStore } from '#platform/files/store/file-store.ts'
import type { Area } from '@tahanan/contract/limits.ts'
import type { Comment } from '@tahanan/contract/posts/answers.ts'
import type { CommentRow } from './comments.ts'
import { mayDeleteComment } from './policy.ts'

/** Presents a comment for an area; residents read 'PMO' instead of a staff name (rules 6.19). */
export function presentToArea(
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

/** Presents a comment for an actor. */
export function presentComment(
  files: Pick<FileStore, 'link'>,
  actor: Actor,
  row: CommentRow,
): Static<typeof Comment> {
  return {
    ...presentToArea(files, actor.area, row),
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
