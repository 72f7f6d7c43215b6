import { capitalize } from '@tahanan/contract/capitalize.ts'
import { formatPesos } from '@tahanan/contract/money.ts'
import type { MailText, NotificationKind } from '@tahanan/contract/notifications/kinds.ts'
import { STATUS, getStatusInfo } from '@tahanan/contract/statuses.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { getMailFacts, type TicketInMail } from '@tahanan/contract/tickets/get-mail-facts.ts'
import { formatLongTime } from '@tahanan/contract/time.ts'

export interface TicketNotification {
  kind: NotificationKind
  title: string
  message: string
  link: string
}

/**
 * Notification to a resident about their own ticket. `brief` is the short text for push messages, `letter`
 * the text for mails.
 */
export interface ResidentTicketNotification extends TicketNotification {
  brief: string
  letter: MailText
}

export function createFiledNotification(
  module: TicketModule,
  ticket: { id: number; ticketNumber: string },
  tenant: { clientCode: string; uoccname: string },
): TicketNotification {
  return {
    kind: 'ticket',
    title: `New ${module.noun.one}`,
    message: `${tenant.uoccname} (${tenant.clientCode}) filed ${ticket.ticketNumber}.`,
    link: getOfficeLink(module, ticket.id),
  }
}

export const getOfficeLink = (module: TicketModule, id: number): string =>
  `/admin${module.route ?? '/services'}?modal=true&serviceId=${id}`

export const getResidentLink = (module: TicketModule, id: number): string =>
  `${module.route ?? '/services'}?serviceId=${id}`

export const createAssignedNotification = (
  module: TicketModule,
  ticket: { id: number; ticketNumber: string },
  adminName: string,
): TicketNotification => ({
  kind: 'ticket',
  title: `${capitalize(module.noun.one)} assigned to you`,
  message: `${adminName} assigned ${ticket.ticketNumber} to you.`,
  link: getOfficeLink(module, ticket.id),
})

const MAX_LISTED_NUMBERS = 10

export function createAssignedManyNotification(
  module: TicketModule,
  tickets: readonly { ticketNumber: string }[],
  assigneeId: number,
  adminName: string,
): TicketNotification {
  const listedNumbers = tickets.slice(0, MAX_LISTED_NUMBERS).map(({ ticketNumber }) => ticketNumber)
  const omittedCount = tickets.length - listedNumbers.length
  const omittedText = omittedCount > 0 ? ` and ${omittedCount} more` : ''
  return {
    kind: 'ticket',
    title: `${tickets.length} ${module.noun.many} assigned to you`,
    message: `${adminName} assigned these to you: ${listedNumbers.join(', ')}${omittedText}.`,
    link: `/admin${module.route ?? '/services'}?assigneeId=${assigneeId}`,
  }
}

export const createLateNotification = (
  module: TicketModule,
  ticket: { id: number; ticketNumber: string; dueAt: Date },
  timeZone: string,
): TicketNotification => ({
  kind: 'reminder',
  title: `${capitalize(module.noun.one)} is late`,
  message: `${ticket.ticketNumber} was due on ${formatLongTime(ticket.dueAt, timeZone)}.`,
  link: getOfficeLink(module, ticket.id),
})

interface TicketOfNotification extends TicketInMail {
  readonly id: number
}

interface NotifiedChange {
  readonly status?: number | undefined
  readonly remarks?: string | undefined
  /** Open amount of a booking in pesos, and the end of its payment period. */
  readonly pay?: { readonly left: number; readonly until: Date } | null
}

/**
 * Returns the notification to a resident about a new status or new remarks (rules 10.1). Its title names the
 * change.
 */
export function createChangedNotification(
  module: TicketModule,
  ticket: TicketOfNotification,
  { status, remarks, pay = null }: NotifiedChange,
  timeZone: string,
): ResidentTicketNotification {
  const { id, ticketNumber, details, amenity } = ticket
  const headingValue = details[module.card.heading]
  const name = amenity ?? (typeof headingValue === 'string' ? headingValue : '')
  const hasArrived = status !== undefined && status === module.arrival && name !== ''
  const remarkText = remarks ? ` ${formatRemarks(status, remarks)}` : ''
  const paymentText =
    pay &&
    `Please pay ${formatPesos(pay.left)} by ${formatLongTime(pay.until, timeZone)}, or the booking is cancelled.`
  const ticketText = `${name === '' || hasArrived ? ticketNumber : `${ticketNumber}, ${name}`}.`
  const changeTitle = formatChangeTitle(module, status)
  return {
    kind: 'ticket',
    title: hasArrived ? `${name} has arrived` : changeTitle,
    message: `${ticketText}${paymentText ? ` ${paymentText}` : ''}${remarkText}`,
    brief: `${changeTitle}, ${ticketNumber}`,
    letter: {
      paragraphs: [
        ...formatChangeParagraphs(module, { status, remarks }),
        ...(paymentText ? [paymentText] : []),
      ],
      facts: getMailFacts(module, ticket, timeZone),
    },
    link: getResidentLink(module, id),
  }
}

export const isRefusalStatus = (status: number | undefined): boolean =>
  status === STATUS.cancelled || status === STATUS.rejected

const formatRemarks = (status: number | undefined, remarks: string): string =>
  `${isRefusalStatus(status) ? 'Reason' : 'Remarks'}: ${remarks}`

function formatChangeParagraphs({ noun, next }: TicketModule, { status, remarks }: NotifiedChange): string[] {
  const changeSentence =
    status === undefined
      ? `The office wrote a remark on your ${noun.one}.`
      : status === STATUS.deleted
        ? `Your ${noun.one} was deleted by the PMO.`
        : `Your ${noun.one} was ${getStatusInfo(status).pastParticiple}.`
  return [
    changeSentence,
    ...(remarks ? [formatRemarks(status, remarks)] : []),
    ...(status === STATUS.approved && next ? [`Next: ${next.stepText}.`] : []),
  ]
}

function formatChangeTitle({ noun }: TicketModule, status: number | undefined): string {
  if (status === undefined) return `New remark on your ${noun.one}`
  const subject = capitalize(noun.one)
  if (status === STATUS.deleted) return `${subject} deleted by the PMO`
  return status === STATUS.ongoing
    ? `${subject} is ongoing`
    : `${subject} ${getStatusInfo(status).pastParticiple}`
}
