import { dataQuery } from '#lib/api/api-query.ts'
import type { Ad } from '@tahanan/contract/records/answers.ts'
import { DASHBOARD_ADS } from '@tahanan/contract/records/kinds/advertisement.ts'

/** Query of the dashboard's advertisements. */
export const adsQuery = dataQuery<Ad[]>(['ads'], '/ads', { limit: DASHBOARD_ADS }, { staleTime: 300_000 })

const CACHED = { staleTime: 60_000, refetchOnWindowFocus: false }

/**
 * Query of a random advertisement for the banner; null without one. Cached for a minute, so that it does not
 * change on every page.
 */
export const adQuery = dataQuery<Ad | null>(['ad'], '/ad', {}, CACHED)
