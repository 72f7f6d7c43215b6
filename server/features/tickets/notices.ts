import { capitalize } from '@tahanan/contract/capitalize.ts'
import type { MailText, NewsKind } from '@tahanan/contract/notifications/kinds.ts'
import { STATUS, statusInfo } from '@tahanan/contract/statuses.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { formatLongTime } from '@tahanan/contract/time.ts'

export interface Notice {
  kind: NewsKind
  title: string
  message: string
  /** Path in the area's pages that opens the ticket. */
  link: string
}

/** News of a resident's own ticket; `brief` and `letter` are its texts outside the portal. */
export interface ResidentNotice extends Notice {
  brief: string
  letter: MailText
}

/** Returns the notice to administrators of a resident's new ticket (rules 10.1). */
export function filedNotice(
  module: TicketModule,
  ticket: { id: number; ticketNumber: string },
  tenant: { clientCode: string; uoccname: string },
): Notice {
  return {
    kind: 'ticket',
    title: `New ${module.noun.one}`,
    message: `${tenant.uoccname} (${tenant.clientCode}) filed ${ticket.ticketNumber}.`,
    link: officeLink(module, ticket.id),
  }
}

/** Returns the path that opens a ticket in the office's pages. */
export const officeLink = (module: TicketModule, id: number): string =>
  `/admin${module.route ?? '/services'}?modal=true&serviceId=${id}`

/** Returns the path that opens a ticket in its resident's pages. */
export const residentLink = (module: TicketModule, id: number): string =>
  `${module.route ?? '/services'}?serviceId=${id}`

/** Returns the notice to an administrator of a ticket that another one assigned to them. */
export const assignedNotice = (
  module: TicketModule,
  ticket: { id: number; ticketNumber: string },
  by: string,
): Notice => ({
  kind: 'ticket',
  title: `${capitalize(module.noun.one)} assigned to you`,
  message: `${by} assigned ${ticket.ticketNumber} to you.`,
  link: officeLink(module, ticket.id),
})

/** Returns the notice to the office that a ticket is late. */
export const lateNotice = (
  module: TicketModule,
  ticket: { id: number; ticketNumber: string; dueAt: Date },
  timeZone: string,
): Notice => ({
  kind: 'reminder',
  title: `${capitalize(module.noun.one)} is late`,
  message: `${ticket.ticketNumber} was due on ${formatLongTime(ticket.dueAt, timeZone)}.`,
  link: officeLink(module, ticket.id),
})

/** A ticket in notifications; `details` and `amenity` contain the heading of its card. */
interface NoticedTicket {
  readonly id: number
  readonly ticketNumber: string
  readonly details: Readonly<Record<string, unknown>>
  readonly amenity: string | null
}

/** Returns the notice to the resident of a new status or new remarks (rules 10.1), titled by the change. */
export function changedNotice(
  module: TicketModule,
  { id, ticketNumber, details, amenity }: NoticedTicket,
  { status, remarks }: { status?: number; remarks?: string },
): ResidentNotice {
  const own = details[module.card.heading]
  const name = amenity ?? (typeof own === 'string' ? own : '')
  const arrived = status !== undefined && status === module.arrival && name !== ''
  const remark = remarks ? ` Remarks: ${remarks}` : ''
  const facts = `${name === '' || arrived ? ticketNumber : `${ticketNumber}, ${name}`}.`
  const changed = changeTitle(module, status)
  return {
    kind: 'ticket',
    title: arrived ? `${name} has arrived` : changed,
    message: `${facts}${remark}`,
    brief: `${changed}, ${ticketNumber}`,
    // A remark is read in the portal only.
    letter: { paragraphs: [facts] },
    link: residentLink(module, id),
  }
}

function changeTitle({ noun }: TicketModule, status: number | undefined): string {
  if (status === undefined) return `New remark on your ${noun.one}`
  const subject = capitalize(noun.one)
  if (status === STATUS.deleted) return `${subject} deleted by the PMO`
  return status === STATUS.ongoing ? `${subject} is ongoing` : `${subject} ${statusInfo(status).past}`
}
