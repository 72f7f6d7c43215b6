import './last-active.css'
import { formatDateTime } from '#lib/time.ts'
import { useNow } from '#lib/use-now.ts'
import { formatTimeAgo } from './ago.ts'

const REFRESH_MS = 30_000

interface LastActiveProps {
  /**
   * Whether the account is online. Undefined if the user may not see this. Then the exact time is only in the
   * tooltip.
   */
  online?: boolean
  /** Time of the last activity (ISO 8601); null before the first login. */
  lastSeen: string | null
}

export function LastActive({ online, lastSeen }: LastActiveProps) {
  const now = useNow(REFRESH_MS)
  const exact = lastSeen === null ? undefined : formatDateTime(lastSeen)
  return (
    <span
      className={online ? 'online dotted now' : 'online dotted'}
      title={online === undefined ? exact : undefined}
    >
      {online ? 'Online now' : formatTimeAgo(lastSeen, now) || 'Never'}
      {online === false && exact && <small>{exact}</small>}
    </span>
  )
}
