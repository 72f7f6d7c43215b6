import { useState } from 'react'
import type { CsvChoice } from '../../lib/api/chosen-rows.ts'
import type { ListFilter } from '../../lib/api/records.ts'
import type { RowSelection } from '../lists/row-selection.tsx'

/** Which rows a list shows, beside the page. */
type RowFilter = Pick<ListFilter, 'status' | 'searchTerm'>

/** Chosen rows of a list, over all its pages: some of them by id, or all of the tab and search but a few. */
export type Selection =
  | { kind: 'some'; ids: ReadonlySet<number> }
  | { kind: 'all'; except: ReadonlySet<number>; filterName: string }

export const NOTHING: Selection = { kind: 'some', ids: new Set() }

export function isChosen(selection: Selection, id: number): boolean {
  return selection.kind === 'some' ? selection.ids.has(id) : !selection.except.has(id)
}

/** With these rows chosen, or left. */
export function choose(selection: Selection, ids: readonly number[], on: boolean): Selection {
  const listed = new Set(selection.kind === 'some' ? selection.ids : selection.except)
  const add = selection.kind === 'some' ? on : !on
  for (const id of ids) {
    if (add) listed.add(id)
    else listed.delete(id)
  }
  return selection.kind === 'some' ? { kind: 'some', ids: listed } : { ...selection, except: listed }
}

/** Counts the chosen rows, where the tab and search hold `total`. */
export function chosenCount(selection: Selection, total: number): number {
  return selection.kind === 'some' ? selection.ids.size : Math.max(0, total - selection.except.size)
}

/** Returns the rows of a download: the chosen ones, or with none chosen all of the tab and search (rules 13.12). */
export function csvChoice(selection: Selection, filter: RowFilter): CsvChoice {
  const { status, searchTerm } = filter
  if (selection.kind === 'all') return { status, searchTerm, except: selection.except }
  if (selection.ids.size === 0) return { status, searchTerm, except: new Set() }
  return { ids: [...selection.ids] }
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
  const selection = held.kind === 'all' && held.filterName !== nameOf(filter) ? NOTHING : held
  return {
    has: (id) => isChosen(selection, id),
    toggle: (id) => setHeld(choose(selection, [id], !isChosen(selection, id))),
    togglePage: (ids) => {
      const every = ids.every((id) => isChosen(selection, id))
      setHeld(choose(selection, ids, !every))
    },
    count: chosenCount(selection, total),
    isAll: selection.kind === 'all' && selection.except.size === 0,
    chooseAll: () => setHeld({ kind: 'all', except: new Set(), filterName: nameOf(filter) }),
    clear: () => setHeld(NOTHING),
    csv: csvChoice(selection, filter),
  }
}
