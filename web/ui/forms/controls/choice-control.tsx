import type { ChoiceField } from '@tahanan/contract/forms/fields.ts'
import { useId } from 'react'
import { FieldMessage } from '../../controls/field.tsx'

interface ChoiceControlProps {
  field: ChoiceField
  value: unknown
  required: boolean
  error?: string
  help?: string
  disabled: boolean
  onChange: (value: string | number) => void
}

/** Options side by side: native radio buttons, so that the arrow keys work. */
export function ChoiceControl({
  field,
  value,
  required,
  error,
  help,
  disabled,
  onChange,
}: ChoiceControlProps) {
  const id = useId()
  const told = error !== undefined || help ? `${id}-help` : undefined
  return (
    <div className="field w">
      <span className="label" id={id}>
        {field.label}
        {required && <i aria-hidden>*</i>}
      </span>
      <div
        className="seg"
        role="radiogroup"
        aria-labelledby={id}
        aria-required={required || undefined}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={told}
      >
        {field.options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={id}
              checked={value === option.value}
              disabled={disabled}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      <FieldMessage id={told} error={error} help={help} />
    </div>
  )
}
