import { useEffect, useEffectEvent, useState } from 'react'
import type { CsvChoice } from '#lib/api/chosen-rows.ts'
import type { ListFilter } from '#lib/api/records.ts'
import type { RowName } from '#lib/saving-rows.ts'
import type { RowSelection } from '#ui/lists/row-selection.tsx'

const toRowFilter = ({ page: _page, limit: _limit, sort: _sort, ...filter }: ListFilter) => filter

/**
 * Selected rows on all pages of a list. `ids` are the selected rows, or with `allOf` the only rows that are
 * not selected.
 */
export interface Selection {
  ids: ReadonlySet<number>
  /** Set if all rows are selected: key of the tab, search and filters to which they belong. */
  allOf?: string
}

export const NO_SELECTION: Selection = { ids: new Set() }

export function isChosen({ ids, allOf }: Selection, id: number): boolean {
  return ids.has(id) === (allOf === undefined)
}

export function setSelected(selection: Selection, ids: readonly number[], on: boolean): Selection {
  const listed = new Set(selection.ids)
  for (const id of ids) {
    if (on === (selection.allOf === undefined)) listed.add(id)
    else listed.delete(id)
  }
  return { ...selection, ids: listed }
}

/**
 * Deselects decided or deleted rows. `isListed` is false if the rows also leave the list: deleted rows, and
 * decided rows in a tab or filter by status.
 */
export function removeFromSelection(
  selection: Selection,
  ids: readonly number[],
  { isListed }: { isListed: boolean },
): Selection {
  return selection.allOf !== undefined && !isListed ? selection : setSelected(selection, ids, false)
}

interface Leaving {
  names: readonly RowName[]
  isDeleted: boolean
}
const leavers = new Set<(leaving: Leaving) => void>()

export function leaveSelection(names: readonly RowName[], isDeleted = false): void {
  for (const leaver of leavers) leaver({ names, isDeleted })
}

export function countChosen({ ids, allOf }: Selection, total: number): number {
  return allOf === undefined ? ids.size : Math.max(0, total - ids.size)
}

/**
 * Returns the rows to download. If none are selected: all rows of the tab, search and filters (rules 13.12).
 */
export function toCsvChoice({ ids, allOf }: Selection, filter: ListFilter): CsvChoice {
  const { sort } = filter
  if (allOf === undefined && ids.size > 0) return { ids: [...ids], sort }
  return { ...toRowFilter(filter), sort, except: ids }
}

const getFilterKey = (filter: ListFilter) => JSON.stringify(toRowFilter(filter))

export interface ListSelection extends RowSelection {
  count: number
  isAll: boolean
  chooseAll: () => void
  clear: () => void
  csv: CsvChoice
}

export interface PageSelection extends ListSelection {
  select: (ids: readonly number[]) => void
}

/**
 * Selection of the open list. It stays when the user changes the page. A selection of all rows ends when tab,
 * search or filters change.
 */
export function useSelection(
  filter: ListFilter,
  total: number,
  rowName?: (id: number) => RowName,
): PageSelection {
  const [stored, setStored] = useState<Selection>(NO_SELECTION)
  const leaver = useEffectEvent(({ names, isDeleted }: Leaving) => {
    const listed = !isDeleted && filter.status === undefined && filter.statuses === undefined
    const ids = names.flatMap((name) => {
      const id = Number(name.split(' ')[1])
      return rowName?.(id) === name ? [id] : []
    })
    if (ids.length > 0) setStored((before) => removeFromSelection(before, ids, { isListed: listed }))
  })
  useEffect(() => {
    const own = (leaving: Leaving): void => leaver(leaving)
    leavers.add(own)
    return () => void leavers.delete(own)
  }, [])
  const selection =
    stored.allOf !== undefined && stored.allOf !== getFilterKey(filter) ? NO_SELECTION : stored
  return {
    has: (id) => isChosen(selection, id),
    toggle: (ids) => setStored(setSelected(selection, ids, !ids.every((id) => isChosen(selection, id)))),
    count: countChosen(selection, total),
    isAll: selection.allOf !== undefined && selection.ids.size === 0,
    chooseAll: () => setStored({ ids: new Set(), allOf: getFilterKey(filter) }),
    clear: () => setStored(NO_SELECTION),
    select: (ids) => setStored({ ids: new Set(ids) }),
    csv: toCsvChoice(selection, filter),
  }
}
