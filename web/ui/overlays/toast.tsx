import './toast.css'
import { CircleAlert, CircleCheck, Info, type LucideIcon } from 'lucide-react'
import { createPortal } from 'react-dom'
import { createStore } from '#lib/store.ts'
import { useStore } from '#lib/use-store.ts'
import { useTopLayer } from '#ui/layers/layer.tsx'

interface Toast {
  id: number
  kind: 'success' | 'error' | 'info'
  text: string
  about?: string
}

const ICONS: Record<Toast['kind'], LucideIcon> = { success: CircleCheck, error: CircleAlert, info: Info }
const SECONDS = { success: 4, info: 5, error: 8 } as const

const shown = createStore<readonly Toast[]>([])
let next = 1

function say(kind: Toast['kind'], text: string, about?: string): void {
  const toast = { id: next++, kind, text, about }
  shown.set([...shown.get().slice(-2), toast])
  setTimeout(() => shown.set(shown.get().filter((other) => other !== toast)), SECONDS[kind] * 1000)
}

/** Temporary messages: 'Gate Pass added successfully.' Use a dialog for messages that must be read. */
export const toast = {
  success: (text: string, about?: string): void => say('success', text, about),
  info: (text: string): void => say('info', text),
  error: (text: string): void => say('error', text),
}

/** Renders toasts inside the topmost dialog, since they would be inert outside it. Use one per shell. */
export function Toaster() {
  const toasts = useStore(shown)
  const layer = useTopLayer()
  return createPortal(
    <div className="toasts" role="status" aria-live="polite">
      {toasts.map(({ id, kind, text, about }) => {
        const Icon = ICONS[kind]
        return (
          <p className={`toast row ${kind}`} key={id}>
            <Icon />
            <span>
              {text}
              {about && <small className="num">{about}</small>}
            </span>
          </p>
        )
      })}
    </div>,
    layer ?? document.body,
  )
}
