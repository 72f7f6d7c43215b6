import type { Area } from '@tahanan/contract/limits.ts'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Actor } from '../../platform/actor.ts'
import type { FileStore } from '../../platform/files/store/store.ts'
import { NullableText, Time } from '../../platform/http/schemas.ts'
import type { CommentRow } from './comments.ts'
import { mayDeleteComment } from './policy.ts'

const NullableId = Type.Unsafe<number | null>({ type: ['integer', 'null'] })

interface Commenter {
  name: string
  uoccname: string
  firstName: string
  middleName: string
  lastName: string
  image: string | null
  src?: string
  thumb?: string
}

/** A comment as calls answer it. */
export const Comment = Type.Object({
  id: Type.Integer(),
  postId: Type.Integer(),
  tenantId: NullableId,
  comment: Type.String(),
  created_at: Time,
  tenant: Type.Unsafe<Commenter | null>({
    type: ['object', 'null'],
    properties: {
      ...Object.fromEntries(
        ['name', 'uoccname', 'firstName', 'middleName', 'lastName'].map((name) => [name, { type: 'string' }]),
      ),
      image: NullableText,
      src: { type: 'string' },
      thumb: { type: 'string' },
    },
  }),
  admin: Type.Unsafe<{ name: string } | null>({
    type: ['object', 'null'],
    properties: { name: { type: 'string' } },
  }),
  own: Type.Boolean(),
  can: Type.Array(Type.String(), { description: 'What the caller may do with it' }),
})
export type Comment = Static<typeof Comment>

/** A comment as everybody of an area sees it. Residents read 'PMO' in place of a staff name (rules 6.19). */
export function presentToArea(
  files: Pick<FileStore, 'link'>,
  area: Area,
  row: CommentRow,
): Omit<Comment, 'own' | 'can'> {
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

/** A comment as this actor sees it. */
export function presentComment(files: Pick<FileStore, 'link'>, actor: Actor, row: CommentRow): Comment {
  return {
    ...presentToArea(files, actor.area, row),
    own: actor.area === 'client' ? row.tenant_id === actor.id : row.admin_id === actor.id,
    can: mayDeleteComment(actor, row) ? ['delete'] : [],
  }
}

function presentCommenter(files: Pick<FileStore, 'link'>, row: CommentRow): Commenter {
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
