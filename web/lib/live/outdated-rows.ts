import type { QueryFilters } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { queryClient } from '#lib/api/query-client.ts'

const cache = queryClient.getQueryCache()

/** Hashes of queries whose data may lack the change of a live event. */
const outdatedQueries = new Set<string>()

/**
 * Hashes of queries for which an event arrived during their first load. The library does not restart such a
 * load.
 */
const queriesToReload = new Set<string>()

cache.subscribe((event) => {
  const { type, query } = event
  const { queryHash, queryKey, state } = query
  if (type === 'removed') queriesToReload.delete(queryHash)
  if (type === 'removed' || (type === 'updated' && !state.isInvalidated)) outdatedQueries.delete(queryHash)
  if (type === 'updated' && event.action.type === 'success' && queriesToReload.delete(queryHash))
    void queryClient.invalidateQueries({ queryKey, exact: true })
})

/**
 * Marks the queries as stale that no mounted page updates for an event. They are refetched when a page uses
 * them. Queries in their first load are refetched after it, because its response may be older than the event.
 */
export function markUnmountedAsStale(): void {
  for (const { queryHash, state } of cache.findAll({ type: 'active', fetchStatus: 'fetching' }))
    if (state.data === undefined) queriesToReload.add(queryHash)
  markAsOutdated({ type: 'inactive' })
  void queryClient.invalidateQueries({ type: 'inactive', refetchType: 'none' })
}

/**
 * Refetches visible queries now, and other queries when a page uses them. Called after events were missed.
 */
export function refetchEverything(): void {
  markAsOutdated({})
  void queryClient.invalidateQueries()
}

function markAsOutdated(filters: QueryFilters): void {
  for (const { queryHash } of cache.findAll(filters)) outdatedQueries.add(queryHash)
}

export const areRowsOutdated = (): boolean =>
  cache
    .findAll({ type: 'active' })
    .some(({ queryHash, state }) => state.isInvalidated && outdatedQueries.has(queryHash))

export const useAreRowsOutdated = (): boolean =>
  useSyncExternalStore((onChange) => cache.subscribe(onChange), areRowsOutdated)
