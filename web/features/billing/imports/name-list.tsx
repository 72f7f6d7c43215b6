import '#ui/files/file-fold.css'
import { useState } from 'react'
import { Pager } from '#ui/lists/pager.tsx'

const PAGE_SIZE = 20

interface NameListProps {
  title: string
  names: readonly string[] | undefined
  reasons?: readonly string[]
  hint?: string
  isInitiallyOpen?: boolean
}

/**
 * Shows a list of names that can be opened. It is closed at first and has pages, because there may be
 * thousands of names.
 */
export function NameList({ title, names, reasons, hint, isInitiallyOpen }: NameListProps) {
  const [open, setOpen] = useState(isInitiallyOpen === true)
  const [page, setPage] = useState(1)
  if (!names || names.length === 0) return null
  const lastPage = Math.max(1, Math.ceil(names.length / PAGE_SIZE))
  const firstNameIndex = (Math.min(page, lastPage) - 1) * PAGE_SIZE
  return (
    <details
      className="fold filefold names"
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{title}</summary>
      {open && (
        <>
          {hint && <p className="help">{hint}</p>}
          <ul>
            {names.slice(firstNameIndex, firstNameIndex + PAGE_SIZE).map((name, index) => (
              <li key={firstNameIndex + index}>
                <span>{name}</span>
                {reasons && <small>{reasons[firstNameIndex + index]}</small>}
              </li>
            ))}
          </ul>
          {lastPage > 1 && (
            <Pager
              page={Math.min(page, lastPage)}
              limit={PAGE_SIZE}
              total={names.length}
              of={title}
              onPage={setPage}
            />
          )}
        </>
      )}
    </details>
  )
}
