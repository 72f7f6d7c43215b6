import { queryOptions, useQuery } from '@tanstack/react-query'
import {
  DEFAULT_SETTINGS,
  loadPublicSettings,
  type PublicSettings,
  getRememberedSettings,
} from './public-settings.ts'

export const settingsQuery = queryOptions({
  queryKey: ['public-settings'],
  queryFn: loadPublicSettings,
  staleTime: 300_000,
})

/** Returns the public settings: those of the last visit until the server answers. */
export function useSettings(): PublicSettings {
  const { data } = useQuery({
    ...settingsQuery,
    placeholderData: getRememberedSettings() ?? DEFAULT_SETTINGS,
  })
  return data ?? DEFAULT_SETTINGS
}
