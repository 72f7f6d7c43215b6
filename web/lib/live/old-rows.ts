import type { QueryFilters } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { queryClient } from '#lib/api/query-client.ts'

const cache = queryClient.getQueryCache()

/** Hashes of queries whose data is older than a live event. */
const old = new Set<string>()

/** Hashes of queries that missed an event during their first load, which the library does not restart. */
const loading = new Set<string>()

cache.subscribe((event) => {
  const { type, query } = event
  const { queryHash, queryKey, state } = query
  if (type === 'removed') loading.delete(queryHash)
  if (type === 'removed' || (type === 'updated' && !state.isInvalidated)) old.delete(queryHash)
  if (type === 'updated' && event.action.type === 'success' && loading.delete(queryHash))
    void queryClient.invalidateQueries({ queryKey, exact: true })
})

/**
 * Marks queries that miss an event as stale. Queries without a mounted page are refetched when a page opens
 * them. Queries in their first load are refetched afterwards, because their answer may be older than the event.
 */
export function markMissingAsStale(): void {
  for (const { queryHash, state } of cache.findAll({ type: 'active', fetchStatus: 'fetching' }))
    if (state.data === undefined) loading.add(queryHash)
  markAsOld({ type: 'inactive' })
  void queryClient.invalidateQueries({ type: 'inactive', refetchType: 'none' })
}

/** After missed events: refetches visible queries now, and others when a page opens them. */
export function reloadAll(): void {
  markAsOld({})
  void queryClient.invalidateQueries()
}

function markAsOld(filters: QueryFilters): void {
  for (const { queryHash } of cache.findAll(filters)) old.add(queryHash)
}

export const areRowsOld = (): boolean =>
  cache.findAll({ type: 'active' }).some(({ queryHash, state }) => state.isInvalidated && old.has(queryHash))

export const useAreRowsOld = (): boolean =>
  useSyncExternalStore((changed) => cache.subscribe(changed), areRowsOld)
