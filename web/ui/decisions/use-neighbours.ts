import { useState } from 'react'
import type { ListPageFilter } from '#lib/api/row-queries.ts'
import type { Identified } from '#ui/lists/data-table.tsx'
import {
  fetchNeighbour,
  findNeighbourInPages,
  type ViewedList,
  type ViewedPage,
  type WalkDirection,
} from './neighbours.ts'

interface ListPage {
  data: readonly Identified[]
  total: number
}

const MAX_STORED_PAGES = 40

export interface RecordNeighbours {
  has: (id: number, direction: WalkDirection) => boolean
  find: (id: number, direction: WalkDirection) => Promise<number | undefined>
}

/**
 * Returns functions that find the record next to another one. `find` fetches pages of the list if needed, and
 * rejects if one cannot be fetched. `list` is undefined while the page is loading.
 */
export function useNeighbours(
  filter: ListPageFilter,
  list: ListPage | undefined,
  fetchPage: (filter: ListPageFilter) => Promise<ListPage>,
): RecordNeighbours {
  const [viewedPages, setViewedPages] = useState<readonly ViewedPage[]>([])
  const [shownPage, setShownPage] = useState<ViewedPage>()
  const currentPage = list && { page: filter.page, ids: list.data.map(({ id }) => id), total: list.total }
  if (
    currentPage &&
    (currentPage.page !== shownPage?.page || currentPage.ids.join() !== shownPage.ids.join())
  ) {
    setShownPage(currentPage)
    if (shownPage) setViewedPages([shownPage, ...viewedPages].slice(0, MAX_STORED_PAGES))
  }
  const viewedList: ViewedList = {
    limit: filter.limit,
    total: list?.total ?? 0,
    current: currentPage,
    earlierPages: viewedPages,
  }
  return {
    has: (id, direction) => findNeighbourInPages(viewedList, id, direction) !== undefined,
    find: async (id, direction) => {
      const neighbourOrPage = findNeighbourInPages(viewedList, id, direction)
      if (!neighbourOrPage || 'id' in neighbourOrPage) return neighbourOrPage?.id
      const neighbour = await fetchNeighbour(
        viewedList,
        id,
        direction,
        neighbourOrPage.page,
        async (page) => {
          const { data, total } = await fetchPage({ ...filter, page })
          return { ids: data.map((row) => row.id), total }
        },
      )
      if (!neighbour) return undefined
      setViewedPages((currentPages) => [neighbour.pageWithId, ...currentPages].slice(0, MAX_STORED_PAGES))
      return neighbour.id
    },
  }
}
