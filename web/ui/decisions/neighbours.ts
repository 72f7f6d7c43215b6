export interface ViewedPage {
  page: number
  ids: readonly number[]
}

/** Direction: 1 is the next record of the list, -1 the previous one. */
export type WalkDirection = 1 | -1

export interface ViewedList {
  limit: number
  total: number
  current: ViewedPage | undefined
  /** Other pages that were shown, and earlier states of the current page; newest first. */
  earlier: readonly ViewedPage[]
}

/**
 * Finds the record next to `id`. Returns its id, or the number of the page that must be fetched first. A
 * record that has left the list, for example after a decision, keeps its last known position. Returns
 * undefined at the ends of the list, and for a record that was never in it.
 */
export function findNeighbourInPages(
  list: ViewedList,
  id: number,
  way: WalkDirection,
): { id: number } | { page: number } | undefined {
  const { current, earlier, limit, total } = list
  const place = [...(current ? [current] : []), ...earlier].find(({ ids }) => ids.includes(id))
  if (!place) return undefined
  const index = place.ids.indexOf(id)
  const after = way > 0 ? place.ids.slice(index + 1) : place.ids.slice(0, index).toReversed()
  const isOld = current !== undefined && place !== current && place.page === current.page
  // The record has left the page. Other rows after it may have left too, and rows of the next page have moved
  // up to this page.
  const movedUpIds = isOld && way > 0 ? current.ids.filter((one) => !place.ids.includes(one)) : []
  const beside = isOld ? [...after.filter((one) => current.ids.includes(one)), ...movedUpIds] : after
  const [found] = beside
  if (found !== undefined) return { id: found }
  const isEnd = way > 0 ? place.page * limit >= total : place.page === 1
  return isEnd ? undefined : { page: place.page + way }
}
