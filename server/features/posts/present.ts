import type { RichNode } from '@tahanan/contract/rich-text.ts'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Actor } from '../../platform/actor.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import type { FileStore } from '../../platform/files/store/store.ts'
import { FileLink, NullableTime, Time } from '../../platform/http/schemas.ts'
import { isImageInText, pictureSizes, withPictures } from '../../platform/files/rich-text-pictures.ts'
import type { PictureSizes } from '../../platform/files/rich-text-pictures.ts'
import { postAbilities } from './policy.ts'
import type { PostRow } from './repository.ts'

const NullableId = Type.Unsafe<number | null>({ type: ['integer', 'null'] })
const OnOff = Type.Unsafe<0 | 1>({ type: 'integer', description: '1 or 0' })

/** A post as calls answer it. */
export const Post = Type.Object({
  id: Type.Integer(),
  postById: NullableId,
  posted_by: Type.Unsafe<{ firstName: string; lastName: string } | null>({
    type: ['object', 'null'],
    properties: { firstName: { type: 'string' }, lastName: { type: 'string' } },
  }),
  title: Type.String(),
  description: Type.String(),
  type: Type.String({ description: 'ANNOUNCEMENTS or EVENTS' }),
  attachedUrl: Type.String(),
  startDate: NullableTime,
  endDate: NullableTime,
  content: Type.Unsafe<RichNode | null>({
    description: 'ProseMirror JSON; pictures carry key, src, srcset, width and height',
  }),
  image: Type.Array(FileLink),
  imageInText: Type.Boolean({ description: 'Whether the content shows the same picture' }),
  enableMessaging: OnOff,
  status: Type.Integer(),
  shown: Type.String({ description: 'scheduled, shown or ended' }),
  shownFrom: Type.Unsafe<Date>({
    type: 'string',
    format: 'date-time',
    description: 'When it appeared, or will',
  }),
  approvedById: NullableId,
  approver: Type.Unsafe<{ id: number; name: string } | null>({
    type: ['object', 'null'],
    properties: { id: { type: 'integer' }, name: { type: 'string' } },
  }),
  approvalDate: NullableTime,
  comments: Type.Integer({ description: 'How many there are' }),
  views: Type.Optional(Type.Integer({ description: 'Administrators: how often residents opened it' })),
  can: Type.Array(Type.String(), { description: 'What the caller may do with it now' }),
  created_at: Time,
  updated_at: Time,
})
export type Post = Static<typeof Post>

/** Posts as this actor may see them, with signed links to their pictures. */
export async function presentPosts(
  { db, files }: { db: DbOrTx; files: FileStore },
  actor: Actor,
  rows: readonly PostRow[],
): Promise<Post[]> {
  const sizes = await pictureSizes(db, rows)
  return rows.map((row) => presentPost(files, actor, row, sizes))
}

function presentPost(files: FileStore, actor: Actor, row: PostRow, sizes: PictureSizes): Post {
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
