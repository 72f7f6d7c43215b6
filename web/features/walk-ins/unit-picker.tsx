import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useDebounced } from '#lib/use-debounced.ts'
import { Button } from '#ui/controls/button.tsx'
import { Field } from '#ui/controls/field.tsx'
import { Input } from '#ui/controls/input.tsx'
import type { GateUnit } from '@tahanan/contract/gate/answers.ts'
import { findUnits } from './calls.ts'

/** Characters of a typed unit. */
export const UNIT_TYPED = 100

interface UnitPickerProps {
  unit: GateUnit | undefined
  /** Unit as it was typed, which counts where none can be looked up. */
  typed: string
  online: boolean
  error?: string
  onType: (typed: string) => void
  onPick: (unit: GateUnit | undefined) => void
}

/** Finds a unit by its number or name, in rows for a thumb. */
export function UnitPicker({ unit, typed, online, error, onType, onPick }: UnitPickerProps) {
  const words = useDebounced(typed.trim())
  const { data, isFetching } = useQuery({
    queryKey: ['gate-units', words],
    queryFn: ({ signal }) => findUnits(words, signal),
    enabled: online && !unit && words !== '' && words.length <= UNIT_TYPED,
  })
  if (unit)
    return (
      <div className="picked-unit row">
        <b>{unit.unitNumber}</b>
        <span className="spacer">{unit.name}</span>
        <Button kind="quiet" onClick={() => onPick(undefined)}>
          Change
        </Button>
      </div>
    )
  return (
    <div className="unit-picker">
      <Field
        label="Unit or name"
        required
        error={error}
        help={data?.length === 0 && !isFetching ? 'No unit found.' : undefined}
      >
        <Input
          icon={Search}
          autoComplete="off"
          spellCheck={false}
          limit={UNIT_TYPED}
          value={typed}
          onChange={({ target }) => onType(target.value)}
        />
      </Field>
      {online && words !== '' && (
        <ul aria-label="Units">
          {data?.map((found) => (
            <li key={found.id}>
              <button type="button" onClick={() => onPick(found)}>
                <b>{found.unitNumber}</b> {found.name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
