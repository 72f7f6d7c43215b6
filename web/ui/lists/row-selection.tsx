import { getShortcutProps } from '#lib/keys/shortcut-setting.ts'

export interface RowSelection {
  has: (id: number) => boolean
  toggle: (ids: readonly number[]) => void
}

export function PageCheckbox({ ids, selection }: { ids: readonly number[]; selection: RowSelection }) {
  const selectedCount = ids.filter((id) => selection.has(id)).length
  return (
    <input
      type="checkbox"
      className="check"
      aria-label="Select all rows of this page"
      ref={(box) => {
        if (box) box.indeterminate = selectedCount > 0 && selectedCount < ids.length
      }}
      checked={ids.length > 0 && selectedCount === ids.length}
      onChange={() => selection.toggle(ids)}
    />
  )
}

interface RowCheckboxProps {
  id?: string
  row: { id: number }
  name: string
  selection: RowSelection
  shortcut?: string
  saving?: boolean | undefined
}

export function RowCheckbox(props: RowCheckboxProps) {
  const { id, row, name, selection, shortcut, saving } = props
  return (
    <input
      id={id}
      type="checkbox"
      className="check"
      checked={selection.has(row.id)}
      aria-disabled={saving || undefined}
      aria-label={`Select ${name}`}
      {...(shortcut && getShortcutProps(`Select ${name}`, shortcut))}
      onChange={() => {
        if (!saving) selection.toggle([row.id])
      }}
    />
  )
}
