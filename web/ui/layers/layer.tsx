import { type ReactNode, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { onSubmitKey } from '#lib/keys/to-shortcut-key.ts'
import { recoverFocus } from '#lib/move-focus.ts'
import { createStore } from '#lib/store.ts'
import { useStore } from '#lib/use-store.ts'

/** Open native dialogs, topmost last. Toasts render into the last one to be above it. */
const open = createStore<readonly HTMLDialogElement[]>([])

/** Returns the topmost open dialog, or undefined. Everything outside it is inert. */
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
 * A modal layer on the native `<dialog>`, which traps the focus; open while mounted. Ctrl+Enter anywhere in
 * it clicks the submit button of its footer.
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
    // Browsers close a dialog that prevents `cancel` twice; then `onClose` decides whether it reopens.
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
      // The browser focuses the opener, unless it was removed, for example after a decision.
      setTimeout(recoverFocus)
    }
  }, [])

  // Browsers put the newest dialog on top, so an open alertdialog must be reopened above it.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog || !top || role === 'dialog' || top.getAttribute('role') !== 'dialog') return
    // This is the newest dialog.
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
        // `cancel` events of file inputs bubble up here.
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
