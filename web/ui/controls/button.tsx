import { LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ComponentProps, KeyboardEvent } from 'react'

interface ButtonProps extends ComponentProps<'button'> {
  /** One primary button per page. `quiet` is text only; `destroy` confirms a loss of data. */
  kind?: 'primary' | 'default' | 'quiet' | 'danger' | 'destroy'
  icon?: LucideIcon
  /** The action is running: shows a spinner, retains the focus and ignores clicks. */
  busy?: boolean
}

/** Makes a held Enter press a button only once: the focus may move to the next row, or to the answer of a dialog. */
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
  const Shown = busy ? LoaderCircle : Icon
  return (
    <button
      // oxlint-disable-next-line react/button-has-type -- `type` is always set
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
      {Shown && <Shown className={busy ? 'spin' : ''} />}
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
