import { X } from 'lucide-react'
import { createContext, type ReactNode, use, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { useBackGuard } from '#lib/address/back-guard.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { Layer } from '#ui/layers/layer.tsx'
import { confirm } from './dialogs.ts'

interface SheetProps {
  title: ReactNode
  subtitle?: ReactNode
  onClose: () => void
  /** Has unsaved input: closing, also by the browser's Back, asks for confirmation. */
  dirty?: boolean
  /** Keeps input as a draft for the next opening. */
  keepsDraft?: boolean
  /** `side`: half the screen (residents); `box`: a modal (administrators); on phones all. */
  place?: 'side' | 'box'
  /** Width in pixels for `box`: 600 or 1000 (rules 13.19). */
  width?: number
  actions?: ReactNode
  /** Fixed footer for buttons; a submit button uses `form="its-id"`, `SheetCancel` closes. */
  footer?: ReactNode
  /** Initially focuses the body, for keyboard shortcuts, instead of the first field. */
  focusesBody?: boolean
  children: ReactNode
}

const FIRST_FIELD =
  'form :is(input:not([type="file"], [type="hidden"]), select, textarea):not(:disabled, [readonly])'

const CloseSheet = createContext<() => void>(() => {})

/** Footer button that closes the sheet, once confirmed if there is unsaved input. */
export function SheetCancel({ children = 'Cancel' }: { children?: ReactNode }) {
  return (
    <Button kind="quiet" onClick={use(CloseSheet)}>
      {children}
    </Button>
  )
}

/** Side panel (resident) or modal (administrator) of a record. Open while mounted. */
export function Sheet(props: SheetProps) {
  const { title, subtitle, onClose, dirty, keepsDraft = false, place = 'side', width = 600 } = props
  const { actions, footer, children, focusesBody = false } = props
  const id = useId()
  const close = async (): Promise<void> => {
    const isConfirmed =
      !dirty ||
      (await confirm({
        title: 'Close without saving?',
        content: keepsDraft ? 'Not saved yet; your draft is kept.' : 'What you typed will be lost.',
        okText: 'Close',
        cancelText: 'Keep editing',
        danger: !keepsDraft,
      }))
    if (isConfirmed) onClose()
  }
  const body = useRef<HTMLDivElement>(null)
  const focusFirst = useEffectEvent(() => {
    const first = focusesBody ? body.current : body.current?.querySelector<HTMLElement>(FIRST_FIELD)
    first?.focus()
  })
  // Runs after the layer has focused its first button.
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
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard */}
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
