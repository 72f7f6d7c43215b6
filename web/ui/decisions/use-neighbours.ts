import { useState } from 'react'
import type { ListPageFilter } from '#lib/api/row-queries.ts'
import type { Identified } from '#ui/lists/data-table.tsx'
import { findNeighbourInPages, type ViewedPage, type WalkDirection } from './neighbours.ts'

interface ListPage {
  data: readonly Identified[]
  total: number
}

const MAX_STORED_PAGES = 40

export interface Neighbours {
  has: (id: number, way: WalkDirection) => boolean
  /**
   * Finds the next or previous record of the list. Resolves to undefined at the ends of the list, and for a
   * record that is not in it.
   */
  find: (id: number, way: WalkDirection) => Promise<number | undefined>
}

/**
 * Returns functions that find the record next to another one. They fetch the next or previous page of the
 * list if needed. `list` is undefined while the page is loading.
 */
export function useNeighbours(
  filter: ListPageFilter,
  list: ListPage | undefined,
  fetchPage: (filter: ListPageFilter) => Promise<ListPage>,
): Neighbours {
  const [read, setRead] = useState<readonly ViewedPage[]>([])
  const [shown, setShown] = useState<ViewedPage>()
  const currentPage = list && { page: filter.page, ids: list.data.map(({ id }) => id) }
  if (currentPage && (currentPage.page !== shown?.page || currentPage.ids.join() !== shown.ids.join())) {
    setShown(currentPage)
    if (shown) setRead([shown, ...read].slice(0, MAX_STORED_PAGES))
  }
  const findNeighbourOrPage = (id: number, way: WalkDirection) =>
    findNeighbourInPages(
      { limit: filter.limit, total: list?.total ?? 0, current: currentPage, earlier: read },
      id,
      way,
    )
  return {
    has: (id, way) => findNeighbourOrPage(id, way) !== undefined,
    find: async (id, way) => {
      const neighbourOrPage = findNeighbourOrPage(id, way)
      if (!neighbourOrPage || 'id' in neighbourOrPage) return neighbourOrPage?.id
      const { page } = neighbourOrPage
      const { data } = await fetchPage({ ...filter, page }).catch(() => ({ data: [] }))
      const ids = data.map((row) => row.id)
      setRead((before) => [{ page, ids }, ...before].slice(0, MAX_STORED_PAGES))
      return way > 0 ? ids[0] : ids.at(-1)
    },
  }
}
