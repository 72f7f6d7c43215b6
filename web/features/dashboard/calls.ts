import { createApiQuery, createDataQuery } from '#lib/api/create-api-query.ts'
import type {
  DecisionHours,
  ModuleCount,
  MonthCount,
  PostViews,
  RequestCounts,
  DashboardTotals,
} from '@tahanan/contract/dashboard/answers.ts'

/** Number of posts in the chart of views (rules 13.20). */
const TOP_POSTS_COUNT = 10

const REFRESH_OPTIONS = { staleTime: 30_000, refetchInterval: 60_000 }

export const totalsQuery = createApiQuery<DashboardTotals>(
  ['dashboard', 'totals'],
  '/summary-reports',
  {},
  REFRESH_OPTIONS,
)
export const requestsQuery = createApiQuery<RequestCounts>(
  ['dashboard', 'requests'],
  '/summary-requests',
  {},
  REFRESH_OPTIONS,
)
export const reservationsQuery = createDataQuery<MonthCount[]>(
  ['dashboard', 'reservations'],
  '/summary-reservations',
  {},
  REFRESH_OPTIONS,
)
export const viewsQuery = createDataQuery<PostViews[]>(
  ['dashboard', 'views'],
  '/post-analytic-reports',
  { limit: TOP_POSTS_COUNT },
  REFRESH_OPTIONS,
)
export const modulesQuery = createDataQuery<ModuleCount[]>(
  ['dashboard', 'modules'],
  '/summary-modules',
  {},
  REFRESH_OPTIONS,
)
export const decisionsQuery = createDataQuery<DecisionHours[]>(
  ['dashboard', 'decisions'],
  '/summary-decisions',
  {},
  REFRESH_OPTIONS,
)
