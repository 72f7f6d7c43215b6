import './offline-note.css'
import { useQueryClient } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { showDateTime } from '../lib/time.ts'
import { lastSeenAt } from './last-seen.ts'

/**
 * Says that there is no connection, and how old is what the page shows. A page that was drawn from what was seen last is
 * loaded anew when the connection is back, so that nothing old is left on it.
 */
export function OfflineNote() {
  const client = useQueryClient()
  const [offline, setOffline] = useState(() => !navigator.onLine || lastSeenAt() !== undefined)
  useEffect(() => {
    const gone = (): void => setOffline(true)
    const back = (): void => {
      if (lastSeenAt() !== undefined) location.reload()
      setOffline(false)
      void client.invalidateQueries()
    }
    addEventListener('offline', gone)
    addEventListener('online', back)
    return () => {
      removeEventListener('offline', gone)
      removeEventListener('online', back)
    }
  }, [client])
  if (!offline) return null
  const shown = client.getQueryCache().findAll({ type: 'active' })
  const at = lastSeenAt() ?? Math.max(0, ...shown.map(({ state }) => state.dataUpdatedAt))
  return (
    <p className="offline-note" role="alert">
      <WifiOff className="i" aria-hidden />
      <span>
        You are offline. What you see was last updated {showDateTime(at)}. Nothing can be sent until you are
        connected again.
      </span>
    </p>
  )
}
