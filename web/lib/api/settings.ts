import { channels } from '@tahanan/contract/channels.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useChannel } from '../live/live.ts'
import {
  browserTitle,
  DEFAULT_SETTINGS,
  loadPublicSettings,
  type PublicSettings,
  rememberedSettings,
} from './public-settings.ts'
import { queryClient } from './query-client.ts'
import { currentArea, leaveToLogin } from './session.ts'

export const settingsQuery = queryOptions({
  queryKey: ['public-settings'],
  queryFn: loadPublicSettings,
  staleTime: 300_000,
})

/** The community's name and logo, as last known until the server answers. */
export function useSettings(): PublicSettings {
  const { data } = useQuery({ ...settingsQuery, placeholderData: rememberedSettings() ?? DEFAULT_SETTINGS })
  return data ?? DEFAULT_SETTINGS
}

/** Sets the browser's title, and drops the session when maintenance begins (rules 1.12, 15.1). */
export function useCommunity(): PublicSettings {
  const settings = useSettings()
  const area = currentArea()
  const closed = settings.underMaintenance && area !== 'super-admin'
  useChannel(channels.publicSettings, () => void queryClient.invalidateQueries(settingsQuery))
  useEffect(() => {
    document.title = browserTitle(area, settings.name)
  }, [area, settings.name])
  useEffect(() => {
    if (closed) leaveToLogin(area)
  }, [closed, area])
  return settings
}
