import { CalendarClock, CircleCheckBig, CircleSlash, type LucideIcon } from 'lucide-react'
import type { Shown } from '../post.ts'

const LOOKS: Record<Shown, { icon: LucideIcon; word: string; look: string }> = {
  scheduled: { icon: CalendarClock, word: 'SCHEDULED', look: 's1' },
  shown: { icon: CircleCheckBig, word: 'SHOWN', look: 's4' },
  ended: { icon: CircleSlash, word: 'ENDED', look: 's0' },
}

interface ShownTagProps {
  shown: Shown
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
