import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { statusInfo } from '@tahanan/contract/statuses.ts'

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export interface Notice {
  title: string
  message: string
  /** Path within the area's pages, for the detail dialog's button. */
  link: string
}

/** Told to administrators when a resident files a ticket (decisions §7). */
export function filedNotice(
  module: TicketModule,
  ticket: { id: number | string; ticketNumber: string },
  tenant: { clientCode: string; uoccname: string },
): Notice {
  return {
    title: `New ${module.noun.one}`,
    message: `${tenant.uoccname} (${tenant.clientCode}) filed ${ticket.ticketNumber}.`,
    link: `/admin${module.route ?? '/services'}?modal=true&serviceId=${ticket.id}`,
  }
}

/** Told to the resident when the status or the remarks of their ticket change (decisions §7). */
export function changedNotice(
  module: TicketModule,
  ticket: { id: number; ticketNumber: string },
  change: { status?: number; remarks?: string },
): Notice {
  const what = change.status === undefined ? 'has a new remark from the PMO' : statusSentence(change.status)
  const remark = change.remarks ? ` Remarks: ${change.remarks}` : ''
  return {
    title: `${capital(module.noun.one)} ${ticket.ticketNumber}`,
    message: `Your ${module.noun.one} ${what}.${remark}`,
    link: `${module.route ?? '/services'}?serviceId=${ticket.id}`,
  }
}

function statusSentence(status: number): string {
  if (status === 0) return 'has been deleted by the PMO'
  return `has been ${statusInfo(status).past}`
}
