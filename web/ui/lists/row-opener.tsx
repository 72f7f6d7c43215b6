import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { OPENED_HERE_STATE } from '#lib/address/panel-address.ts'
import { storeFollowedLink } from '#lib/address/use-scroll-position.ts'

interface RowOpenerProps {
  address: string | undefined
  /** Opens the record on this page. Without it, the click follows the link. */
  onOpen?: () => void
  children: ReactNode
}

export function RowOpener({ address, onOpen, children }: RowOpenerProps) {
  if (address !== undefined)
    return (
      <Link
        className="record-number"
        to={address}
        state={OPENED_HERE_STATE}
        onClick={(event) => {
          storeFollowedLink(address)
          if (!onOpen || !isPlainClick(event)) return
          event.preventDefault()
          onOpen()
        }}
      >
        {children}
      </Link>
    )
  if (!onOpen) return children
  return (
    <button type="button" className="record-number" onClick={onOpen}>
      {children}
    </button>
  )
}

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

const CONTROL_SELECTOR = 'a, button, input, select, textarea, label, summary'

/** Opens the record of a clicked row. Ignores clicks on controls, and clicks that end a text selection. */
export function openRow(event: MouseEvent<HTMLElement>): void {
  const { target, currentTarget } = event
  // Menus and pictures that were opened from the row are outside its DOM element, but React bubbles their
  // clicks to the row. They are ignored.
  const isInRow =
    target instanceof Element && currentTarget.contains(target) && !target.closest(CONTROL_SELECTOR)
  if (isInRow && isPlainClick(event) && getSelection()?.isCollapsed !== false)
    currentTarget.querySelector<HTMLElement>('.record-number')?.click()
}
