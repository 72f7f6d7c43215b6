import { ICalCalendar, ICalEventStatus } from 'ical-generator'
import { STATUS } from '@tahanan/contract/statuses.ts'
import { toOneLine } from '@tahanan/contract/text/one-line.ts'
import type { TicketRow } from '../repository.ts'
import { getBookedSpan, isHoldingStatus } from './bookings.ts'

/**
 * Returns a reservation as an iCalendar file (RFC 5545). The UID never changes, and the SEQUENCE rises with
 * each change, so a calendar replaces the event from an earlier file.
 */
export function toCalendarFile(row: TicketRow, community: string): string {
  const { details, ticket_number: number, created_at: created, updated_at: stamp } = row
  const { from, to } = getBookedSpan(details)
  const amenity = toCalendarText(row.amenity_title ?? '')
  const calendar = new ICalCalendar({ prodId: { company: 'Tahanan', product: 'Portal' } })
  calendar.createEvent({
    id: `${number}-${created.getTime()}@tahanan`,
    sequence: row.version - 1,
    created,
    stamp,
    lastModified: stamp,
    start: new Date(from),
    end: new Date(to),
    status: toEventStatus(row.status),
    summary: amenity,
    location: `${amenity}, ${toCalendarText(community)}`,
    description: row.status === STATUS.approval ? `${number}, waiting for approval` : number,
  })
  // RFC 5545 requires a line break after END:VCALENDAR, which ical-generator does not write.
  return `${calendar.toString()}\r\n`
}

function toEventStatus(status: number): ICalEventStatus {
  if (!isHoldingStatus(status)) return ICalEventStatus.CANCELLED
  return status === STATUS.approval ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED
}

/** Texts in iCalendar must not contain control characters. */
const toCalendarText = (text: string): string => toOneLine(text).replaceAll(/\p{Cc}/gu, '')
