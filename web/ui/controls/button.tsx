import { LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

interface ButtonProps extends ComponentProps<'button'> {
  /** One primary a page; `quiet` for words that act, `destroy` where something will be lost. */
  kind?: 'primary' | 'default' | 'quiet' | 'danger' | 'destroy'
  icon?: LucideIcon
  /** At work: shows it, keeps the focus, takes no second press. */
  busy?: boolean
}

/** A button with a word. For an icon alone use `IconButton`. */
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
      // oxlint-disable-next-line react/button-has-type -- the type is always one of the three, `button` unless told
      type={type}
      className={`btn ${kind} ${className}`}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
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
  /** Its action in words, for those who do not see the icon. */
  label: string
}

/** A button that is only an icon, with its name told to screen readers and as a tooltip. */
export function IconButton({ icon: Icon, label, className = '', children, ...rest }: IconButtonProps) {
  return (
    <button type="button" className={`iconbtn ${className}`} aria-label={label} title={label} {...rest}>
      <Icon />
      {children}
    </button>
  )
}
