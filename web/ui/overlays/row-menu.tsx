import './row-menu.css'
import { Ellipsis, type LucideIcon, Eye, Pencil, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { moveFocus } from '#lib/move-focus.ts'
import { IconButton } from '#ui/controls/button.tsx'

export interface RowAction {
  label: string
  icon?: LucideIcon
  danger?: boolean
  disabled?: boolean
  /** The action is not available for this row. In a table, the place of its button stays empty. */
  isUnavailable?: boolean
  shortcut?: string
  /**
   * The action is the next step of the row. Its button has a label and ignores the second click of a double
   * click.
   */
  isStep?: boolean
  onSelect: () => void
}

export function RowMenu({ label, actions }: { label: string; actions: readonly RowAction[] }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const menu = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)

  const getItems = (): HTMLElement[] => [...(menu.current?.querySelectorAll('button') ?? [])]
  const positionMenu = (): void => {
    const openerRect = opener.current?.getBoundingClientRect()
    const menuElement = menu.current
    if (!openerRect || !menuElement) return
    const fitsBelow = openerRect.bottom + menuElement.offsetHeight + 8 < innerHeight
    menuElement.style.top = `${fitsBelow ? openerRect.bottom + 4 : openerRect.top - menuElement.offsetHeight - 4}px`
    menuElement.style.left = `${Math.max(8, Math.min(openerRect.right, innerWidth - 8) - menuElement.offsetWidth)}px`
  }
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Tab') menu.current?.hidePopover()
    // Escape must close only the menu, not the dialog around it.
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      menu.current?.hidePopover()
      opener.current?.focus()
    }
    moveFocus(event, 'down', getItems())
  }

  return (
    <>
      <IconButton
        ref={opener}
        icon={Ellipsis}
        label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={id}
        popoverTarget={id}
      />
      <div
        id={id}
        ref={menu}
        popover="auto"
        className="menu"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={handleKeyDown}
        onToggle={(event) => {
          const isOpening = event.newState === 'open'
          setOpen(isOpening)
          if (isOpening) {
            positionMenu()
            getItems()[0]?.focus()
          }
        }}
      >
        {actions.map(({ label: name, icon: Icon, danger, disabled, onSelect }) => (
          <button
            type="button"
            role="menuitem"
            key={name}
            className={danger && !disabled ? 'row danger' : 'row'}
            aria-disabled={disabled || undefined}
            onClick={() => {
              if (disabled) return
              menu.current?.hidePopover()
              opener.current?.focus()
              onSelect()
            }}
          >
            {Icon && <Icon />}
            {name}
          </button>
        ))}
      </div>
    </>
  )
}

export function createOpenAction(onSelect: () => void, mayEdit = false): RowAction {
  return { label: mayEdit ? 'Edit' : 'View', icon: mayEdit ? Pencil : Eye, onSelect }
}

export function createDeleteAction(onSelect: () => void): RowAction {
  return { label: 'Delete', icon: Trash2, danger: true, onSelect }
}
