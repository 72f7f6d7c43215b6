import { Ban, Check, CircleCheckBig, Hourglass, Loader, type LucideIcon, MailX, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDate } from '#lib/time.ts'
import { getStatusInfo } from '@tahanan/contract/statuses.ts'

const STATUS_ICONS: Record<ReturnType<typeof getStatusInfo>['icon'], LucideIcon> = {
  hourglass: Hourglass,
  check: Check,
  loader: Loader,
  'circle-check': CircleCheckBig,
  ban: Ban,
  x: X,
}

export function StatusIcon({ status }: { status: number }) {
  const Icon = STATUS_ICONS[getStatusInfo(status).icon]
  return <Icon />
}

/** Colours of tags. Each value is the ticket status that has this colour; 0 is neutral. */
export const TAG_COLOURS = { neutral: 0, gold: 1, geekblue: 3, green: 4, magenta: 5, red: 6 } as const

export type TagColour = keyof typeof TAG_COLOURS

interface TagProps {
  colour: TagColour
  icon: LucideIcon
  title?: string
  children: ReactNode
}

export function Tag({ colour, icon: Icon, title, children }: TagProps) {
  return (
    <span className={`tag status-${TAG_COLOURS[colour]}`} title={title}>
      <Icon />
      {children}
    </span>
  )
}

interface StatusTagProps {
  status: number
  /** `edit` uses the label of edit forms, for example APPROVAL. */
  wording?: 'list' | 'edit'
}

/** Tag of a ticket's status, 1 to 6 (rules 4.1). */
export function StatusTag({ status, wording = 'list' }: StatusTagProps) {
  const { label, editLabel = label } = getStatusInfo(status)
  return (
    <span className={`tag status-${status}`}>
      <StatusIcon status={status} />
      {wording === 'edit' ? editLabel : label}
    </span>
  )
}

/** Tag of a type. It has no colour, because colours are reserved for statuses. */
export function TypeTag({ label, icon: Icon }: { label: string; icon?: LucideIcon }) {
  return (
    <span className="type">
      {Icon && <Icon />}
      {label}
    </span>
  )
}

/**
 * Tag for an account whose address was permanently refused by a mail server. `at` is the time of the refusal.
 */
export function MailRefusedTag({ at }: { at: string | null | undefined }) {
  if (!at) return null
  return (
    <Tag colour="red" icon={MailX} title={`Refused on ${formatDate(at)}`}>
      MAIL REFUSED
    </Tag>
  )
}
