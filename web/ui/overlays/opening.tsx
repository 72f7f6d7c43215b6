import './toast.css'
import './opening.css'
import { KeysHeld } from '#lib/keys/held-keys.tsx'

/** Loading message for a panel whose code takes a while to load. Meanwhile it receives typed keys. */
export function Opening() {
  return (
    <div className="toasts opening" role="status" aria-label="Loading">
      <span className="toast row">Opening…</span>
      <KeysHeld />
    </div>
  )
}
