import { X } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { DayField } from '#ui/controls/day-field.tsx'
import { NativeSelect } from '#ui/controls/input.tsx'
import { AUDIT_ACTIONS, AUDIT_AREAS, AUDIT_SUBJECTS } from '@tahanan/contract/audit.ts'
import { type AuditFilter, NO_FILTER } from './calls.ts'

interface AuditFiltersProps {
  filter: AuditFilter
  isFiltered: boolean
  onChange: (next: Partial<AuditFilter>) => void
}

const CHOICES = [
  { name: 'action', label: 'Action', all: 'All actions', options: AUDIT_ACTIONS },
  { name: 'subject', label: 'What', all: 'Everything', options: AUDIT_SUBJECTS },
  { name: 'actor', label: 'Who', all: 'Everybody', options: AUDIT_AREAS },
] as const

/** Filters of the audit log: action, subject, actor and time. */
export function AuditFilters({ filter, isFiltered, onChange }: AuditFiltersProps) {
  const id = useId()
  return (
    <div className="auditfilters acts" role="group" aria-label="Filter">
      {CHOICES.map(({ name, label, all, options }) => (
        <NativeSelect
          key={name}
          aria-label={label}
          value={filter[name]}
          options={Object.entries(options).map(([value, words]) => ({ value, label: words }))}
          onChange={({ target }) => onChange({ [name]: target.value })}
        >
          <option value="">{all}</option>
        </NativeSelect>
      ))}
      {(['from', 'to'] as const).map((name) => (
        <div key={name} className="day row">
          <label htmlFor={`${id}-${name}`}>{name === 'from' ? 'From' : 'To'}</label>
          <DayField id={`${id}-${name}`} value={filter[name]} onChange={(day) => onChange({ [name]: day })} />
        </div>
      ))}
      {isFiltered && (
        <Button kind="quiet" icon={X} onClick={() => onChange(NO_FILTER)}>
          Clear
        </Button>
      )}
    </div>
  )
}
