import { Check, ClockAlert, Hourglass, type LucideIcon, X } from 'lucide-react'
import { Tag, type TagColour } from '#ui/values/status-tag.tsx'
import { REQUEST_STATES, type RequestState } from '@tahanan/contract/privacy-requests/request-form.ts'

const REQUEST_STATE_STYLES: Readonly<Record<RequestState, readonly [TagColour, LucideIcon]>> = {
  open: ['gold', Hourglass],
  done: ['green', Check],
  refused: ['red', X],
}

export function RequestTag({ state }: { state: RequestState }) {
  const [colour, icon] = REQUEST_STATE_STYLES[state]
  return (
    <Tag colour={colour} icon={icon}>
      {REQUEST_STATES[state].toUpperCase()}
    </Tag>
  )
}

export const LateTag = () => (
  <Tag colour="red" icon={ClockAlert}>
    LATE
  </Tag>
)
