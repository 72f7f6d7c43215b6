export interface ReadPage {
  page: number
  ids: readonly number[]
}

/** 1 is the next record of the list, -1 the previous one. */
export type Way = 1 | -1

export interface ReadList {
  limit: number
  total: number
  current: ReadPage | undefined
  /** Other pages and earlier states of this one, newest first. */
  earlier: readonly ReadPage[]
}

/**
 * Finds the record beside `id`: returns its id, or the page to fetch. A record that left the list, for
 * example after a decision, keeps its last known position. Returns undefined at the ends of the list, and for
 * a record that was never in it.
 */
export function findBeside(
  list: ReadList,
  id: number,
  way: Way,
): { id: number } | { page: number } | undefined {
  const { current, earlier, limit, total } = list
  const place = [...(current ? [current] : []), ...earlier].find(({ ids }) => ids.includes(id))
  if (!place) return undefined
  const index = place.ids.indexOf(id)
  const after = way > 0 ? place.ids.slice(index + 1) : place.ids.slice(0, index).toReversed()
  const isOld = current !== undefined && place !== current && place.page === current.page
  // Rows after it may have left the page too, and rows of the next page moved up.
  const moved = isOld && way > 0 ? current.ids.filter((one) => !place.ids.includes(one)) : []
  const beside = isOld ? [...after.filter((one) => current.ids.includes(one)), ...moved] : after
  const [found] = beside
  if (found !== undefined) return { id: found }
  const isEnd = way > 0 ? place.page * limit >= total : place.page === 1
  return isEnd ? undefined : { page: place.page + way }
}
