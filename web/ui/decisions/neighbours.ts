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
  /** Other pages of the list that were shown, and earlier versions of the current page; newest first. */
  earlierPages: readonly ViewedPage[]
}

/**
 * Finds the record next to `id`. Returns its id, or the number of the page that must be fetched first. A
 * record that has left the list, for example after a decision, keeps its last known position. Returns
 * undefined at the ends of the list, and for a record that was never in it.
 */
export function findNeighbourInPages(
  list: ViewedList,
  id: number,
  direction: WalkDirection,
): { id: number } | { page: number } | undefined {
  const { current, earlierPages, limit, total } = list
  const pageWithId = [...(current ? [current] : []), ...earlierPages].find(({ ids }) => ids.includes(id))
  if (!pageWithId) return undefined
  const index = pageWithId.ids.indexOf(id)
  const idsAfter =
    direction > 0 ? pageWithId.ids.slice(index + 1) : pageWithId.ids.slice(0, index).toReversed()
  const isOld = current !== undefined && pageWithId !== current && pageWithId.page === current.page
  // The record has left the page. Rows after it may have left too. Rows of the next page have moved up to
  // this page, so they come after the other rows.
  const movedUpIds =
    isOld && direction > 0 ? current.ids.filter((rowId) => !pageWithId.ids.includes(rowId)) : []
  const neighbourIds = isOld
    ? [...idsAfter.filter((rowId) => current.ids.includes(rowId)), ...movedUpIds]
    : idsAfter
  const [neighbourId] = neighbourIds
  if (neighbourId !== undefined) return { id: neighbourId }
  const isEnd = direction > 0 ? pageWithId.page * limit >= total : pageWithId.page === 1
  return isEnd ? undefined : { page: pageWithId.page + direction }
}
