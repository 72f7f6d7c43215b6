import './list-filter.css'
import type { ListFilter } from '#lib/api/records.ts'
import { NativeSelect } from '#ui/controls/input.tsx'
import { SearchBox } from '#ui/list-pages/list-tools.tsx'
import { capitalize } from '@tahanan/contract/capitalize.ts'
import { isStatus, STATUSES } from '@tahanan/contract/statuses.ts'

interface ListFilterProps {
  hint: string
  filter: Pick<ListFilter, 'status' | 'searchTerm'>
  onChange: (next: Partial<ListFilter>) => void
}

/** Filter of a resident's long list, by text and status. */
export function ListFilter({ hint, filter: { status, searchTerm }, onChange }: ListFilterProps) {
  return (
    <div className="list-filter">
      <SearchBox hint={hint} value={searchTerm} onSearch={(term) => onChange({ searchTerm: term })} />
      <NativeSelect
        aria-label="Status"
        value={status ?? ''}
        options={STATUSES.map((one) => ({ value: one.status, label: capitalize(one.label.toLowerCase()) }))}
        onChange={({ target: { value } }) => {
          const chosen = Number(value)
          onChange({ status: isStatus(chosen) ? chosen : undefined })
        }}
      >
        <option value="">All statuses</option>
      </NativeSelect>
    </div>
  )
}
