import { Search as SearchIcon } from 'lucide-react'
import './search.css'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { areKeysHeld } from '#lib/keys/held-keys.tsx'
import { IconButton } from '#ui/controls/button.tsx'
import { isField } from '#ui/layers/use-layer-key.ts'
import { useIsPhone } from '#ui/use-media.ts'
import type { Found } from '@tahanan/contract/search/answers.ts'
import { useLeaveSearch, useLeftSearch } from './left-search.ts'
import { SearchDialog } from './search-dialog.tsx'

interface SearchProps {
  hint: string
  getAddress?: (found: Found) => string
}

/**
 * Search button and dialog. `/` and Ctrl+K open the dialog. Its code is loaded with the shell, because
 * letters typed after `/` would otherwise trigger shortcuts of the list behind the dialog.
 */
export function Search({ hint, getAddress }: SearchProps) {
  const phone = useIsPhone()
  const [open, setOpen] = useState(false)
  const left = useLeftSearch()
  const leave = useLeaveSearch()
  const close = (): void => {
    setOpen(false)
    if (left) leave(undefined)
  }
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!isSearchKey(event) || areKeysHeld() || document.querySelector('dialog[open]')) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <>
      {phone ? (
        <IconButton icon={SearchIcon} label="Search" onClick={() => setOpen(true)} />
      ) : (
        <button
          type="button"
          className="search-open row"
          aria-keyshortcuts="/ Control+K"
          onClick={() => setOpen(true)}
        >
          <SearchIcon className="small" />
          Search
          <kbd aria-hidden>/</kbd>
        </button>
      )}
      {(open || left) &&
        // Rendered into the body, because inside the header the dialog would inherit the header's colours.
        createPortal(
          <SearchDialog hint={hint} getAddress={getAddress} left={left} onClose={close} />,
          document.body,
        )}
    </>
  )
}

function isSearchKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.altKey) return false
  if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === 'k' && !event.shiftKey
  return event.key === '/' && !isField(event.target)
}
