import './toast.css'
import './opening.css'
import { DisableShortcuts } from '#lib/keys/disable-shortcuts.tsx'

/** Disables keyboard shortcuts while the code of a panel loads. */
export function OpeningMessage() {
  return (
    <div className="toasts opening" role="status" aria-label="Loading">
      <span className="toast row">Opening…</span>
      <DisableShortcuts />
    </div>
  )
}
