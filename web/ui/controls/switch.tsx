import type { FieldControlProps } from './field.tsx'

interface SwitchProps extends FieldControlProps {
  label: string
  on: boolean
  disabled?: boolean
  onChange: (on: boolean) => void
}

export function Switch({ label, on, disabled, onChange, ...aria }: SwitchProps) {
  return (
    <label className="switch row">
      <input
        {...aria}
        type="checkbox"
        role="switch"
        aria-checked={on}
        checked={on}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  )
}
