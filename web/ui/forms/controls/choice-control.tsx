import type { ChoiceField } from '@tahanan/contract/forms/fields.ts'
import { useId } from 'react'
import { FieldMessage } from '../../controls/field.tsx'
import { Segments } from '../../controls/segments.tsx'

interface ChoiceControlProps {
  field: ChoiceField
  value: unknown
  required: boolean
  error?: string
  help?: string
  disabled: boolean
  onChange: (value: string | number) => void
}

/** A choice with its options side by side. */
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
    <div className="field wide">
      <span className="label" id={id}>
        {field.label}
        {required && <i aria-hidden>*</i>}
      </span>
      <Segments
        aria-labelledby={id}
        aria-required={required || undefined}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={told}
        options={field.options}
        value={value}
        disabled={disabled}
        onChange={onChange}
      />
      <FieldMessage id={told} error={error} help={help} />
    </div>
  )
}
