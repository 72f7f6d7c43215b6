import './toast.css'
import './opening.css'

/** Loading message for a panel whose code takes a while to load. */
export function Opening() {
  return (
    <div className="toasts opening" role="status" aria-label="Loading">
      <span className="toast row">Opening…</span>
    </div>
  )
}
