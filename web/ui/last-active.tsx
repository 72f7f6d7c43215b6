import { useSyncExternalStore } from 'react'
import { showDateTime } from '../lib/time.ts'
import { ago } from './ago.ts'
import type { LoggedIn } from '../features/monitor/calls.ts'

const TICK_MS = 30_000

function tick(changed: () => void): () => void {
  const timer = setInterval(changed, TICK_MS)
  return () => clearInterval(timer)
}

/** Now, in steps of half a minute. */
const nowInSteps = (): number => Math.floor(Date.now() / TICK_MS) * TICK_MS

interface LastActiveProps extends Pick<LoggedIn, 'online' | 'lastSeen'> {
  /** The exact time is in its tooltip only. */
  brief?: boolean
}

/** 'Online now', or how long ago somebody was here. */
export function LastActive({ online, lastSeen, brief }: LastActiveProps) {
  const now = useSyncExternalStore(tick, nowInSteps)
  return (
    <span className={online ? 'online now' : 'online'} title={brief ? timeOf(lastSeen) : undefined}>
      {online ? 'Online now' : ago(lastSeen, now) || 'Never'}
      {!online && !brief && lastSeen !== null && <small>{showDateTime(lastSeen)}</small>}
    </span>
  )
}

const timeOf = (lastSeen: string | null): string | undefined =>
  lastSeen === null ? undefined : showDateTime(lastSeen)
