import './connection-badge.css'
import { useLiveState } from '#lib/live/live.ts'
import { useAreRowsOutdated } from '#lib/live/outdated-rows.ts'

export function ConnectionBadge() {
  const state = useLiveState()
  const isOld = useAreRowsOutdated()
  const liveText = isOld ? 'Updating…' : 'Live'
  return (
    <span className={`livedot dotted${state === 'live' && !isOld ? '' : ' lost'}`} role="status">
      {state === 'live' ? liveText : state === 'connecting' ? 'Connecting…' : 'Reconnecting…'}
    </span>
  )
}
