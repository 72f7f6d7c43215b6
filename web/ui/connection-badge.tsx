import './connection-badge.css'
import { useLiveState } from '#lib/live/live.ts'
import { useAreRowsOutdated } from '#lib/live/outdated-rows.ts'

export function ConnectionBadge() {
  const state = useLiveState()
  const isOld = useAreRowsOutdated()
  const live = isOld ? 'Updating…' : 'Live'
  return (
    <span className={`livedot dotted${state === 'live' && !isOld ? '' : ' lost'}`} role="status">
      {state === 'live' ? live : state === 'connecting' ? 'Connecting…' : 'Reconnecting…'}
    </span>
  )
}
