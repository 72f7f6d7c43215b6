import { CircleAlert } from 'lucide-react'
import { cloneElement, type ReactElement, type ReactNode, useId } from 'react'

export interface FieldControlProps {
  id?: string
  'aria-invalid'?: boolean
  'aria-describedby'?: string
  'aria-required'?: boolean
  'aria-labelledby'?: string
}

interface FieldProps {
  label: string
  group?: boolean
  required?: boolean
  error?: string
  help?: ReactNode
  className?: string
  children: ReactElement<FieldControlProps>
}

export function Field({ label, group, required, error, help, className = '', children }: FieldProps) {
  const id = useId()
  const labelText = (
    <>
      {label}
      {required && <i aria-hidden>*</i>}
    </>
  )
  return (
    <div className={`field ${group ? 'wide' : className}`}>
      {group ? (
        <span className="label" id={id}>
          {labelText}
        </span>
      ) : (
        <label htmlFor={id}>{labelText}</label>
      )}
      {cloneElement(children, {
        ...(group ? { 'aria-labelledby': id } : { id }),
        'aria-invalid': error !== undefined || undefined,
        'aria-describedby': error !== undefined || help ? `${id}-help` : undefined,
        'aria-required': required || undefined,
      })}
      <FieldMessage id={`${id}-help`} error={error} help={help} />
    </div>
  )
}

export function FieldMessage({ id, error, help }: { id?: string; error?: string; help?: ReactNode }) {
  if (error !== undefined) {
    return (
      <p className="help err" id={id}>
        <CircleAlert className="small" />
        {error}
      </p>
    )
  }
  return help ? (
    <p className="help" id={id}>
      {help}
    </p>
  ) : null
}
