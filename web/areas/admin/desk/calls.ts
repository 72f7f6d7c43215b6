import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { apiQuery, dataQuery } from '#lib/api/api-query.ts'
import { useAdmin } from '#lib/api/me.ts'
import { useLiveRefetches } from '#lib/live/live-refetch.ts'
import { channels } from '@tahanan/contract/channels.ts'
import type { Desk, ListCount } from '@tahanan/contract/desk/answers.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'

const KEY = 'desk'

// Polls every minute, because no event is sent when a ticket becomes late.
export const deskQuery = apiQuery<Desk>([KEY, 'groups'], '/desk', {}, { refetchInterval: 60_000 })

const countsQuery = dataQuery<ListCount[]>([KEY, 'counts'], '/desk-counts')

/** Every ticket event reaches all administrators, so their refetches are spread at random over this time. */
const SPREAD_MS = 2000

/** Returns the page of a list. Tickets of a module without its own page are listed on the page Services. */
export function getListPath(list: string): string {
  const module = MODULES.find(({ path }) => path.many === list)
  return `/admin${module ? (module.route ?? '/services') : `/${list}`}`
}

/** Returns the counts of the menu by page path, and refetches them and the page My work on live events. */
export function useMenuCounts(): ReadonlyMap<string, number> {
  const { id } = useAdmin()
  const { data } = useQuery(countsQuery)
  const tickets = MODULES.map(({ path }) => channels.adminTickets(path.many, id))
  // A ticket that becomes late sends no ticket event, only a notification.
  const others = [
    channels.adminPayments(id),
    channels.adminNotifications(id),
    channels.adminMessages(id),
    channels.privacyRequests,
  ]
  useLiveRefetches([...tickets, ...others], SPREAD_MS, [KEY])
  return useMemo(() => new Map(data?.map(({ list, total }) => [getListPath(list), total])), [data])
}
