import { type ReactNode, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { onSubmitKey } from '#lib/keys/to-shortcut-key.ts'
import { recoverFocus } from '#lib/move-focus.ts'
import { createStore } from '#lib/store.ts'
import { useStore } from '#lib/use-store.ts'

/**
 * Open dialogs, the topmost last. Toasts are rendered inside the topmost one, because everything outside it
 * is inert.
 */
const openDialogs = createStore<readonly HTMLDialogElement[]>([])

export function useTopLayer(): HTMLDialogElement | undefined {
  return useStore(openDialogs).at(-1)
}

interface LayerProps {
  /** Called on Escape, the back gesture, or a click outside the content. */
  onClose: () => void
  label?: string
  labelledBy?: string
  /** An `alertdialog` stays above dialogs that open later. Clicks outside it are ignored. */
  role?: 'dialog' | 'alertdialog'
  coversPage?: boolean
  children: ReactNode
}

/**
 * Modal layer, open while it is mounted. Uses the native `<dialog>`, which keeps the focus inside. Ctrl+Enter
 * clicks the submit button of its footer.
 */
export function Layer({ onClose, label, labelledBy, role = 'dialog', coversPage, children }: LayerProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const pressStartedOutside = useRef(false)
  const requestClose = useEffectEvent(() => onClose())
  const topLayer = useTopLayer()

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return undefined
    dialog.showModal()
    openDialogs.set([...openDialogs.get(), dialog])
    // Browsers close a dialog on the second Escape even if its `cancel` event is prevented. The dialog is
    // opened again, and only `onClose` decides whether it closes.
    const handleDialogClose = (): void => {
      if (dialog.isConnected && !dialog.open) {
        dialog.showModal()
        requestClose()
      }
    }
    dialog.addEventListener('close', handleDialogClose)
    return () => {
      dialog.removeEventListener('close', handleDialogClose)
      openDialogs.set(openDialogs.get().filter((openDialog) => openDialog !== dialog))
      dialog.close()
      // The browser returns the focus to the element that opened the dialog. If a decision has removed this
      // element, the focus must be set elsewhere.
      setTimeout(recoverFocus)
    }
  }, [])

  // Browsers show the dialog that was opened last on top, so an open alertdialog is closed and opened again
  // above the new one.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog || !topLayer || role === 'dialog' || topLayer.getAttribute('role') !== 'dialog') return
    // `topLayer` is outdated, because a dialog was opened or closed since this render.
    if (openDialogs.get().at(-1) !== topLayer) return
    dialog.close()
    dialog.showModal()
    openDialogs.set([...openDialogs.get().filter((openDialog) => openDialog !== dialog), dialog])
  }, [role, topLayer])

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape, outside clicks
    <dialog
      ref={ref}
      className={coversPage ? 'layer covers' : 'layer'}
      role={role}
      aria-label={label}
      aria-labelledby={labelledBy}
      onCancel={(event) => {
        // Ignores `cancel` events that bubble up from file inputs inside the dialog.
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
        pressStartedOutside.current = event.target === event.currentTarget
      }}
      onClick={(event) => {
        const isOutsideClick = pressStartedOutside.current && event.target === event.currentTarget
        if (isOutsideClick && role === 'dialog') onClose()
      }}
    >
      {children}
    </dialog>
  )
}
