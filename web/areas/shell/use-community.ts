import { useEffect } from 'react'
import { browserTitle } from '#lib/api/public-settings.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { currentArea, leaveToLogin } from '#lib/api/session.ts'
import { settingsQuery, useSettings } from '#lib/api/settings.ts'
import { useChannel } from '#lib/live/live.ts'
import { channels } from '@tahanan/contract/channels.ts'

/** Sets the browser's title, and ends the session when maintenance begins (rules 1.12, 15.1). */
export function useCommunity(): void {
  const settings = useSettings()
  const area = currentArea()
  const closed = settings.underMaintenance && area !== 'super-admin'
  useChannel(channels.publicSettings, () => void queryClient.invalidateQueries(settingsQuery))
  useEffect(() => {
    document.title = browserTitle(area, settings.name)
  }, [area, settings.name])
  useEffect(() => {
    if (closed) leaveToLogin()
  }, [closed])
}
