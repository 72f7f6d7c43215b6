import { POST_TYPES } from '@tahanan/contract/content/post.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'

/** Announcements and events as the API sends them. */

/** State of a post: not yet seen by residents, seen, or no more. */
export type Shown = 'scheduled' | 'shown' | 'ended'

export interface Post {
  id: number
  postById: number | null
  posted_by: { firstName: string; lastName: string } | null
  title: string
  description: string
  type: string
  attachedUrl: string
  startDate: string | null
  endDate: string | null
  /** ProseMirror JSON, its pictures with signed links. */
  content: unknown
  /** At most one. */
  image: FileRef[]
  /** Its text shows the same picture. */
  imageInText: boolean
  enableMessaging: 0 | 1
  shown: Shown
  /** When it appeared, or will. */
  shownFrom: string
  approver: { name: string } | null
  approvalDate: string | null
  /** Number of comments. */
  comments: number
  /** Administrators: how often residents opened it. */
  views?: number
  /** 'edit', 'delete', 'approve', 'comment'. */
  can: readonly string[]
  created_at: string
  updated_at: string
  [field: string]: unknown
}

export interface PostList {
  data: Post[]
  total: number
  from: number
}

/** Returns the author's name; the office where the account is gone or has no name. */
export function posterOf({ posted_by }: Pick<Post, 'posted_by'>): string {
  const name = posted_by ? `${posted_by.firstName} ${posted_by.lastName}`.trim() : ''
  return name === '' ? 'PMO' : name
}

/** ANNOUNCEMENTS or EVENTS, with the name of its icon. */
export function typeOf({ type }: Pick<Post, 'type'>): { tag: string; icon?: string } {
  return POST_TYPES.find(({ value }) => value === type) ?? { tag: type }
}
