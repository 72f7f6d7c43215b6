import { useState } from 'react'
import type { CsvChoice } from '#lib/api/chosen-rows.ts'
import type { ListFilter } from '#lib/api/records.ts'
import type { RowSelection } from '#ui/lists/row-selection.tsx'

type RowFilter = Pick<ListFilter, 'status' | 'searchTerm'>

/** Selected rows over all pages of a list: the ids, or all rows of a tab and search except the ids. */
export interface Selection {
  ids: ReadonlySet<number>
  /** Tab and search of which all rows except `ids` are selected. */
  allOf?: string
}

export const NO_SELECTION: Selection = { ids: new Set() }

export function isChosen({ ids, allOf }: Selection, id: number): boolean {
  return ids.has(id) === (allOf === undefined)
}

/** Returns the selection with these rows selected or deselected. */
export function choose(selection: Selection, ids: readonly number[], on: boolean): Selection {
  const listed = new Set(selection.ids)
  for (const id of ids) {
    if (on === (selection.allOf === undefined)) listed.add(id)
    else listed.delete(id)
  }
  return { ...selection, ids: listed }
}

/** Counts the selected rows; `total` is the count of the tab and search. */
export function chosenCount({ ids, allOf }: Selection, total: number): number {
  return allOf === undefined ? ids.size : Math.max(0, total - ids.size)
}

/** Returns a download's rows: the selected ones, or else all of tab and search (rules 13.12). */
export function csvChoice({ ids, allOf }: Selection, { status, searchTerm }: RowFilter): CsvChoice {
  if (allOf === undefined && ids.size > 0) return { ids: [...ids] }
  return { status, searchTerm, except: ids }
}

const nameOf = ({ status, searchTerm }: RowFilter) => `${status ?? ''} ${searchTerm}`

export interface ListSelection extends RowSelection {
  count: number
  isAll: boolean
  chooseAll: () => void
  clear: () => void
  csv: CsvChoice
}

/** Selection of a list page. */
export interface PageSelection extends ListSelection {
  /** Selects exactly these rows. */
  select: (ids: readonly number[]) => void
}

/** Selection of an open list. It persists across pages; 'all' ends when the tab or search changes. */
export function useSelection(filter: RowFilter, total: number): PageSelection {
  const [stored, setStored] = useState<Selection>(NO_SELECTION)
  const selection = stored.allOf !== undefined && stored.allOf !== nameOf(filter) ? NO_SELECTION : stored
  return {
    has: (id) => isChosen(selection, id),
    toggle: (ids) => setStored(choose(selection, ids, !ids.every((id) => isChosen(selection, id)))),
    count: chosenCount(selection, total),
    isAll: selection.allOf !== undefined && selection.ids.size === 0,
    chooseAll: () => setStored({ ids: new Set(), allOf: nameOf(filter) }),
    clear: () => setStored(NO_SELECTION),
    select: (ids) => setStored({ ids: new Set(ids) }),
    csv: csvChoice(selection, filter),
  }
}
