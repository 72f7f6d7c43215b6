import { Eye, Pencil, Trash2 } from 'lucide-react'
import type { RowAction } from '#ui/overlays/row-menu.tsx'

/** Returns the action that opens a record: 'Edit', or 'View' without the permission. */
export function openAction(onSelect: () => void, mayEdit = false): RowAction {
  return { label: mayEdit ? 'Edit' : 'View', icon: mayEdit ? Pencil : Eye, onSelect }
}

/** Returns the action 'Delete'. */
export function deleteAction(onSelect: () => void): RowAction {
  return { label: 'Delete', icon: Trash2, danger: true, onSelect }
}
