import './toast.css'
import './opening.css'

/** Says of what opens over a page that it is on its way, where its code takes longer than a moment to come. */
export function Opening() {
  return (
    <div className="toasts opening" role="status" aria-label="Loading">
      <span className="toast row">Opening…</span>
    </div>
  )
}
