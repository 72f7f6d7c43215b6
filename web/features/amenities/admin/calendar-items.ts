import type { Calendar } from '@event-calendar/core'
import { formatDate, formatDateWithTime, formatTime, toInstant, toCommunityTime } from '#lib/time.ts'
import type { AmenityBookings } from '@tahanan/contract/amenities/answers.ts'
import { isStatus, getStatusInfo } from '@tahanan/contract/statuses.ts'
import { RESERVATION_HOURS } from '@tahanan/contract/tickets/modules/reservation.ts'
import { addDays } from '@tahanan/contract/time.ts'

export type CalendarView = 'day' | 'week'

/** Text of a calendar item. Important lines come first, because a short item shows only its first lines. */
export interface ItemLines {
  readonly bold: string
  readonly lines: readonly string[]
  readonly ticketId?: number
  readonly amenityId?: number
}

type Booking = AmenityBookings['bookings'][number]
type Offer = AmenityBookings['offers'][number]
type Closure = AmenityBookings['closed'][number]

const formatHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`
export const FIRST_RESERVATION_TIME = formatHour(RESERVATION_HOURS.from)
export const LAST_RESERVATION_TIME = formatHour(RESERVATION_HOURS.to)

export function getWeek(day: string): [monday: string, sunday: string] {
  const monday = addDays(day, -((new Date(day).getUTCDay() + 6) % 7))
  return [monday, addDays(monday, 6)]
}

// The calendar gets local times of the community, so that the browser's time zone cannot shift them.
const toLocalTime = (instant: string): string => (toCommunityTime(instant) ?? '').replace(' ', 'T')

export const formatTimeSpan = (day: string, from: string, to: string): string =>
  `${formatTime(toInstant(`${day} ${from}`))} to ${formatTime(toInstant(`${day} ${to}`))}`

export const getBookingName = (ticketId: number): string => `booking ${ticketId}`

type CalendarItem = Pick<Calendar.EventInput, 'extendedProps'>

/** Returns false for the event that the calendar library creates while the user selects a time range. */
export const isCalendarItem = ({ extendedProps }: CalendarItem): boolean =>
  extendedProps !== undefined && 'lines' in extendedProps

export const getItemLines = ({ extendedProps }: CalendarItem): ItemLines =>
  extendedProps as unknown as ItemLines

export function toCalendarItems(
  { amenities, bookings, offers, closed }: AmenityBookings,
  view: CalendarView,
): Calendar.EventInput[] {
  const titleByAmenityId = new Map(amenities.map(({ id, title }) => [id, title]))
  return [
    ...bookings.map((booking) => toBookingItem(booking, titleByAmenityId.get(booking.amenityId) ?? '', view)),
    ...(view === 'day' ? bookings.flatMap(toCleaningItem) : []),
    ...offers.map((offer) => toOfferItem(offer, titleByAmenityId.get(offer.amenityId) ?? '', view)),
    ...closed.flatMap((span) => toClosureItem(span, titleByAmenityId.get(span.amenityId) ?? '', view)),
  ]
}

function toBookingItem(booking: Booking, amenity: string, view: CalendarView): Calendar.EventInput {
  const { ticketId, ticketNumber, amenityId, tenant, status, startTime, endTime } = booking
  const unit = tenant.unitNumber || tenant.clientCode
  const label = isStatus(status) ? getStatusInfo(status).label : ''
  const time = `${formatTime(startTime)} to ${formatTime(endTime)}`
  const name = tenant.uoccname
  // In the day view, the item's height shows the duration, so the unit has a line of its own. In the week
  // view, every item has three lines.
  const [bold, ...lines] = view === 'day' ? [unit, label, time, name] : [`${unit} ${name}`, time, label]
  return {
    id: getBookingName(ticketId),
    resourceId: amenityId,
    start: toLocalTime(startTime),
    end: toLocalTime(endTime),
    title: [amenity, formatDate(startTime), unit, label, time, name, ticketNumber].join(', '),
    classNames: ['booking', `status-${status}`],
    extendedProps: { bold, lines, ticketId },
  }
}

/** Converts an offer, which is a time that is reserved for a tenant on the waiting list. */
function toOfferItem(offer: Offer, amenity: string, view: CalendarView): Calendar.EventInput {
  const { id, amenityId, tenant, startTime, endTime, until } = offer
  const unit = tenant.unitNumber || tenant.clientCode
  const heldUntilText = `Held until ${formatDateWithTime(until)}`
  const time = `${formatTime(startTime)} to ${formatTime(endTime)}`
  const name = tenant.uoccname
  const [bold, ...lines] =
    view === 'day' ? [unit, heldUntilText, time, name] : [`${unit} ${name}`, time, heldUntilText]
  return {
    id: `offer ${id}`,
    resourceId: amenityId,
    start: toLocalTime(startTime),
    end: toLocalTime(endTime),
    title: [amenity, formatDate(startTime), unit, heldUntilText, time, name].join(', '),
    classNames: ['booking', 'offer'],
    extendedProps: { bold, lines },
  }
}

function toCleaningItem({ ticketId, amenityId, endTime, cleaningEnd }: Booking): Calendar.EventInput[] {
  if (cleaningEnd === endTime) return []
  return [
    {
      id: `cleaning ${ticketId}`,
      resourceId: amenityId,
      start: toLocalTime(endTime),
      end: toLocalTime(cleaningEnd),
      display: 'background',
      classNames: ['cleaning'],
      extendedProps: { bold: 'Cleaning', lines: [] },
    },
  ]
}

function toClosureItem(
  { amenityId, date, from, to, reason }: Closure,
  amenity: string,
  view: CalendarView,
): Calendar.EventInput[] {
  const isWholeDay = from === FIRST_RESERVATION_TIME && to === LAST_RESERVATION_TIME
  // The week view shows no hours. Hours outside the opening times would appear as an item on every day, so
  // they are left out.
  if (view === 'week' && reason === null && !isWholeDay) return []
  const time = formatTimeSpan(date, from, to)
  const closureItem = {
    id: `closed ${amenityId} ${date} ${from} ${to} ${reason ?? ''}`,
    resourceId: amenityId,
    classNames: ['closed'],
  }
  if (view === 'week' && !isWholeDay)
    return [
      {
        ...closureItem,
        start: `${date}T${from}:00`,
        end: `${date}T${to}:00`,
        title: [amenity, formatDate(date), 'Closed', time, reason].join(', '),
        extendedProps: { bold: 'Closed', lines: [time, reason ?? ''], amenityId },
      },
    ]
  const calendarTimes =
    view === 'week'
      ? { allDay: true, start: date, end: date }
      : { start: `${date}T${from}:00`, end: `${date}T${to}:00` }
  return [
    {
      ...closureItem,
      ...calendarTimes,
      display: 'background',
      extendedProps: { bold: reason === null ? 'Closed' : `Closed: ${reason}`, lines: [] },
    },
  ]
}
