import './segments.css'
import { type ComponentProps, useId } from 'react'

interface SegmentedControlProps<Value> extends Omit<ComponentProps<'div'>, 'onChange'> {
  options: readonly { value: Value; label: string }[]
  value: unknown
  disabled?: boolean
  onChange: (value: Value) => void
}

/** Uses native radio buttons, because these support the arrow keys. */
export function SegmentedControl<Value extends string | number | undefined>(
  props: SegmentedControlProps<Value>,
) {
  const { options, value, disabled, onChange, ...aria } = props
  const id = useId()
  return (
    <div className="seg" role="radiogroup" {...aria}>
      {options.map((option) => (
        <label key={option.label} className="ringed">
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
  )
}
