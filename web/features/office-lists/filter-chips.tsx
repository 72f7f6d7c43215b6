import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { AddressFilters } from '#lib/address/list-filters.ts'
import { Button } from '#ui/controls/button.tsx'
import type { FilterChip } from './create-filter-chips.ts'

interface FilterChipsProps {
  chips: readonly FilterChip[]
  onChoose: (filters: AddressFilters) => void
  children?: ReactNode
}

export function FilterChips({ chips, onChoose, children }: FilterChipsProps) {
  const stripRef = useRef<HTMLDivElement>(null)
  const removeFilter = (filters: AddressFilters, index: number): void => {
    // The focus moves to the next chip, because it would be lost with the removed chip.
    const chipButtons = [...(stripRef.current?.querySelectorAll('button') ?? [])]
    const nextButton = chipButtons[index + 1] ?? chipButtons[index - 1]
    if (chips.length > 1) nextButton?.focus()
    else document.getElementById(FILTER_BUTTON)?.focus()
    onChoose(filters)
  }
  return (
    <div className="chips acts" role="group" aria-label="Active filters" ref={stripRef}>
      {chips.map(({ label, remainingFilters }, index) => (
        <button
          key={label}
          type="button"
          className="chip row"
          title="Remove this filter"
          aria-label={`${label}, remove filter`}
          onClick={() => removeFilter(remainingFilters, index)}
        >
          {label}
          <X className="small" />
        </button>
      ))}
      {chips.length > 1 && (
        <Button
          kind="quiet"
          onClick={() => {
            document.getElementById(FILTER_BUTTON)?.focus()
            onChoose({})
          }}
        >
          Clear all
        </Button>
      )}
      {children}
    </div>
  )
}

export const FILTER_BUTTON = 'list-filter'
