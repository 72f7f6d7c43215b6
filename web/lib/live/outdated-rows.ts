import type { QueryFilters } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { queryClient } from '#lib/api/query-client.ts'

const cache = queryClient.getQueryCache()

/** Hashes of queries whose data may lack a change that a live event has reported. */
const outdatedQueries = new Set<string>()

/**
 * Hashes of queries whose first load may lack a change. They are loaded again afterwards, because the library
 * does not restart a first load.
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
 * Marks queries of unmounted pages as stale after a live event, because no page updates their rows. They are
 * refetched when a page uses them. Queries in their first load are refetched after it, because its response
 * may be older than the event.
 */
export function markUnmountedAsStale(): void {
  reloadAfterFirstLoad()
  markAsOutdated({ type: 'inactive' })
  void queryClient.invalidateQueries({ type: 'inactive', refetchType: 'none' })
}

/**
 * Refetches the queries of mounted pages now, and other queries when a page uses them. Called after live
 * events were missed.
 */
export function refetchEverything(): void {
  reloadAfterFirstLoad()
  markAsOutdated({})
  void queryClient.invalidateQueries()
}

export function reloadAfterFirstLoad(): void {
  for (const { queryHash, state } of cache.findAll({ fetchStatus: 'fetching' }))
    if (state.data === undefined) queriesToReload.add(queryHash)
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
