import { useEffect, useEffectEvent, useState } from 'react'
import type { ListPageFilter } from '#lib/api/row-queries.ts'
import type { CsvChoice } from '#lib/api/selected-rows.ts'
import type { RowName } from '#lib/saving-rows.ts'
import type { RowSelection } from '#ui/lists/row-selection.tsx'

const toRowFilter = ({ page: _page, limit: _limit, sort: _sort, ...filter }: ListPageFilter) => filter

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

export function isSelected({ ids, allOf }: Selection, id: number): boolean {
  return ids.has(id) === (allOf === undefined)
}

export function setSelected(selection: Selection, ids: readonly number[], on: boolean): Selection {
  const listedIds = new Set(selection.ids)
  for (const id of ids) {
    if (on === (selection.allOf === undefined)) listedIds.add(id)
    else listedIds.delete(id)
  }
  return { ...selection, ids: listedIds }
}

/**
 * Deselects rows that were decided or deleted. `isListed` is false if the rows have also left the list:
 * deleted rows, and decided rows if the list shows only some statuses.
 */
export function removeFromSelection(
  selection: Selection,
  ids: readonly number[],
  { isListed }: { isListed: boolean },
): Selection {
  return selection.allOf !== undefined && !isListed ? selection : setSelected(selection, ids, false)
}

interface DeselectedRows {
  names: readonly RowName[]
  isDeleted: boolean
}
const deselectListeners = new Set<(deselectedRows: DeselectedRows) => void>()

export function deselectRows(names: readonly RowName[], isDeleted = false): void {
  for (const deselectListener of deselectListeners) deselectListener({ names, isDeleted })
}

export function countSelected({ ids, allOf }: Selection, total: number): number {
  return allOf === undefined ? ids.size : Math.max(0, total - ids.size)
}

/**
 * Returns the rows to download. Without a selection, returns all rows of the tab, search and filters
 * (rules 13.12).
 */
export function toCsvChoice({ ids, allOf }: Selection, filter: ListPageFilter): CsvChoice {
  const { sort } = filter
  if (allOf === undefined && ids.size > 0) return { ids: [...ids], sort }
  return { ...toRowFilter(filter), sort, except: ids }
}

const getFilterKey = (filter: ListPageFilter) => JSON.stringify(toRowFilter(filter))

export interface ListSelection extends RowSelection {
  count: number
  areAllSelected: boolean
  chooseAll: () => void
  clear: () => void
  csv: CsvChoice
}

export interface PageSelection extends ListSelection {
  select: (ids: readonly number[]) => void
}

/**
 * Returns the selection of the open list. It stays when the user changes the page. A selection of all rows
 * ends when tab, search or filters change.
 */
export function useSelection(
  filter: ListPageFilter,
  total: number,
  rowName?: (id: number) => RowName,
): PageSelection {
  const [storedSelection, setStoredSelection] = useState<Selection>(NO_SELECTION)
  const deselectListener = useEffectEvent(({ names, isDeleted }: DeselectedRows) => {
    const areRowsStillListed = !isDeleted && filter.status === undefined && filter.statuses === undefined
    const ids = names.flatMap((name) => {
      const id = Number(name.split(' ')[1])
      return rowName?.(id) === name ? [id] : []
    })
    if (ids.length > 0)
      setStoredSelection((currentSelection) =>
        removeFromSelection(currentSelection, ids, { isListed: areRowsStillListed }),
      )
  })
  useEffect(() => {
    const handleDeselect = (deselectedRows: DeselectedRows): void => deselectListener(deselectedRows)
    deselectListeners.add(handleDeselect)
    return () => void deselectListeners.delete(handleDeselect)
  }, [])
  const selection =
    storedSelection.allOf !== undefined && storedSelection.allOf !== getFilterKey(filter)
      ? NO_SELECTION
      : storedSelection
  return {
    has: (id) => isSelected(selection, id),
    toggle: (ids) =>
      setStoredSelection(setSelected(selection, ids, !ids.every((id) => isSelected(selection, id)))),
    count: countSelected(selection, total),
    areAllSelected: selection.allOf !== undefined && selection.ids.size === 0,
    chooseAll: () => setStoredSelection({ ids: new Set(), allOf: getFilterKey(filter) }),
    clear: () => setStoredSelection(NO_SELECTION),
    select: (ids) => setStoredSelection({ ids: new Set(ids) }),
    csv: toCsvChoice(selection, filter),
  }
}
