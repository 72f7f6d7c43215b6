import { type ReactNode, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { onSubmitKey } from '#lib/keys/to-shortcut-key.ts'
import { recoverFocus } from '#lib/move-focus.ts'
import { createStore } from '#lib/store.ts'
import { useStore } from '#lib/use-store.ts'

/** Topmost last. Toasts are rendered into the topmost one, because everything outside it is inert. */
const open = createStore<readonly HTMLDialogElement[]>([])

export function useTopLayer(): HTMLDialogElement | undefined {
  return useStore(open).at(-1)
}

interface LayerProps {
  /** Called on Escape, the back gesture, or a click outside the content. */
  onClose: () => void
  label?: string
  labelledBy?: string
  /** An `alertdialog` stays above dialogs that open later, and ignores clicks outside. */
  role?: 'dialog' | 'alertdialog'
  covers?: boolean
  children: ReactNode
}

/**
 * Modal layer on the native `<dialog>`, which traps the focus. It is open while mounted. Ctrl+Enter in it
 * clicks the submit button of its footer.
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
    // Browsers close a dialog that prevents `cancel` twice. It is reopened, and `onClose` decides whether it
    // stays.
    const onClosed = (): void => {
      if (dialog.isConnected && !dialog.open) {
        dialog.showModal()
        reopen()
      }
    }
    dialog.addEventListener('close', onClosed)
    return () => {
      dialog.removeEventListener('close', onClosed)
      open.set(open.get().filter((other) => other !== dialog))
      dialog.close()
      // The browser focuses the element that opened the dialog, but that may have been removed by a decision.
      setTimeout(recoverFocus)
    }
  }, [])

  // Browsers show the newest dialog on top, so an open alertdialog must be reopened above it.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog || !top || role === 'dialog' || top.getAttribute('role') !== 'dialog') return
    // `top` is outdated, because the order changed meanwhile.
    if (open.get().at(-1) !== top) return
    dialog.close()
    dialog.showModal()
    open.set([...open.get().filter((other) => other !== dialog), dialog])
  }, [role, top])

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape, clicks outside
    <dialog
      ref={ref}
      className={covers ? 'layer covers' : 'layer'}
      role={role}
      aria-label={label}
      aria-labelledby={labelledBy}
      onCancel={(event) => {
        // `cancel` events of file inputs bubble up to the dialog.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onKeyDown={(event) => {
        onSubmitKey(event, () => ref.current?.querySelector<HTMLElement>('footer [type="submit"]')?.click())
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
