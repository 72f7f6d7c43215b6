import { type QueryKey } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import {
  applyEvent,
  createNewestVersionCheck,
  type FitsTab,
  type LiveFilter,
  type LiveList,
  type LiveRow,
} from './live-list.ts'

interface LiveListOptions<Row> {
  queryKey: QueryKey
  path: string
  filter: LiveFilter
  isRowInTab?: FitsTab<Row>
  /** Returns the text for a changed status: 'approved' in 'Just updated: approved'. */
  getStatusText: (row: Row) => string
  onMark: (id: number, markText: string) => void
}

/**
 * Returns an event handler that updates the open page of the list. `outdated-rows.ts` marks other cached
 * pages as stale.
 */
export function useLiveList<Row extends LiveRow>(options: LiveListOptions<Row>): (row: Row) => void {
  const { queryKey, path, filter, isRowInTab, getStatusText, onMark } = options
  const refetchTotals = useTotalsRefetch(queryKey, path, filter)
  const [isNewVersion] = useState(createNewestVersionCheck)
  return (row) => {
    if (!isNewVersion(row)) return
    const openList = queryClient.getQueryData<LiveList<Row>>(queryKey)
    if (openList) {
      const updatedList = applyEvent(openList, row, filter, isRowInTab)
      queryClient.setQueryData<LiveList<Row>>(queryKey, updatedList.list)
      if (updatedList.mark) {
        const previousRow = openList.data.find(({ id }) => id === row.id)
        const toastText =
          previousRow && previousRow.status !== row.status
            ? `Just updated: ${getStatusText(row)}`
            : 'Just updated'
        onMark(row.id, updatedList.mark === 'added' ? 'Just added' : toastText)
      }
      // The page is refetched if a request is running, because its response may be older than the event and
      // would overwrite the row.
      const isReplaced = queryClient.isFetching({ queryKey, exact: true }) > 0
      if (updatedList.needsRecount || isReplaced) refetchTotals(updatedList.needsRefill || isReplaced)
    }
  }
}

const RECOUNT_DELAY_MS = 600

/**
 * Returns a debounced function that refetches only the totals of the list, so that no row moves. If the page
 * has lost a row, it refetches the whole page.
 */
function useTotalsRefetch(
  queryKey: QueryKey,
  path: string,
  filter: LiveFilter,
): (mustRefill?: boolean) => void {
  const isShort = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const handleUnmount = useEffectEvent(() => {
    if (timer.current === undefined) return
    clearTimeout(timer.current)
    void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
  })
  useEffect(() => () => handleUnmount(), [])
  const refetch = async (): Promise<void> => {
    timer.current = undefined
    if (isShort.current) {
      isShort.current = false
      return queryClient.invalidateQueries({ queryKey, exact: true })
    }
    try {
      const { total, counts } = await api.get<LiveList<unknown>>(path, { ...filter, page: 1, limit: 1 })
      queryClient.setQueryData<LiveList<unknown>>(
        queryKey,
        (list) => list && { ...list, total, ...(counts && { counts }) },
      )
    } catch {
      // If the request fails, the old totals stay visible until the next event or load.
    }
  }
  return (mustRefill = false) => {
    isShort.current ||= mustRefill
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void refetch(), RECOUNT_DELAY_MS)
  }
}
