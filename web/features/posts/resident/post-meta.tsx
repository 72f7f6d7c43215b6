import { CalendarDays, type LucideIcon, Megaphone } from 'lucide-react'
import { formatDateTime } from '#lib/time.ts'
import { TypeTag } from '#ui/values/status-tag.tsx'
import type { POST_TYPES } from '@tahanan/contract/content/post.ts'
import type { Post } from '@tahanan/contract/posts/answers.ts'
import { getPostType, UrgentTag } from '../post.tsx'

const POST_TYPE_ICONS: Record<(typeof POST_TYPES)[number]['icon'], LucideIcon> = {
  megaphone: Megaphone,
  calendar: CalendarDays,
}

/** Line with a post's type and icon, and its publication time (rules 15.12). */
export function PostMeta({ post }: { post: Post }) {
  const { tag, icon } = getPostType(post)
  return (
    <p className="meta acts minor">
      {post.urgent === 1 && <UrgentTag />}
      <TypeTag label={tag} icon={POST_TYPE_ICONS[icon]} />
      <time dateTime={post.shownFrom}>{formatDateTime(post.shownFrom)}</time>
    </p>
  )
}
