import './toast.css'
import './opening.css'
import { DisableShortcuts } from '#lib/keys/disable-shortcuts.tsx'

/** Message while the code of a panel loads. It disables keyboard shortcuts. */
export function OpeningMessage() {
  return (
    <div className="toasts opening" role="status" aria-label="Loading">
      <span className="toast row">Opening…</span>
      <DisableShortcuts />
    </div>
  )
}
