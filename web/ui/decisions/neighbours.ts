export interface ViewedPage {
  page: number
  ids: readonly number[]
  /** Number of records in the list when the page was fetched. */
  total?: number
  /** Records known to come before the page, in any order. */
  idsBefore?: readonly number[]
  /** Records known to come after the page, in any order. */
  idsAfter?: readonly number[]
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
  const { current, limit } = list
  const pageWithId = findPageWithId(list, id)
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
  // A stored page has the row positions of the time when it was fetched. If records have been decided since,
  // the list is shorter now, so the larger total is used.
  const total = isOld ? list.total : Math.max(list.total, pageWithId.total ?? 0)
  if (isLastPage({ page: pageWithId.page, total }, direction, limit)) return undefined
  // Only the current page is up to date. Rows may have moved to or from another page since it was fetched.
  const isCurrent = pageWithId.page === current?.page
  return { page: isCurrent ? pageWithId.page + direction : pageWithId.page }
}

/**
 * Fetches pages in `direction`, beginning with `page`, until one has a neighbour of `id`. Skips passed
 * records: `id`, and the records known to come before it in `direction`. Returns the neighbour with its page,
 * or undefined at the end of the list.
 */
export async function fetchNeighbour(
  list: ViewedList,
  id: number,
  direction: WalkDirection,
  page: number,
  fetchPage: (page: number) => Promise<{ ids: readonly number[]; total: number }>,
): Promise<{ id: number; pageWithId: ViewedPage } | undefined> {
  const { current, limit } = list
  const passedIds = listPassedIds(list, id, direction)
  const isPassed = (rowId: number): boolean => passedIds.includes(rowId)
  const fetchedPages = new Map<number, ViewedPage>(
    current && [[current.page, { ...current, total: list.total }]],
  )
  const findOrFetchPage = async (number: number): Promise<ViewedPage> => {
    const fetchedPage = fetchedPages.get(number) ?? { page: number, ...(await fetchPage(number)) }
    fetchedPages.set(number, fetchedPage)
    return fetchedPage
  }
  let nextPage = await findOrFetchPage(page)
  // If all passed records have left this page, rows after `id` may have moved on to the page before.
  if (!nextPage.ids.some(isPassed) && !isLastPage(nextPage, direction > 0 ? -1 : 1, limit))
    nextPage = await findOrFetchPage(page - direction)
  for (;;) {
    const rowIds = direction > 0 ? nextPage.ids : nextPage.ids.toReversed()
    const lastPassedIndex = rowIds.includes(id) ? rowIds.indexOf(id) : rowIds.findLastIndex(isPassed)
    const neighbourId = rowIds.slice(lastPassedIndex + 1).find((rowId) => !isPassed(rowId))
    const knownIds = direction > 0 ? { idsBefore: passedIds } : { idsAfter: passedIds }
    if (neighbourId !== undefined) return { id: neighbourId, pageWithId: { ...nextPage, ...knownIds } }
    if (isLastPage(nextPage, direction, limit)) return undefined
    nextPage = await findOrFetchPage(nextPage.page + direction)
  }
}

/** Returns the newest version of the page that contains `id`. */
const findPageWithId = ({ current, earlierPages }: ViewedList, id: number): ViewedPage | undefined =>
  [...(current ? [current] : []), ...earlierPages].find(({ ids }) => ids.includes(id))

function listPassedIds(list: ViewedList, id: number, direction: WalkDirection): readonly number[] {
  const pageWithId = findPageWithId(list, id)
  if (!pageWithId) return [id]
  const { ids, idsBefore = [], idsAfter = [] } = pageWithId
  const index = ids.indexOf(id)
  return direction > 0 ? [...idsBefore, ...ids.slice(0, index + 1)] : [...ids.slice(index), ...idsAfter]
}

const isLastPage = (
  { page, total = 0 }: Pick<ViewedPage, 'page' | 'total'>,
  direction: WalkDirection,
  limit: number,
): boolean => (direction > 0 ? page * limit >= total : page === 1)
