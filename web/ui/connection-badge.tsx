import './connection-badge.css'
import { useLiveState } from '#lib/live/live.ts'

/** Shows 'Live' while the live connection is open, else 'Reconnecting…'. */
export function ConnectionBadge() {
  const state = useLiveState()
  return (
    <span className={`livedot dotted${state === 'live' ? '' : ' lost'}`} role="status">
      {state === 'live' ? 'Live' : state === 'connecting' ? 'Connecting…' : 'Reconnecting…'}
    </span>
  )
}
