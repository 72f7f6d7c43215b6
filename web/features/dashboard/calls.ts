import { apiQuery, dataQuery } from '#lib/api/api-query.ts'
import type {
  DecisionHours,
  ModuleCount,
  MonthCount,
  PostViews,
  RequestCounts,
  Totals,
} from '@tahanan/contract/dashboard/answers.ts'

/** Number of posts in the chart of views (rules 13.20). */
const TOP_POSTS = 10

// Figures on the dashboard may be up to a minute old.
const FRESH = { staleTime: 30_000, refetchInterval: 60_000 }

export const totalsQuery = apiQuery<Totals>(['dashboard', 'totals'], '/summary-reports', {}, FRESH)
export const requestsQuery = apiQuery<RequestCounts>(
  ['dashboard', 'requests'],
  '/summary-requests',
  {},
  FRESH,
)
export const reservationsQuery = dataQuery<MonthCount[]>(
  ['dashboard', 'reservations'],
  '/summary-reservations',
  {},
  FRESH,
)
export const viewsQuery = dataQuery<PostViews[]>(
  ['dashboard', 'views'],
  '/post-analytic-reports',
  { limit: TOP_POSTS },
  FRESH,
)
export const modulesQuery = dataQuery<ModuleCount[]>(['dashboard', 'modules'], '/summary-modules', {}, FRESH)
export const decisionsQuery = dataQuery<DecisionHours[]>(
  ['dashboard', 'decisions'],
  '/summary-decisions',
  {},
  FRESH,
)
