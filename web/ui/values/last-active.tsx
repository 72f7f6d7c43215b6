import './last-active.css'
import { showDateTime } from '#lib/time.ts'
import { useNow } from '#lib/use-now.ts'
import { ago } from './ago.ts'

const STEP_MS = 30_000

interface LastActiveProps {
  /** Undefined where it is not told who is online; the exact time is then in the tooltip only. */
  online?: boolean
  /** The instant of the last call, ISO 8601; nothing for those who never logged in. */
  lastSeen: string | null
}

/** 'Online now', or how long ago somebody was here. */
export function LastActive({ online, lastSeen }: LastActiveProps) {
  const now = useNow(STEP_MS)
  const exact = lastSeen === null ? undefined : showDateTime(lastSeen)
  return (
    <span
      className={online ? 'online dotted now' : 'online dotted'}
      title={online === undefined ? exact : undefined}
    >
      {online ? 'Online now' : ago(lastSeen, now) || 'Never'}
      {online === false && exact && <small>{exact}</small>}
    </span>
  )
}
