import { prepared } from '../../platform/db/client.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { tallies } from '../tickets/repository.ts'

export interface Totals {
  posts: number
  tenants: number
  /** Job orders. */
  requests: number
  /** Incident reports. */
  reports: number
}

/** Counts of the cards, without deleted rows (rules 13.21). Tickets come from their tallies. */
export async function totals(db: DbOrTx): Promise<Totals> {
  const [row] = await prepared<Totals>(
    db,
    'dashboard.totals',
    `select (select count(*) from posts where status <> 0) as posts,
       (select count(*) from tenants where status <> 0) as tenants,
       (select coalesce(sum(delta), 0)::bigint from ticket_tallies where module = 'jobOrder' and status <> 0) as requests,
       (select coalesce(sum(delta), 0)::bigint from ticket_tallies where module = 'incidentReport' and status <> 0) as reports`,
  )
  return row ?? { posts: 0, tenants: 0, requests: 0, reports: 0 }
}

/** The names of the doughnut's parts by status: open is 1, close is 2 (rules 13.21). */
const PARTS = {
  open: 1,
  close: 2,
  ongoing: 3,
  completed: 4,
  cancelled: 5,
  rejected: 6,
  deleted: 0,
} as const

export type JobOrders = Record<keyof typeof PARTS | 'all', number>

/** Job orders by status. `all` counts the deleted too: the doughnut's parts are parts of it. */
export async function jobOrders(db: DbOrTx): Promise<JobOrders> {
  const byStatus = await tallies(db, 'jobOrder')
  const parts = Object.entries(PARTS).map(([name, status]) => [name, byStatus.get(status) ?? 0] as const)
  const all = parts.reduce((sum, [, count]) => sum + count, 0)
  return { ...(Object.fromEntries(parts) as Record<keyof typeof PARTS, number>), all }
}
