import { Ban, Check, CircleCheckBig, Hourglass, Loader, type LucideIcon, X } from 'lucide-react'
import { statusInfo } from '@tahanan/contract/statuses.ts'

const ICONS: Record<ReturnType<typeof statusInfo>['icon'], LucideIcon> = {
  hourglass: Hourglass,
  check: Check,
  loader: Loader,
  'circle-check': CircleCheckBig,
  ban: Ban,
  x: X,
}

/** The icon of a ticket status; every status is told by icon, word and colour together. */
export function StatusIcon({ status }: { status: number }) {
  const Icon = ICONS[statusInfo(status).icon]
  return <Icon />
}

interface StatusTagProps {
  status: number
  /** `edit` for the word of edit forms (APPROVAL). */
  wording?: 'list' | 'edit'
}

/** A ticket's status, 1 to 6 (rules 4.1). */
export function StatusTag({ status, wording = 'list' }: StatusTagProps) {
  const { label, editLabel = label } = statusInfo(status)
  return (
    <span className={`tag status-${status}`}>
      <StatusIcon status={status} />
      {wording === 'edit' ? editLabel : label}
    </span>
  )
}

/** A plain kind, like DELIVERY: it carries no colour, so that colour stays the status's. */
export function TypeTag({ label, icon: Icon }: { label: string; icon?: LucideIcon }) {
  return (
    <span className="type">
      {Icon && <Icon />}
      {label}
    </span>
  )
}
