import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { apiQuery, dataQuery } from '#lib/api/api-query.ts'
import { useAdmin } from '#lib/api/me.ts'
import { useLiveRefetches } from '#lib/live/live-refetch.ts'
import { channels } from '@tahanan/contract/channels.ts'
import type { Desk, ListCount } from '@tahanan/contract/desk/answers.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'

const KEY = 'desk'

// The page polls, because a ticket becomes late without an event.
export const deskQuery = apiQuery<Desk>([KEY, 'groups'], '/desk', {}, { refetchInterval: 60_000 })

const countsQuery = dataQuery<ListCount[]>([KEY, 'counts'], '/desk-counts')

/** Refetches are spread over this time, because every ticket event reaches the whole office. */
const SPREAD_MS = 2000

/** Modules without a page of their own are in Services. */
export function getListPath(list: string): string {
  const module = MODULES.find(({ path }) => path.many === list)
  return `/admin${module ? (module.route ?? '/services') : `/${list}`}`
}

/** Keyed by the path of the page. Also keeps My work live. */
export function useMenuCounts(): ReadonlyMap<string, number> {
  const { id } = useAdmin()
  const { data } = useQuery(countsQuery)
  const tickets = MODULES.map(({ path }) => channels.adminTickets(path.many, id))
  // A ticket that becomes late sends only a notification.
  const others = [
    channels.adminPayments(id),
    channels.adminNotifications(id),
    channels.adminMessages(id),
    channels.privacyRequests,
  ]
  useLiveRefetches([...tickets, ...others], SPREAD_MS, [KEY])
  return useMemo(() => new Map(data?.map(({ list, total }) => [getListPath(list), total])), [data])
}
