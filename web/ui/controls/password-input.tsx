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
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Input
      {...rest}
      type={shown ? 'text' : 'password'}
      after={
        <button
          type="button"
          aria-label={`${shown ? 'Hide' : 'Show'} the ${name}`}
          onClick={() => setShown(!shown)}
        >
          <Icon />
        </button>
      }
    />
  )
}
