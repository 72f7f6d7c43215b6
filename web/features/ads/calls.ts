import { SHOWN_ADS } from '@tahanan/contract/records/kinds/advertisement.ts'
import type { Ad } from '@tahanan/contract/records/answers.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'

/** Query of the advertisements of the dashboard's card. */
export const adsQuery = queryOptions({
  queryKey: ['ads'] as const,
  queryFn: async ({ signal }) => (await api.get<{ data: Ad[] }>('/ads', { limit: SHOWN_ADS }, signal)).data,
  staleTime: 300_000,
})

/** One at random for a banner; null when there is none. The same for a minute, so that it does not flicker from page to page. */
export const adQuery = queryOptions({
  queryKey: ['ad'] as const,
  queryFn: async ({ signal }) => (await api.get<{ data: Ad | null }>('/ad', undefined, signal)).data,
  staleTime: 60_000,
  refetchOnWindowFocus: false,
})
