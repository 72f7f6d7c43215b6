import { createPageQuery } from '#lib/api/create-api-query.ts'
import type { ListPageFilter } from '#lib/api/row-queries.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { MonitoredTenant } from '@tahanan/contract/tenants/answers.ts'

/** Polls, because no event is sent when a phone loses its connection. */
export function monitorQuery(filter: ListPageFilter) {
  const query = { ...filter, id: '' }
  const options = { refetchInterval: 60_000 }
  return createPageQuery<ListOf<MonitoredTenant>>(
    ['logged-in-monitor', filter],
    '/logged-in-monitor',
    query,
    options,
  )
}

/** Updates the row of a resident who goes online or offline. Ignores an event that is older than the row. */
export function applyPresence(
  list: ListOf<MonitoredTenant>,
  { tenantId, online, lastSeen }: { tenantId: number; online: boolean; lastSeen: string },
): ListOf<MonitoredTenant> {
  const updatedRows = list.data.map((row) =>
    row.id !== tenantId || (row.lastSeen !== null && Date.parse(row.lastSeen) > Date.parse(lastSeen))
      ? row
      : { ...row, online, lastSeen },
  )
  return { ...list, data: updatedRows }
}
