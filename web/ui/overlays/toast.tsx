import './toast.css'
import { CircleAlert, CircleCheck, Info, type LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { getShortcutProps } from '#lib/keys/shortcut-setting.ts'
import { recoverFocus } from '#lib/move-focus.ts'
import { createStore } from '#lib/store.ts'
import { useStore } from '#lib/use-store.ts'
import { Button } from '#ui/controls/button.tsx'
import { useTopLayer } from '#ui/layers/layer.tsx'
import { useLayerShortcut } from '#ui/layers/use-layer-shortcut.ts'

export interface ToastAction {
  label: string
  run: () => void
}

interface Toast {
  id: number
  kind: 'success' | 'error' | 'info'
  text: string
  details?: string
  action?: ToastAction
}

const TOAST_ICONS: Record<Toast['kind'], LucideIcon> = {
  success: CircleCheck,
  error: CircleAlert,
  info: Info,
}
const DISPLAY_SECONDS = { success: 4, info: 5, error: 8 } as const
/**
 * Duration in seconds of a toast with a button. It is paused while the pointer or the focus is on the toast.
 */
const ACTION_TOAST_SECONDS = 10

const visibleToasts = createStore<readonly Toast[]>([])
const timerByToastId = new Map<number, ReturnType<typeof setTimeout>>()
let nextToastId = 1

function showToast(kind: Toast['kind'], text: string, details?: string, action?: ToastAction): void {
  const newToast = { id: nextToastId++, kind, text, details, action }
  visibleToasts.set([...visibleToasts.get().slice(-2), newToast])
  startHideTimer(newToast)
}

function startHideTimer(toast: Toast): void {
  const seconds = toast.action ? ACTION_TOAST_SECONDS : DISPLAY_SECONDS[toast.kind]
  clearTimeout(timerByToastId.get(toast.id))
  timerByToastId.set(
    toast.id,
    setTimeout(() => hideToast(toast), seconds * 1000),
  )
}

function hideToast({ id }: Toast): void {
  clearTimeout(timerByToastId.get(id))
  timerByToastId.delete(id)
  visibleToasts.set(visibleToasts.get().filter((visibleToast) => visibleToast.id !== id))
}

/** Shows messages that disappear by themselves. Use a dialog for messages that the user must read. */
export const toast = {
  success: (text: string, details?: string, action?: ToastAction): void =>
    showToast('success', text, details, action),
  info: (text: string): void => showToast('info', text),
  error: (text: string): void => showToast('error', text),
}

/**
 * Renders toasts inside the topmost dialog, because the browser makes everything outside it inert. The shell
 * (frame) of every page must contain it exactly once.
 */
export function Toaster() {
  const toasts = useStore(visibleToasts)
  const layer = useTopLayer()
  const newestUndo = toasts.findLast(({ action }) => action !== undefined)
  return createPortal(
    <div className="toasts" role="status" aria-live="polite">
      {toasts.map((visibleToast) => (
        <ToastMessage key={visibleToast.id} toast={visibleToast} hasShortcut={visibleToast === newestUndo} />
      ))}
    </div>,
    layer ?? document.body,
  )
}

function ToastMessage({ toast: toastItem, hasShortcut }: { toast: Toast; hasShortcut: boolean }) {
  const { id, kind, text, details, action } = toastItem
  const Icon = TOAST_ICONS[kind]
  const button = useRef<HTMLButtonElement>(null)
  // The U key clicks the button of the newest toast in a dialog. Outside dialogs, the list handles the key
  // (use-list-shortcuts.ts).
  useLayerShortcut('u', button, () => button.current?.click())
  // A toast that was moved into another dialog is no longer under the pointer, so its timer starts again.
  useEffect(() => {
    if (toastItem.action) startHideTimer(toastItem)
  }, [toastItem])
  const keepVisibleHandlers = action && {
    onPointerEnter: () => clearTimeout(timerByToastId.get(id)),
    onPointerLeave: () => startHideTimer(toastItem),
    onFocus: () => clearTimeout(timerByToastId.get(id)),
    onBlur: () => startHideTimer(toastItem),
  }
  return (
    <div className={`toast row ${kind}`} {...keepVisibleHandlers}>
      <Icon />
      <span>
        {text}
        {details && <small className="num">{details}</small>}
      </span>
      {action && (
        <Button
          ref={hasShortcut ? button : undefined}
          kind="quiet"
          aria-label={`${action.label}: ${details ?? text}`}
          {...getShortcutProps(action.label, hasShortcut ? 'u' : undefined)}
          onClick={() => {
            hideToast(toastItem)
            action.run()
            setTimeout(recoverFocus)
          }}
        >
          {action.label}
        </Button>
      )}
    </div>
  )
}
