import { Type } from 'typebox'
import {
  FileLink,
  nullable,
  NullableId,
  NullableText,
  NullableTime,
  oneOf,
  OnOff,
  Time,
  text,
  type Answer,
} from '../answers.ts'
import type { RichNode } from '../rich-text.ts'

export const Post = Type.Object({
  id: Type.Integer(),
  postById: NullableId,
  posted_by: nullable(Type.Object({ firstName: text, lastName: text })),
  title: text,
  description: text,
  type: oneOf(['ANNOUNCEMENTS', 'EVENTS']),
  attachedUrl: text,
  startDate: NullableTime,
  endDate: NullableTime,
  content: Type.Unsafe<RichNode | null>({
    description: 'ProseMirror JSON; pictures carry key, src, srcset, width and height',
  }),
  image: Type.Array(FileLink, { description: 'At most one' }),
  imageInText: Type.Boolean({ description: 'Whether the content shows the same picture' }),
  enableMessaging: OnOff,
  urgent: OnOff,
  status: Type.Integer(),
  shown: oneOf(['scheduled', 'shown', 'ended'], { description: 'To residents: not yet, now, or no more' }),
  shownFrom: Type.Unsafe<Date>({ ...Time, description: 'When it appeared, or will' }),
  approvedById: NullableId,
  approver: nullable(Type.Object({ id: Type.Integer(), name: text })),
  approvalDate: NullableTime,
  comments: Type.Integer({ description: 'How many there are' }),
  views: Type.Optional(Type.Integer({ description: 'Administrators: how often residents opened it' })),
  announced: Type.Optional(
    Type.Boolean({ description: 'Administrators: whether residents were notified of it' }),
  ),
  can: Type.Array(oneOf(['edit', 'delete', 'approve', 'comment']), {
    description: 'What the caller may do with it now',
  }),
  created_at: Time,
  updated_at: Time,
})
export type Post = Answer<typeof Post>

export const PostCsvRow = Type.Pick(Post, [
  'id',
  'title',
  'type',
  'posted_by',
  'created_at',
  'shown',
  'shownFrom',
  'endDate',
  'views',
  'comments',
])
export type PostCsvRow = Answer<typeof PostCsvRow>

export const LatestPost = Type.Object({ data: nullable(Post) })
export type LatestPost = Answer<typeof LatestPost>

export const Comment = Type.Object({
  id: Type.Integer(),
  postId: Type.Integer(),
  tenantId: NullableId,
  comment: text,
  created_at: Time,
  tenant: nullable(
    Type.Object({
      name: text,
      uoccname: text,
      firstName: text,
      middleName: text,
      lastName: text,
      image: NullableText,
      src: Type.Optional(text),
      thumb: Type.Optional(text),
    }),
  ),
  admin: nullable(Type.Object({ name: text })),
  own: Type.Boolean(),
  can: Type.Array(oneOf(['delete']), { description: 'What the caller may do with it' }),
})
export type Comment = Answer<typeof Comment>
