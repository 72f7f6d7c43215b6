import { dataQuery } from '#lib/api/api-query.ts'
import type { Ad } from '@tahanan/contract/records/answers.ts'
import { DASHBOARD_ADS } from '@tahanan/contract/records/kinds/advertisement.ts'

export const adsQuery = dataQuery<Ad[]>(['ads'], '/ads', { limit: DASHBOARD_ADS }, { staleTime: 300_000 })

const CACHED = { staleTime: 60_000, refetchOnWindowFocus: false }

/** Query of a random advertisement, cached for a minute; null without one. */
export const adQuery = dataQuery<Ad | null>(['ad'], '/ad', {}, CACHED)
