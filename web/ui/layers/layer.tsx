import { type ReactNode, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { createStore } from '#lib/store.ts'
import { useStore } from '#lib/use-store.ts'

/** The native dialogs that are open, the topmost last. What must be heard above them (toasts) is drawn into the last. */
const open = createStore<readonly HTMLDialogElement[]>([])

/** The topmost open dialog, or undefined. Everything outside it is inert. */
export function useTopLayer(): HTMLDialogElement | undefined {
  return useStore(open).at(-1)
}

interface LayerProps {
  /** Asked to close: Escape, the back gesture, or a click beside the content. */
  onClose: () => void
  /** Name of the dialog; or `labelledBy`. */
  label?: string
  labelledBy?: string
  /** An `alertdialog` is a question: it stays above what opens after it, and a click beside it does nothing. */
  role?: 'dialog' | 'alertdialog'
  /** Nothing behind it can be read. */
  covers?: boolean
  children: ReactNode
}

/**
 * A modal layer on the browser's own `<dialog>`: focus stays inside and returns afterwards, the page behind is inert.
 * It covers the whole viewport, and what it shows is placed inside. Mounted means open.
 */
export function Layer({ onClose, label, labelledBy, role = 'dialog', covers, children }: LayerProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const pressedBeside = useRef(false)
  const reopen = useEffectEvent(() => onClose())
  const top = useTopLayer()

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return undefined
    dialog.showModal()
    open.set([...open.get(), dialog])
    // browsers close a dialog that refuses twice; then we are asked, and decide whether it stays
    const closed = (): void => {
      if (dialog.isConnected && !dialog.open) {
        dialog.showModal()
        reopen()
      }
    }
    dialog.addEventListener('close', closed)
    return () => {
      dialog.removeEventListener('close', closed)
      open.set(open.get().filter((other) => other !== dialog))
      dialog.close()
    }
  }, [])

  // the browser puts the newest dialog on top, also above a question that was asked before it
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog || !top || role === 'dialog' || top.getAttribute('role') !== 'dialog') return
    // this dialog opened just now
    if (open.get().at(-1) !== top) return
    dialog.close()
    dialog.showModal()
    open.set([...open.get().filter((other) => other !== dialog), dialog])
  }, [role, top])

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape and the ground beside the content
    <dialog
      ref={ref}
      className={covers ? 'layer covers' : 'layer'}
      role={role}
      aria-label={label}
      aria-labelledby={labelledBy}
      onCancel={(event) => {
        // `cancel` also bubbles up from file inputs
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
      onPointerDown={(event) => {
        pressedBeside.current = event.target === event.currentTarget
      }}
      onClick={(event) => {
        const isBeside = pressedBeside.current && event.target === event.currentTarget
        if (isBeside && role === 'dialog') onClose()
      }}
    >
      {children}
    </dialog>
  )
}
