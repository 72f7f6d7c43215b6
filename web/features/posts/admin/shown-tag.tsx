import type { Post } from '@tahanan/contract/posts/answers.ts'
import { CalendarClock, CircleCheckBig, CircleSlash, type LucideIcon } from 'lucide-react'

const LOOKS: Record<Post['shown'], { icon: LucideIcon; word: string; look: string }> = {
  scheduled: { icon: CalendarClock, word: 'SCHEDULED', look: 'status-1' },
  shown: { icon: CircleCheckBig, word: 'SHOWN', look: 'status-4' },
  ended: { icon: CircleSlash, word: 'ENDED', look: 'status-0' },
}

/** Tag that says whether residents see a post: by colour, icon and word. */
export function ShownTag({ shown }: { shown: Post['shown'] }) {
  const { icon: Icon, word, look } = LOOKS[shown]
  return (
    <span className={`tag ${look}`}>
      <Icon />
      {word}
    </span>
  )
}
