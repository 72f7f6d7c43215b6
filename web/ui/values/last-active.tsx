import './last-active.css'
import { showDateTime } from '../../lib/time.ts'
import { useNow } from '../../lib/use-now.ts'
import { ago } from './ago.ts'

const STEP_MS = 30_000

interface LastActiveProps {
  online: boolean
  /** The instant of the last call, ISO 8601; nothing for those who never logged in. */
  lastSeen: string | null
  /** The exact time is in its tooltip only. */
  brief?: boolean
}

/** 'Online now', or how long ago somebody was here. */
export function LastActive({ online, lastSeen, brief }: LastActiveProps) {
  const now = useNow(STEP_MS)
  const exact = lastSeen === null ? undefined : showDateTime(lastSeen)
  return (
    <span className={online ? 'online dotted now' : 'online dotted'} title={brief ? exact : undefined}>
      {online ? 'Online now' : ago(lastSeen, now) || 'Never'}
      {!online && !brief && exact && <small>{exact}</small>}
    </span>
  )
}
