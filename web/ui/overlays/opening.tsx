import './toast.css'
import './opening.css'
import { KeysHeld } from '#lib/keys/held-keys.tsx'

/** Message while the code of a panel loads. Keyboard shortcuts are disabled meanwhile. */
export function Opening() {
  return (
    <div className="toasts opening" role="status" aria-label="Loading">
      <span className="toast row">Opening…</span>
      <KeysHeld />
    </div>
  )
}
