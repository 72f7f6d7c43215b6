import { ChevronDown, type LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

interface InputProps extends ComponentProps<'input'> {
  icon?: LucideIcon
  trailingContent?: ReactNode
  /**
   * Maximum number of characters. Longer text is accepted and a message is shown, because `maxLength` would
   * cut pasted text.
   */
  limit?: number
}

export function Input({ icon: Icon, trailingContent, className = '', limit, ...rest }: InputProps) {
  return (
    <div className={`input ${className}`}>
      {Icon && <Icon />}
      <input {...rest} {...getInvalidProps(limit, rest.value)} />
      {trailingContent}
      <CharacterCount limit={limit} value={rest.value} />
    </div>
  )
}

export function TextArea({
  className = '',
  limit,
  ...rest
}: ComponentProps<'textarea'> & Pick<InputProps, 'limit'>) {
  return (
    <div className={`input ${className}`}>
      <textarea {...rest} {...getInvalidProps(limit, rest.value)} />
      <CharacterCount limit={limit} value={rest.value} />
    </div>
  )
}

/** Share of the limit above which the number of characters is shown. */
const COUNT_THRESHOLD = 0.9

const getTextLength = (value: unknown): number => (typeof value === 'string' ? value.trim().length : 0)

const getInvalidProps = (limit = Infinity, value: unknown) =>
  getTextLength(value) > limit ? { 'aria-invalid': true } : {}

function CharacterCount({ limit = Infinity, value }: { limit: number | undefined; value: unknown }) {
  const length = getTextLength(value)
  if (length <= limit * COUNT_THRESHOLD) return null
  const [count, max] = [length.toLocaleString('en'), limit.toLocaleString('en')]
  return length > limit ? (
    <small className="count over" role="status">
      {(length - limit).toLocaleString('en')} too many: at most {max} characters
    </small>
  ) : (
    <small className="count num">
      {count} of {max}
    </small>
  )
}

interface NativeSelectProps extends ComponentProps<'select'> {
  options?: readonly { value: string | number; label: string }[]
}

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
