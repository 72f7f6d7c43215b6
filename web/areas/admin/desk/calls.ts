import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { createApiQuery, createDataQuery } from '#lib/api/create-api-query.ts'
import { useAdmin } from '#lib/api/me.ts'
import { useLiveRefetches } from '#lib/live/live-refetch.ts'
import type { MyWork, ListCount } from '@tahanan/contract/desk/answers.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'

const QUERY_KEY = 'desk'

// Refetches the page My work every minute, because no ticket event is sent when a ticket becomes late.
export const myWorkQuery = createApiQuery<MyWork>(
  [QUERY_KEY, 'groups'],
  '/desk',
  {},
  { refetchInterval: 60_000 },
)

const countsQuery = createDataQuery<ListCount[]>([QUERY_KEY, 'counts'], '/desk-counts')

/**
 * Time over which the requests of all administrators are spread at random. Otherwise they would all load
 * their data at once, because every ticket event reaches all of them.
 */
const MAX_REFETCH_DELAY_MS = 2000

/** Returns the page of a list. Tickets of a module without its own page are listed on the page Services. */
export function getListPath(list: string): string {
  const ticketModule = MODULES.find(({ path }) => path.many === list)
  return `/admin${ticketModule ? (ticketModule.route ?? '/services') : `/${list}`}`
}

/**
 * Returns the number of waiting records by page path, for the menu. Live events refetch these counts and the
 * page My work.
 */
export function useMenuCounts(): ReadonlyMap<string, number> {
  const { id } = useAdmin()
  const { data } = useQuery(countsQuery)
  const tickets = MODULES.map(({ path }) => liveChannels.adminTickets(path.many, id))
  // Notifications are included, because a ticket that becomes late sends no ticket event, only a
  // notification.
  const otherChannels = [
    liveChannels.adminPayments(id),
    liveChannels.adminNotifications(id),
    liveChannels.adminMessages(id),
    liveChannels.privacyRequests,
  ]
  useLiveRefetches([...tickets, ...otherChannels], MAX_REFETCH_DELAY_MS, [QUERY_KEY])
  return useMemo(() => new Map(data?.map(({ list, total }) => [getListPath(list), total])), [data])
}
