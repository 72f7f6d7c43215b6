import { Search as SearchIcon } from 'lucide-react'
import './search.css'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { areShortcutsDisabled } from '#lib/keys/disable-shortcuts.tsx'
import { IconButton } from '#ui/controls/button.tsx'
import { isInputField } from '#ui/layers/use-layer-shortcut.ts'
import { useIsPhone } from '#ui/use-media-query.ts'
import type { SearchResult } from '@tahanan/contract/search/answers.ts'
import { useSavePreviousSearch, usePreviousSearch } from './previous-search.ts'
import { SearchDialog } from './search-dialog.tsx'

interface SearchProps {
  hint: string
  getAddress?: (result: SearchResult) => string
}

/**
 * Opens the search dialog. The dialog is not lazy-loaded: while its code loads, letters typed after `/`
 * would trigger shortcuts of the list behind it.
 */
export function Search({ hint, getAddress }: SearchProps) {
  const phone = useIsPhone()
  const [open, setOpen] = useState(false)
  const previousSearch = usePreviousSearch()
  const savePreviousSearch = useSavePreviousSearch()
  const close = (): void => {
    setOpen(false)
    if (previousSearch) savePreviousSearch(undefined)
  }
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      if (!isSearchKey(event) || areShortcutsDisabled() || document.querySelector('dialog[open]')) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
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
      {(open || previousSearch) &&
        // Rendered into the body, because inside the header the dialog would inherit the header's colours.
        createPortal(
          <SearchDialog
            hint={hint}
            getAddress={getAddress}
            previousSearch={previousSearch}
            onClose={close}
          />,
          document.body,
        )}
    </>
  )
}

function isSearchKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.altKey) return false
  if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === 'k' && !event.shiftKey
  return event.key === '/' && !isInputField(event.target)
}
