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
import {
  describeKeptDraft,
  type UnsentInput,
  UnsentInputsContext,
  confirmUnsentInputs,
  UPLOAD_LOST_MESSAGE,
} from './unsent-inputs.ts'

interface SheetProps {
  title: ReactNode
  subtitle?: ReactNode
  onClose: () => void
  dirty?: boolean
  /** Whether a request with the input is running. Closing the sheet does not stop it. */
  isSaving?: boolean
  keepsDraft?: boolean
  /**
   * `side` takes half of the screen (residents). `box` is a modal (administrators). On phones both take the
   * whole screen.
   */
  place?: 'side' | 'box'
  /** Width of a `box` in pixels: 600 or 1000 (rules 13.19). */
  width?: number
  /**
   * Element that gets the focus first: the first field, or the heading. A record with keyboard shortcuts for
   * its steps needs the heading, because letters typed in a field are not shortcuts.
   */
  begins?: 'field' | 'heading'
  actions?: ReactNode
  /**
   * Buttons of the sheet. A submit button needs the form's id as its attribute `form`. `SheetCancelButton`
   * closes the sheet.
   */
  footer?: ReactNode
  children: ReactNode
}

const FIRST_FIELD_SELECTOR =
  ':is(input:not([type="file"], [type="hidden"]), select, textarea):not(:disabled, [readonly])'

type LeaveFunction = (afterClose?: () => void) => void

const LeaveSheetContext = createContext<LeaveFunction>(() => {})

/**
 * Returns a function that closes the sheet or runs another action. If there is unsaved input, it asks first.
 */
export const useLeaveSheet = (): LeaveFunction => use(LeaveSheetContext)

export function SheetCancelButton({ children = 'Cancel' }: { children?: ReactNode }) {
  const leaveSheet = useLeaveSheet()
  return (
    <Button kind="quiet" onClick={() => leaveSheet()}>
      {children}
    </Button>
  )
}

export function Sheet(props: SheetProps) {
  const { title, subtitle, onClose, dirty, isSaving, keepsDraft = false, place = 'side', width = 600 } = props
  const { begins = 'field', actions, footer, children } = props
  const id = useId()
  const [unsentInputs, setUnsentInputs] = useState<readonly UnsentInput[]>([])
  const mustConfirmLeave = dirty === true || unsentInputs.length > 0
  const closeController = useRef<AbortController>(undefined)
  // The question is out of date once the sheet has closed or the input was saved or refused.
  useEffect(() => {
    if (!isSaving) closeController.current?.abort()
    return () => closeController.current?.abort()
  }, [isSaving])
  const confirmAndLeave = async (afterClose = onClose): Promise<void> => {
    const isUploading = unsentInputs.some(({ state }) => state === 'uploading')
    const lines = [
      dirty && (keepsDraft ? 'Not saved yet; your draft is kept.' : 'What you typed will be lost.'),
      isUploading && UPLOAD_LOST_MESSAGE,
      unsentInputs.some(({ state }) => state !== 'uploading') && describeKeptDraft(unsentInputs),
    ]
    closeController.current = new AbortController()
    const isConfirmed =
      !mustConfirmLeave ||
      (await confirm(
        {
          title: isSaving
            ? 'Close while it is being saved?'
            : dirty || isUploading
              ? 'Close without saving?'
              : 'Close without sending?',
          content: isSaving ? 'It may be saved all the same.' : lines.filter(Boolean).join('\n'),
          okText: 'Close',
          cancelText: isSaving ? 'Wait' : 'Keep editing',
          danger: (dirty === true && !keepsDraft) || isUploading,
        },
        closeController.current.signal,
      ))
    if (isConfirmed) afterClose()
  }
  const submitWithUnsentInputs = async (verb: string, submitAction: () => Promise<void>): Promise<void> => {
    if (unsentInputs.length === 0 || (await confirmUnsentInputs(unsentInputs, verb))) await submitAction()
  }
  const bodyRef = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const focusFirst = useEffectEvent(() => {
    const field =
      begins === 'field' ? bodyRef.current?.querySelector<HTMLElement>(FIRST_FIELD_SELECTOR) : undefined
    // Never focuses a button, because the Enter key that opened the sheet may still be held down and would
    // press it.
    ;(field ?? heading.current)?.focus()
  })
  // Runs after the dialog has focused its first button.
  useLayoutEffect(() => focusFirst(), [])
  useBackGuard(mustConfirmLeave, () => void confirmAndLeave())
  return (
    <Layer labelledBy={id} onClose={() => void confirmAndLeave()}>
      <LeaveSheetContext value={(afterClose) => void confirmAndLeave(afterClose)}>
        <UnsentInputsContext
          value={{
            hold: setUnsentInputs,
            confirmAndSubmit: (verb, submitAction) => void submitWithUnsentInputs(verb, submitAction),
          }}
        >
          <section
            className={place === 'side' ? 'sheet half' : 'sheet box'}
            ref={(element) => element?.style.setProperty('--w', `${width}px`)}
          >
            <header className="row">
              <div className="grow">
                <h2 id={id} ref={heading} tabIndex={-1}>
                  {title}
                </h2>
                {subtitle && <p className="minor">{subtitle}</p>}
              </div>
              {actions}
              <IconButton icon={X} label="Close" onClick={() => void confirmAndLeave()} />
            </header>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys scroll it */}
            <div className="body" ref={bodyRef} tabIndex={0} role="group" aria-labelledby={id}>
              {children}
            </div>
            {footer && <footer className="row">{footer}</footer>}
          </section>
        </UnsentInputsContext>
      </LeaveSheetContext>
    </Layer>
  )
}
