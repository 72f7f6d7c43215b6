import { Check, X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from '#ui/controls/button.tsx'

interface DecisionProps {
  /** Button of the next step. */
  next?: ComponentProps<typeof Button>
  onReject?: () => void
  busy: boolean
  /** Further buttons of the record. */
  children?: ReactNode
}

/** Decision about a record of the office: the next step filled, Reject outlined. */
export function Decision({ next, onReject, busy, children }: DecisionProps) {
  return (
    <div className="acts decision">
      {next && <Button kind="primary" icon={Check} busy={busy} {...next} />}
      {onReject && (
        <Button icon={X} busy={busy} onClick={onReject}>
          Reject
        </Button>
      )}
      {children}
    </div>
  )
}
