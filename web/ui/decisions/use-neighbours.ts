import { useState } from 'react'
import type { ListPageFilter } from '#lib/api/row-queries.ts'
import type { Identified } from '#ui/lists/data-table.tsx'
import { findNeighbourInPages, type ViewedPage, type WalkDirection } from './neighbours.ts'

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
 * Returns functions that find the record next to another one. They fetch the next or previous page of the
 * list if needed. `list` is undefined while the page is loading.
 */
export function useNeighbours(
  filter: ListPageFilter,
  list: ListPage | undefined,
  fetchPage: (filter: ListPageFilter) => Promise<ListPage>,
): RecordNeighbours {
  const [viewedPages, setViewedPages] = useState<readonly ViewedPage[]>([])
  const [shownPage, setShownPage] = useState<ViewedPage>()
  const currentPage = list && { page: filter.page, ids: list.data.map(({ id }) => id) }
  if (
    currentPage &&
    (currentPage.page !== shownPage?.page || currentPage.ids.join() !== shownPage.ids.join())
  ) {
    setShownPage(currentPage)
    if (shownPage) setViewedPages([shownPage, ...viewedPages].slice(0, MAX_STORED_PAGES))
  }
  const findNeighbourOrPage = (id: number, direction: WalkDirection) =>
    findNeighbourInPages(
      { limit: filter.limit, total: list?.total ?? 0, current: currentPage, earlierPages: viewedPages },
      id,
      direction,
    )
  return {
    has: (id, direction) => findNeighbourOrPage(id, direction) !== undefined,
    find: async (id, direction) => {
      const neighbourOrPage = findNeighbourOrPage(id, direction)
      if (!neighbourOrPage || 'id' in neighbourOrPage) return neighbourOrPage?.id
      const { page } = neighbourOrPage
      const { data } = await fetchPage({ ...filter, page }).catch(() => ({ data: [] }))
      const ids = data.map((row) => row.id)
      setViewedPages((currentPages) => [{ page, ids }, ...currentPages].slice(0, MAX_STORED_PAGES))
      return direction > 0 ? ids[0] : ids.at(-1)
    },
  }
}
