import { X } from 'lucide-react'
import { createContext, type ReactNode, use, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { useBackGuard } from '#lib/address/back-guard.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { Layer } from '#ui/layers/layer.tsx'
import { confirm } from './dialogs.ts'

interface SheetProps {
  title: ReactNode
  /** A line under the title. */
  subtitle?: ReactNode
  onClose: () => void
  /** Something was typed: closing asks first, also by the browser's Back, so that a stray click loses nothing. */
  dirty?: boolean
  /** Keeps typed values as a draft, for the next time that the sheet opens. */
  keepsDraft?: boolean
  /** `side` is half the screen from the right (residents), `box` a centred modal (administrators). Phones: full screen. */
  place?: 'side' | 'box'
  /** Pixels, for `box`: 600 or 1000 (rules 13.19). */
  width?: number
  /** Beside the close button, such as a row menu. */
  actions?: ReactNode
  /**
   * Stays in sight below the scrolling body; buttons go here. A form's submit button uses `form="its-id"`; `SheetCancel`
   * closes as the cross does.
   */
  footer?: ReactNode
  /** Begins with the focus on the body, where keys act, and not in the first field. */
  focusesBody?: boolean
  children: ReactNode
}

/** The first control of a form that takes what is typed or chosen. */
const FIRST_FIELD =
  'form :is(input:not([type="file"], [type="hidden"]), select, textarea):not(:disabled, [readonly])'

const CloseSheet = createContext<() => void>(() => {})

/** In a sheet's footer: closes it, after asking when something was typed. 'Close' where there is nothing to save. */
export function SheetCancel({ children = 'Cancel' }: { children?: ReactNode }) {
  return (
    <Button kind="quiet" onClick={use(CloseSheet)}>
      {children}
    </Button>
  )
}

/** The side panel (resident) or modal (administrator) of a record. Mounted means open. */
export function Sheet(props: SheetProps) {
  const { title, subtitle, onClose, dirty, keepsDraft = false, place = 'side', width = 600 } = props
  const { actions, footer, children, focusesBody = false } = props
  const id = useId()
  const close = async (): Promise<void> => {
    const sure =
      !dirty ||
      (await confirm({
        title: 'Close without saving?',
        content: keepsDraft ? 'Not saved yet; your draft is kept.' : 'What you typed will be lost.',
        okText: 'Close',
        cancelText: 'Keep editing',
        danger: !keepsDraft,
      }))
    if (sure) onClose()
  }
  const body = useRef<HTMLDivElement>(null)
  const focusFirst = useEffectEvent(() => {
    const first = focusesBody ? body.current : body.current?.querySelector<HTMLElement>(FIRST_FIELD)
    first?.focus()
  })
  // after the layer has opened, which puts the focus on its first button
  useLayoutEffect(() => focusFirst(), [])
  useBackGuard(dirty === true, () => void close())
  return (
    <Layer labelledBy={id} onClose={() => void close()}>
      <section
        className={place === 'side' ? 'sheet half' : 'sheet box'}
        ref={(element) => element?.style.setProperty('--w', `${width}px`)}
      >
        <header className="row">
          <div className="titles">
            <h2 id={id}>{title}</h2>
            {subtitle && <p className="minor">{subtitle}</p>}
          </div>
          {actions}
          <IconButton icon={X} label="Close" onClick={() => void close()} />
        </header>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
        <div className="body" ref={body} tabIndex={0} role="group" aria-labelledby={id}>
          {children}
        </div>
        {footer && (
          <footer className="row">
            <CloseSheet value={() => void close()}>{footer}</CloseSheet>
          </footer>
        )}
      </section>
    </Layer>
  )
}
