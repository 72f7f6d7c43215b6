import type { POST_TYPES } from '@tahanan/contract/content/post.ts'
import type { Post } from '@tahanan/contract/posts/answers.ts'
import { CalendarDays, type LucideIcon, Megaphone } from 'lucide-react'
import { typeOf } from '../post.ts'

const ICONS: Record<(typeof POST_TYPES)[number]['icon'], LucideIcon> = {
  megaphone: Megaphone,
  calendar: CalendarDays,
}

/** The icon of a post's type (rules 15.12). */
export function postIcon(post: Pick<Post, 'type'>): LucideIcon {
  return ICONS[typeOf(post).icon]
}
