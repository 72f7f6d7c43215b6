import { LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ComponentProps, KeyboardEvent } from 'react'

interface ButtonProps extends ComponentProps<'button'> {
  /** A page has only one `primary` button. `destroy` is for confirming the loss of data. */
  kind?: 'primary' | 'default' | 'quiet' | 'danger' | 'destroy'
  icon?: LucideIcon
  /** Shows a spinner and ignores clicks, but keeps the focus, unlike `disabled`. */
  busy?: boolean
}

/**
 * Ignores repeated key events of a held Enter key, because the focus may have moved to another button since
 * the key was pressed.
 */
export function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}

export function Button({
  kind = 'default',
  icon: Icon,
  busy,
  className = '',
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const ShownIcon = busy ? LoaderCircle : Icon
  return (
    <button
      // oxlint-disable-next-line react/button-has-type -- `type` is always set, but from a variable
      type={type}
      className={`btn ${kind} ${className}`}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onKeyDown={ignoreHeldEnter}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
      {...rest}
    >
      {ShownIcon && <ShownIcon className={busy ? 'spin' : ''} />}
      {children}
    </button>
  )
}

interface IconButtonProps extends ComponentProps<'button'> {
  icon: LucideIcon
  label: string
}

export function IconButton({ icon: Icon, label, className = '', children, ...rest }: IconButtonProps) {
  return (
    <button type="button" className={`iconbtn ${className}`} aria-label={label} title={label} {...rest}>
      <Icon />
      {children}
    </button>
  )
}
