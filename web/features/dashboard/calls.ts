import type { MonthCount, PostViews, RequestCounts, Totals } from '@tahanan/contract/dashboard/answers.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'

/** Posts in the chart of views (rules 13.20). */
const TOP_POSTS = 10

// figures of the day, not of the second
const fresh = { staleTime: 30_000, refetchInterval: 60_000 } as const

export const totalsQuery = queryOptions({
  queryKey: ['dashboard', 'totals'] as const,
  queryFn: ({ signal }) => api.get<Totals>('/summary-reports', undefined, signal),
  ...fresh,
})

export const requestsQuery = queryOptions({
  queryKey: ['dashboard', 'requests'] as const,
  queryFn: ({ signal }) => api.get<RequestCounts>('/summary-requests', undefined, signal),
  ...fresh,
})

export const reservationsQuery = queryOptions({
  queryKey: ['dashboard', 'reservations'] as const,
  queryFn: ({ signal }) => api.get<{ data: MonthCount[] }>('/summary-reservations', undefined, signal),
  select: ({ data }) => data,
  ...fresh,
})

export const viewsQuery = queryOptions({
  queryKey: ['dashboard', 'views'] as const,
  queryFn: ({ signal }) =>
    api.get<{ data: PostViews[] }>('/post-analytic-reports', { limit: TOP_POSTS }, signal),
  select: ({ data }) => data,
  ...fresh,
})
