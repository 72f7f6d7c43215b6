import { dataQuery } from '#lib/api/api-query.ts'
import type { Ad } from '@tahanan/contract/records/answers.ts'
import { DASHBOARD_ADS } from '@tahanan/contract/records/kinds/advertisement.ts'

/** Query of the advertisements of the dashboard's card. */
export const adsQuery = dataQuery<Ad[]>(['ads'], '/ads', { limit: DASHBOARD_ADS }, { staleTime: 300_000 })

const KEPT = { staleTime: 60_000, refetchOnWindowFocus: false }

/** One at random for a banner; null when there is none. The same for a minute, so that it does not flicker from page to page. */
export const adQuery = dataQuery<Ad | null>(['ad'], '/ad', {}, KEPT)
