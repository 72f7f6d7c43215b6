import './offline-note.css'
import { WifiOff } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { api } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { formatDateTime } from '#lib/time.ts'
import { showsStoredData, replaceStoredData } from './stored-cache.ts'

const CHECK_INTERVAL_MS = 15_000

export function OfflineNote() {
  const [offline, setOffline] = useState(() => !navigator.onLine || showsStoredData())
  useEffect(() => {
    const showOffline = (): void => setOffline(true)
    const showOnline = (): void => {
      setOffline(false)
      void replaceStoredData()
    }
    const checkServer = (): void => void api.get('/me').then(showOnline, () => undefined)
    // Polls, because browsers have no event for a server that is reachable again.
    const timer = setInterval(() => {
      if (showsStoredData() && navigator.onLine) checkServer()
    }, CHECK_INTERVAL_MS)
    addEventListener('offline', showOffline)
    // The server is checked first, because a device may be online before it can reach the server.
    addEventListener('online', checkServer)
    return () => {
      clearInterval(timer)
      removeEventListener('offline', showOffline)
      removeEventListener('online', checkServer)
    }
  }, [])
  const oldestUpdate = useSyncExternalStore(
    (onStoreChange) => queryClient.getQueryCache().subscribe(onStoreChange),
    getOldestUpdate,
  )
  if (!offline || oldestUpdate === undefined) return null
  return (
    <p className="callout offline-note" role="alert">
      <WifiOff />
      <span>
        You are offline. What you see was last updated {formatDateTime(new Date(oldestUpdate).toISOString())}.
        Nothing can be sent until you are connected again.
      </span>
    </p>
  )
}

function getOldestUpdate(): number | undefined {
  const updateTimes = queryClient
    .getQueryCache()
    .findAll({ type: 'active' })
    .flatMap(({ state }) => (state.data === undefined ? [] : [state.dataUpdatedAt]))
  return updateTimes.length > 0 ? Math.min(...updateTimes) : undefined
}
