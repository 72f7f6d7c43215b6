import { Siren } from 'lucide-react'

/** Tag of a post that was sent at once to every resident. */
export function UrgentTag() {
  return (
    <span className="tag status-6">
      <Siren />
      URGENT
    </span>
  )
}
