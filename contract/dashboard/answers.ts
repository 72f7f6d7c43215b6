import { Type } from 'typebox'
import { Count, type Answer } from '../answers.ts'

/** `requests` counts job orders, `reports` counts incident reports. */
export const DashboardTotals = Type.Object({ posts: Count, tenants: Count, requests: Count, reports: Count })
export type DashboardTotals = Answer<typeof DashboardTotals>

export const RequestCounts = Type.Object({
  open: Count,
  close: Count,
  ongoing: Count,
  completed: Count,
  cancelled: Count,
  rejected: Count,
  deleted: Count,
  all: Count,
})
export type RequestCounts = Answer<typeof RequestCounts>

/** `month` is 1 to 12. */
export const MonthCount = Type.Object({ year: Count, month: Count, count: Count })
export type MonthCount = Answer<typeof MonthCount>

export const PostViews = Type.Object({ id: Count, title: Type.String(), total: Count })
export type PostViews = Answer<typeof PostViews>

/** Numbers of a module's tickets. The count of `late` stops at 10,000. */
export const ModuleCount = Type.Object({ module: Type.String(), waiting: Count, late: Count })
export type ModuleCount = Answer<typeof ModuleCount>

/**
 * Time from the filing of a ticket to the first decision, in office hours, grouped by the month of filing.
 */
export const DecisionHours = Type.Object({
  module: Type.String(),
  year: Count,
  month: Count,
  decided: Count,
  median: Type.Number(),
  p90: Type.Number({ description: 'The 90th percentile' }),
})
export type DecisionHours = Answer<typeof DecisionHours>
