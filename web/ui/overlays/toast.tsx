import './toast.css'
import { CircleAlert, CircleCheck, Info, type LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { getShortcutProps } from '#lib/keys/shortcuts.ts'
import { recoverFocus } from '#lib/move-focus.ts'
import { createStore } from '#lib/store.ts'
import { useStore } from '#lib/use-store.ts'
import { Button } from '#ui/controls/button.tsx'
import { useTopLayer } from '#ui/layers/layer.tsx'
import { useLayerKey } from '#ui/layers/use-layer-key.ts'

export interface ToastAction {
  label: string
  run: () => void
}

interface Toast {
  id: number
  kind: 'success' | 'error' | 'info'
  text: string
  about?: string
  action?: ToastAction
}

const ICONS: Record<Toast['kind'], LucideIcon> = { success: CircleCheck, error: CircleAlert, info: Info }
const SECONDS = { success: 4, info: 5, error: 8 } as const
/**
 * Duration in seconds of a toast with a button. It is paused while the pointer or the focus is on the toast.
 */
const ACTION_SECONDS = 10

const shown = createStore<readonly Toast[]>([])
const timers = new Map<number, ReturnType<typeof setTimeout>>()
let next = 1

function showToast(kind: Toast['kind'], text: string, about?: string, action?: ToastAction): void {
  const toast = { id: next++, kind, text, about, action }
  shown.set([...shown.get().slice(-2), toast])
  start(toast)
}

function start(toast: Toast): void {
  const seconds = toast.action ? ACTION_SECONDS : SECONDS[toast.kind]
  clearTimeout(timers.get(toast.id))
  timers.set(
    toast.id,
    setTimeout(() => hide(toast), seconds * 1000),
  )
}

function hide({ id }: Toast): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  shown.set(shown.get().filter((other) => other.id !== id))
}

/** Shows messages that disappear by themselves. Use a dialog for messages that the user must read. */
export const toast = {
  success: (text: string, about?: string, action?: ToastAction): void =>
    showToast('success', text, about, action),
  info: (text: string): void => showToast('info', text),
  error: (text: string): void => showToast('error', text),
}

/**
 * Renders toasts inside the topmost dialog, because they would be inert outside it. Each shell must contain
 * it exactly once.
 */
export function Toaster() {
  const toasts = useStore(shown)
  const layer = useTopLayer()
  return createPortal(
    <div className="toasts" role="status" aria-live="polite">
      {toasts.map((one) => (
        <ShownToast key={one.id} toast={one} />
      ))}
    </div>,
    layer ?? document.body,
  )
}

function ShownToast({ toast: one }: { toast: Toast }) {
  const { id, kind, text, about, action } = one
  const Icon = ICONS[kind]
  const button = useRef<HTMLButtonElement>(null)
  // Handles U for toasts in dialogs. Outside dialogs, the list handles the key (use-list-keys.ts).
  useLayerKey('u', button, () => button.current?.click())
  // A toast that was moved into another dialog is no longer under the pointer, so its timer starts again.
  useEffect(() => {
    if (one.action) start(one)
  }, [one])
  const stays = action && {
    onPointerEnter: () => clearTimeout(timers.get(id)),
    onPointerLeave: () => start(one),
    onFocus: () => clearTimeout(timers.get(id)),
    onBlur: () => start(one),
  }
  return (
    <div className={`toast row ${kind}`} {...stays}>
      <Icon />
      <span>
        {text}
        {about && <small className="num">{about}</small>}
      </span>
      {action && (
        <Button
          ref={button}
          kind="quiet"
          aria-label={`${action.label}: ${about ?? text}`}
          {...getShortcutProps(action.label, 'u')}
          onClick={() => {
            hide(one)
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
