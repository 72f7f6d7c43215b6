/** Statuses of a ticket (rules 4.1). Lists never contain deleted tickets, but live events do. */
export const STATUS = {
  deleted: 0,
  approval: 1,
  approved: 2,
  ongoing: 3,
  completed: 4,
  cancelled: 5,
  rejected: 6,
} as const

/** Statuses of accounts, posts, comments, records of the office, services and terms. */
export const RECORD_STATUS = { deleted: 0, active: 1 } as const

export type Status = Exclude<StoredStatus, typeof STATUS.deleted>
export type StoredStatus = (typeof STATUS)[keyof typeof STATUS]

export const DECIDED_STATUSES = [
  STATUS.approved,
  STATUS.ongoing,
  STATUS.completed,
  STATUS.cancelled,
  STATUS.rejected,
] as const
export type DecidedStatus = (typeof DECIDED_STATUSES)[number]

/** Statuses of open tickets. Only open tickets can be late. */
export const OPEN_STATUSES: readonly Status[] = [STATUS.approval, STATUS.approved, STATUS.ongoing]

/** Statuses in which a reservation blocks its time for other bookings (rules 5.10). */
export const BLOCKING_STATUSES: readonly number[] = [...OPEN_STATUSES, STATUS.completed]

/** Permissions that are needed to change a ticket to a status (rules 4.4). */
export type StatusFlag = 'approve' | 'ongoing' | 'complete' | 'cancel' | 'reject'

interface StatusInfo {
  readonly status: Status
  readonly label: string
  readonly editLabel?: string
  /** Past participle for sentences: "Your gate pass has been approved." */
  readonly pastParticiple: string
  /** Colour of the badge (rules 15.8). */
  readonly color: 'gold' | 'lime' | 'geekblue' | 'green' | 'magenta' | 'red'
  /** Lucide icon, because a colour must not be the only sign of a status. */
  readonly icon: 'hourglass' | 'check' | 'loader' | 'circle-check' | 'ban' | 'x'
  readonly flag: StatusFlag | null
}

export const STATUSES: readonly StatusInfo[] = [
  {
    status: STATUS.approval,
    label: 'FOR APPROVAL',
    editLabel: 'APPROVAL',
    pastParticiple: 'sent back for approval',
    color: 'gold',
    icon: 'hourglass',
    flag: null,
  },
  {
    status: STATUS.approved,
    label: 'APPROVED',
    pastParticiple: 'approved',
    color: 'lime',
    icon: 'check',
    flag: 'approve',
  },
  {
    status: STATUS.ongoing,
    label: 'ONGOING',
    pastParticiple: 'set to ongoing',
    color: 'geekblue',
    icon: 'loader',
    flag: 'ongoing',
  },
  {
    status: STATUS.completed,
    label: 'COMPLETED',
    pastParticiple: 'completed',
    color: 'green',
    icon: 'circle-check',
    flag: 'complete',
  },
  {
    status: STATUS.cancelled,
    label: 'CANCELLED',
    pastParticiple: 'cancelled',
    color: 'magenta',
    icon: 'ban',
    flag: 'cancel',
  },
  {
    status: STATUS.rejected,
    label: 'REJECTED',
    pastParticiple: 'rejected',
    color: 'red',
    icon: 'x',
    flag: 'reject',
  },
]

/** Throws on an unknown number, which is a programming error. */
export function getStatusInfo(status: number): StatusInfo {
  const info = STATUSES.find((candidate) => candidate.status === status)
  if (!info) throw new RangeError(`no such ticket status: ${status}`)
  return info
}

/** Returns false for `deleted`, because callers cannot set this status. */
export function isStatus(value: unknown): value is Status {
  return typeof value === 'number' && STATUSES.some((candidate) => candidate.status === value)
}
