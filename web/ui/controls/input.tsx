import { ChevronDown, type LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

interface InputProps extends ComponentProps<'input'> {
  icon?: LucideIcon
  after?: ReactNode
}

/** A native input in the portal's style. */
export function Input({ icon: Icon, after, className = '', ...rest }: InputProps) {
  return (
    <div className={`input ${className}`}>
      {Icon && <Icon />}
      <input {...rest} />
      {after}
    </div>
  )
}

/** A native text area in the portal's style. */
export function TextArea({ className = '', ...rest }: ComponentProps<'textarea'>) {
  return (
    <div className={`input ${className}`}>
      <textarea {...rest} />
    </div>
  )
}

interface NativeSelectProps extends ComponentProps<'select'> {
  /** Options after the `children`, which often hold an empty option. */
  options?: readonly { value: string | number; label: string }[]
}

/** A native select in the portal's style; phones show the system's picker. */
export function NativeSelect({ className = '', children, options = [], ...rest }: NativeSelectProps) {
  return (
    <div className={`input choose ${className}`}>
      <select {...rest}>
        {children}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown className="small" />
    </div>
  )
}
