import { queryOptions, useQuery } from '@tanstack/react-query'
import {
  DEFAULT_SETTINGS,
  loadPublicSettings,
  type PublicSettings,
  getStoredSettings,
} from './public-settings.ts'

export const settingsQuery = queryOptions({
  queryKey: ['public-settings'],
  queryFn: loadPublicSettings,
  staleTime: 300_000,
})

/**
 * Returns the public settings. Until the server responds, these are the settings stored on the last visit.
 */
export function useSettings(): PublicSettings {
  const { data } = useQuery({
    ...settingsQuery,
    placeholderData: getStoredSettings() ?? DEFAULT_SETTINGS,
  })
  return data ?? DEFAULT_SETTINGS
}
