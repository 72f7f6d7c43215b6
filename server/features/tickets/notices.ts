import { capitalize } from '@tahanan/contract/capital.ts'
import { STATUS, statusInfo } from '@tahanan/contract/statuses.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'

export interface Notice {
  title: string
  message: string
  /** Path within the area's pages, for the detail dialog's button. */
  link: string
}

/** Returns the notice to administrators of a new ticket of a resident (rules 10.1). */
export function filedNotice(
  module: TicketModule,
  ticket: { id: number; ticketNumber: string },
  tenant: { clientCode: string; uoccname: string },
): Notice {
  return {
    title: `New ${module.noun.one}`,
    message: `${tenant.uoccname} (${tenant.clientCode}) filed ${ticket.ticketNumber}.`,
    link: `/admin${module.route ?? '/services'}?modal=true&serviceId=${ticket.id}`,
  }
}

/** A ticket as notifications name it. `details` and `amenity` hold what its card is headed by. */
interface NoticedTicket {
  readonly id: number
  readonly ticketNumber: string
  readonly details: Readonly<Record<string, unknown>>
  readonly amenity: string | null
}

/** Returns the notice to the resident of a new status or remarks (rules 10.1). The title tells the change. */
export function changedNotice(
  module: TicketModule,
  { id, ticketNumber, details, amenity }: NoticedTicket,
  { status, remarks }: { status?: number; remarks?: string },
): Notice {
  const own = details[module.card.heading]
  const name = amenity ?? (typeof own === 'string' ? own : '')
  const arrived = status !== undefined && status === module.arrival && name !== ''
  const remark = remarks ? ` Remarks: ${remarks}` : ''
  return {
    title: arrived ? `${name} has arrived` : whatHappened(module, status),
    message: `${name === '' || arrived ? ticketNumber : `${ticketNumber}, ${name}`}.${remark}`,
    link: `${module.route ?? '/services'}?serviceId=${id}`,
  }
}

function whatHappened({ noun }: TicketModule, status: number | undefined): string {
  if (status === undefined) return `New remark on your ${noun.one}`
  const subject = capitalize(noun.one)
  if (status === STATUS.deleted) return `${subject} deleted by the PMO`
  return status === STATUS.ongoing ? `${subject} is ongoing` : `${subject} ${statusInfo(status).past}`
}
