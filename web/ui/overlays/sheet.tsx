import { X } from 'lucide-react'
import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
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
  children: ReactNode
}

const FIRST_FIELD =
  'form :is(input:not([type="file"], [type="hidden"]), select, textarea):not(:disabled, [readonly])'
/** The next step of a record, or its status, for a record whose own fields are closed. */
const DECISION = '.state :is(.decision .btn, [role="combobox"]):not(:disabled)'

/** Returns where the focus of an opened sheet is. */
function firstControl(body: HTMLElement | null): HTMLElement | null | undefined {
  const field = body?.querySelector<HTMLElement>(FIRST_FIELD)
  if (field && !field.closest('.state')) return field
  return body?.querySelector<HTMLElement>(DECISION) ?? field
}

type Leave = (then?: () => void) => void

const LeaveSheet = createContext<Leave>(() => {})

/** Returns a function that closes the sheet, or runs another action, once unsaved input may be left. */
export const useLeaveSheet = (): Leave => use(LeaveSheet)

const HoldSheet = createContext<(change: (holds: number) => number) => void>(() => {})

/** While `on`, closing the sheet asks for confirmation: a file outside its form is on its way. */
export function useHoldSheet(on: boolean): void {
  const hold = use(HoldSheet)
  useEffect(() => {
    if (!on) return undefined
    hold((holds) => holds + 1)
    return () => hold((holds) => holds - 1)
  }, [on, hold])
}

/** Footer button that closes the sheet, once confirmed if there is unsaved input. */
export function SheetCancel({ children = 'Cancel' }: { children?: ReactNode }) {
  const leave = useLeaveSheet()
  return (
    <Button kind="quiet" onClick={() => leave()}>
      {children}
    </Button>
  )
}

/** Side panel (resident) or modal (administrator) of a record. Open while mounted. */
export function Sheet(props: SheetProps) {
  const { title, subtitle, onClose, dirty, keepsDraft = false, place = 'side', width = 600 } = props
  const { actions, footer, children } = props
  const id = useId()
  const [holds, setHolds] = useState(0)
  const asks = dirty === true || holds > 0
  const leave = async (then = onClose): Promise<void> => {
    const isKept = keepsDraft && holds === 0
    const lost =
      dirty && !keepsDraft ? 'What you typed will be lost.' : 'A file is still on its way and will be lost.'
    const isConfirmed =
      !asks ||
      (await confirm({
        title: 'Close without saving?',
        content: isKept ? 'Not saved yet; your draft is kept.' : lost,
        okText: 'Close',
        cancelText: 'Keep editing',
        danger: !isKept,
      }))
    if (isConfirmed) then()
  }
  const body = useRef<HTMLDivElement>(null)
  const focusFirst = useEffectEvent(() => {
    firstControl(body.current)?.focus()
  })
  // Runs after the layer has focused its first button.
  useLayoutEffect(() => focusFirst(), [])
  useBackGuard(asks, () => void leave())
  return (
    <Layer labelledBy={id} onClose={() => void leave()}>
      <LeaveSheet value={(then) => void leave(then)}>
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
            <IconButton icon={X} label="Close" onClick={() => void leave()} />
          </header>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard */}
          <div className="body" ref={body} tabIndex={0} role="group" aria-labelledby={id}>
            <HoldSheet value={setHolds}>{children}</HoldSheet>
          </div>
          {footer && <footer className="row">{footer}</footer>}
        </section>
      </LeaveSheet>
    </Layer>
  )
}
