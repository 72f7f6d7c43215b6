import { useState } from 'react'
import type { CsvChoice } from '#lib/api/chosen-rows.ts'
import type { ListFilter } from '#lib/api/records.ts'
import type { RowSelection } from '#ui/lists/row-selection.tsx'

/** Which rows a list shows, beside the page. */
type RowFilter = Pick<ListFilter, 'status' | 'searchTerm'>

/** Chosen rows of a list, over all its pages: those of the ids, or all of the tab and search but those. */
export interface Selection {
  ids: ReadonlySet<number>
  /** Tab and search of which all rows are chosen but the `ids`. */
  allOf?: string
}

export const NOTHING: Selection = { ids: new Set() }

export function isChosen({ ids, allOf }: Selection, id: number): boolean {
  return ids.has(id) === (allOf === undefined)
}

/** With these rows chosen, or left. */
export function choose(selection: Selection, ids: readonly number[], on: boolean): Selection {
  const listed = new Set(selection.ids)
  for (const id of ids) {
    if (on === (selection.allOf === undefined)) listed.add(id)
    else listed.delete(id)
  }
  return { ...selection, ids: listed }
}

/** Counts the chosen rows, where the tab and search hold `total`. */
export function chosenCount({ ids, allOf }: Selection, total: number): number {
  return allOf === undefined ? ids.size : Math.max(0, total - ids.size)
}

/** Returns the rows of a download: the chosen ones, or with none chosen all of the tab and search (rules 13.12). */
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

/** The selection of an open list. It stays over its pages; 'all' belongs to its tab and search and ends with them. */
export function useSelection(filter: RowFilter, total: number): ListSelection {
  const [held, setHeld] = useState<Selection>(NOTHING)
  const selection = held.allOf !== undefined && held.allOf !== nameOf(filter) ? NOTHING : held
  return {
    has: (id) => isChosen(selection, id),
    toggle: (ids) => setHeld(choose(selection, ids, !ids.every((id) => isChosen(selection, id)))),
    count: chosenCount(selection, total),
    isAll: selection.allOf !== undefined && selection.ids.size === 0,
    chooseAll: () => setHeld({ ids: new Set(), allOf: nameOf(filter) }),
    clear: () => setHeld(NOTHING),
    csv: csvChoice(selection, filter),
  }
}
