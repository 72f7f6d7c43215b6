import { POST_TYPES } from '@tahanan/contract/content/post.ts'
import { CalendarDays, type LucideIcon, Megaphone } from 'lucide-react'

const ICONS: Record<(typeof POST_TYPES)[number]['icon'], LucideIcon> = {
  megaphone: Megaphone,
  calendar: CalendarDays,
}

/** The icon of a post's type; an announcement's for a type that is not known (rules 15.12). */
export function postIcon({ type }: { type: string }): LucideIcon {
  const known = POST_TYPES.find(({ value }) => value === type)
  return ICONS[known?.icon ?? 'megaphone']
}
