import type { FieldControlProps } from '#ui/controls/field.tsx'
import { Input } from '#ui/controls/input.tsx'
import { pickerColour } from './colours.ts'

interface ColourControlProps extends FieldControlProps {
  name: string
  label: string
  value: string
  onChange: (value: string) => void
}

/** A colour: the browser's picker, and its hex digits as text. */
export function ColourControl({ name, label, value, onChange, ...aria }: ColourControlProps) {
  return (
    <Input
      {...aria}
      name={name}
      className="colour"
      value={value}
      spellCheck={false}
      autoComplete="off"
      autoCapitalize="none"
      onChange={({ target }) => onChange(target.value)}
      after={
        <input
          type="color"
          aria-label={`Pick: ${label}`}
          value={pickerColour(value) ?? '#000000'}
          onChange={({ target }) => onChange(target.value)}
        />
      }
    />
  )
}
