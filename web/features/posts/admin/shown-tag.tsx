import type { Post } from '@tahanan/contract/posts/answers.ts'
import { CalendarClock, CircleCheckBig, CircleSlash, type LucideIcon } from 'lucide-react'

const LOOKS: Record<Post['shown'], { icon: LucideIcon; word: string; look: string }> = {
  scheduled: { icon: CalendarClock, word: 'SCHEDULED', look: 's1' },
  shown: { icon: CircleCheckBig, word: 'SHOWN', look: 's4' },
  ended: { icon: CircleSlash, word: 'ENDED', look: 's0' },
}

interface ShownTagProps {
  shown: Post['shown']
}

/** Tag that says whether residents see a post: by colour, icon and word. */
export function ShownTag({ shown }: ShownTagProps) {
  const { icon: Icon, word, look } = LOOKS[shown]
  return (
    <span className={`tag ${look}`}>
      <Icon className="i" aria-hidden />
      {word}
    </span>
  )
}
