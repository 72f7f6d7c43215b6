/** Check boxes before the rows. */
export interface RowSelection {
  has: (id: number) => boolean
  /** Selects these rows, or deselects them if all are selected. */
  toggle: (ids: readonly number[]) => void
}

/** Check box in the heading for all rows of the open page. */
export function PageCheck({ ids, selection }: { ids: readonly number[]; selection: RowSelection }) {
  const chosen = ids.filter((id) => selection.has(id)).length
  return (
    <input
      type="checkbox"
      className="check"
      aria-label="Select all rows of this page"
      ref={(box) => {
        if (box) box.indeterminate = chosen > 0 && chosen < ids.length
      }}
      checked={ids.length > 0 && chosen === ids.length}
      onChange={() => selection.toggle(ids)}
    />
  )
}

/** Check box of a row. */
export function RowCheck(props: { id?: string; row: { id: number }; name: string; selection: RowSelection }) {
  const { id, row, name, selection } = props
  return (
    <input
      id={id}
      type="checkbox"
      className="check"
      checked={selection.has(row.id)}
      aria-label={`Select ${name}`}
      onChange={() => selection.toggle([row.id])}
    />
  )
}
