import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import type { FieldControlProps } from './field.tsx'
import { Input } from './input.tsx'

interface PasswordInputProps extends FieldControlProps {
  name: string
  autoComplete: string
  value: string
  onChange: ComponentProps<'input'>['onChange']
}

export function PasswordInput({ name, ...rest }: PasswordInputProps) {
  const [isVisible, setVisible] = useState(false)
  const Icon = isVisible ? EyeOff : Eye
  return (
    <Input
      {...rest}
      type={isVisible ? 'text' : 'password'}
      trailingContent={
        <button
          type="button"
          aria-label={`${isVisible ? 'Hide' : 'Show'} the ${name}`}
          onClick={() => setVisible(!isVisible)}
        >
          <Icon />
        </button>
      }
    />
  )
}
