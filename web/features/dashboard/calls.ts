import type { MonthCount, PostViews, RequestCounts, Totals } from '@tahanan/contract/dashboard/answers.ts'
import { apiQuery } from '../../lib/api/api-query.ts'

/** Posts in the chart of views (rules 13.20). */
const TOP_POSTS = 10

// figures of the day, not of the second
const figuresQuery = <Figures>(name: string, path: string, query = {}) =>
  apiQuery<Figures>(['dashboard', name], path, query, { staleTime: 30_000, refetchInterval: 60_000 })

export const totalsQuery = figuresQuery<Totals>('totals', '/summary-reports')
export const requestsQuery = figuresQuery<RequestCounts>('requests', '/summary-requests')
export const reservationsQuery = {
  ...figuresQuery<{ data: MonthCount[] }>('reservations', '/summary-reservations'),
  select: ({ data }: { data: MonthCount[] }) => data,
}
export const viewsQuery = {
  ...figuresQuery<{ data: PostViews[] }>('views', '/post-analytic-reports', { limit: TOP_POSTS }),
  select: ({ data }: { data: PostViews[] }) => data,
}
