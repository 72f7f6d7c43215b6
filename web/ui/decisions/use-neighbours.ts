import { useState } from 'react'
import type { ListFilter } from '#lib/api/records.ts'
import type { Identified } from '#ui/lists/record-table.tsx'
import { findBeside, type ReadPage, type Way } from './neighbours.ts'

interface List {
  data: readonly Identified[]
  total: number
}

const MAX_REMEMBERED_PAGES = 40

export interface Neighbours {
  has: (id: number, way: Way) => boolean
  /**
   * Finds the id of the next or previous record. Resolves to undefined at the ends of the list, and for a
   * record that is not in it.
   */
  find: (id: number, way: Way) => Promise<number | undefined>
}

/**
 * Finds the records next to an open record. Adjacent pages are fetched when needed. `list` is undefined while
 * the page is loading.
 */
export function useNeighbours(
  filter: ListFilter,
  list: List | undefined,
  fetchPage: (filter: ListFilter) => Promise<List>,
): Neighbours {
  const [read, setRead] = useState<readonly ReadPage[]>([])
  const [shown, setShown] = useState<ReadPage>()
  const current = list && { page: filter.page, ids: list.data.map(({ id }) => id) }
  if (current && (current.page !== shown?.page || current.ids.join() !== shown.ids.join())) {
    setShown(current)
    if (shown) setRead([shown, ...read].slice(0, MAX_REMEMBERED_PAGES))
  }
  const findNeighbour = (id: number, way: Way) =>
    findBeside({ limit: filter.limit, total: list?.total ?? 0, current, earlier: read }, id, way)
  return {
    has: (id, way) => findNeighbour(id, way) !== undefined,
    find: async (id, way) => {
      const beside = findNeighbour(id, way)
      if (!beside || 'id' in beside) return beside?.id
      const { page } = beside
      const { data } = await fetchPage({ ...filter, page }).catch(() => ({ data: [] }))
      const ids = data.map((row) => row.id)
      setRead((before) => [{ page, ids }, ...before].slice(0, MAX_REMEMBERED_PAGES))
      return way > 0 ? ids[0] : ids.at(-1)
    },
  }
}
