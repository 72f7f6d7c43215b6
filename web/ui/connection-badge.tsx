import './connection-badge.css'
import { useLiveState } from '#lib/live/live.ts'
import { useAreRowsOld } from '#lib/live/old-rows.ts'

export function ConnectionBadge() {
  const state = useLiveState()
  const isOld = useAreRowsOld()
  const live = isOld ? 'Updating…' : 'Live'
  return (
    <span className={`livedot dotted${state === 'live' && !isOld ? '' : ' lost'}`} role="status">
      {state === 'live' ? live : state === 'connecting' ? 'Connecting…' : 'Reconnecting…'}
    </span>
  )
}
