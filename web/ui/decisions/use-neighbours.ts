import { useState } from 'react'
import type { ListFilter } from '#lib/api/records.ts'
import type { Identified } from '#ui/lists/record-table.tsx'

interface List {
  data: readonly Identified[]
  total: number
}

interface ReadPage {
  page: number
  ids: readonly number[]
}

/** 1 is the next record of the list, -1 the previous one. */
export type Way = 1 | -1

/** Finds the records before and after an open one in the order of its list, across pages. */
export interface Neighbours {
  has: (id: number, way: Way) => boolean
  /** Returns the neighbour's id; undefined at the ends, or for a record outside the list. */
  find: (id: number, way: Way) => Promise<number | undefined>
}

/** Finds neighbours on the open page of a list and on those around it, which are fetched when needed. */
export function useNeighbours(
  filter: ListFilter,
  list: List | undefined,
  fetchPage: (filter: ListFilter) => Promise<List>,
): Neighbours {
  const [read, setRead] = useState<readonly ReadPage[]>([])
  const total = list?.total ?? 0
  const known = [...(list ? [{ page: filter.page, ids: list.data.map(({ id }) => id) }] : []), ...read]
  const pageWith = (id: number) => known.find(({ ids }) => ids.includes(id))
  const besideIn = ({ ids }: ReadPage, id: number, way: Way) => ids[ids.indexOf(id) + way]
  const isEnd = ({ page }: ReadPage, way: Way) => (way > 0 ? page * filter.limit >= total : page === 1)
  return {
    has: (id, way) => {
      const page = pageWith(id)
      return page !== undefined && (besideIn(page, id, way) !== undefined || !isEnd(page, way))
    },
    find: async (id, way) => {
      const page = pageWith(id)
      const beside = page && besideIn(page, id, way)
      if (beside !== undefined || !page || isEnd(page, way)) return beside
      const next = { ...filter, page: page.page + way }
      const { data } = await fetchPage(next).catch(() => ({ data: [] }))
      const ids = data.map((row) => row.id)
      setRead((before) => [{ page: next.page, ids }, ...before])
      return way > 0 ? ids[0] : ids.at(-1)
    },
  }
}
