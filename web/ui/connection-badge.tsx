import './connection-badge.css'
import { useLiveState } from '#lib/live/live.ts'

/** 'Live' while changes arrive by themselves, 'Reconnecting…' while they do not. */
export function ConnectionBadge() {
  const state = useLiveState()
  return (
    <span className={`livedot dotted${state === 'live' ? '' : ' lost'}`} role="status">
      {state === 'live' ? 'Live' : state === 'connecting' ? 'Connecting…' : 'Reconnecting…'}
    </span>
  )
}
