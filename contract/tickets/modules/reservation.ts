import type { FieldErrors } from '../../errors.ts'
import {
  choice,
  dateTime,
  longText,
  money,
  PAST_TIME_MESSAGE,
  reference,
  type CheckContext,
  type Field,
} from '../../forms/fields.ts'
import { STATUS } from '../../statuses.ts'
import { toWallClock } from '../../time.ts'
import { defineModule, RESERVATION_TABS } from '../define-module.ts'

export const RESERVATION_TITLES = [
  { value: 'Amenity Booking', label: 'Amenity Booking' },
  { value: 'Event Booking', label: 'Event Booking' },
] as const

/** Bookings must be between these hours of community time (rules 5.9). */
export const RESERVATION_HOURS = { from: 6, to: 21 } as const

/** `hours` and `lastMinute` limit only the picker; `checkReservation` checks the time (rules 5.9). */
const createBookedTimeField = (label: string) =>
  dateTime({
    label,
    required: 'Please input the datetime!',
    isPastRefused: true,
    isPastTimeRefused: true,
    hours: [RESERVATION_HOURS.from, RESERVATION_HOURS.to],
    lastMinute: 29,
    hint: 'Between 6AM and 9PM.',
  })

export const BOOKED_FIELDS: Readonly<Record<'amenityId' | 'startTime' | 'endTime', Field>> = {
  amenityId: reference('amenity', { label: 'Amenity', required: 'Please choose amenity!' }),
  startTime: createBookedTimeField('Start Time'),
  endTime: createBookedTimeField('End Time'),
}

export function checkReservation(
  values: Readonly<Record<string, unknown>>,
  { timeZone, now, action }: CheckContext,
): FieldErrors {
  if (typeof values.startTime !== 'string' || typeof values.endTime !== 'string') return {}
  const [start, end] = [new Date(values.startTime), new Date(values.endTime)]
  const [startClock, endClock] = [toWallClock(start, timeZone), toWallClock(end, timeZone)]
  const toSeconds = ({ hour, minute, second }: typeof startClock) => hour * 3600 + minute * 60 + second
  if (action === 'create' && start < now) return { startTime: [PAST_TIME_MESSAGE] }
  if (end <= start) return { endTime: ['The end must be after the start.'] }
  if (
    startClock.year !== endClock.year ||
    startClock.month !== endClock.month ||
    startClock.day !== endClock.day
  ) {
    return { endTime: ['The start and the end must be on the same day.'] }
  }
  const hoursError = 'Reservations are between 6AM and 9PM.'
  if (toSeconds(startClock) < RESERVATION_HOURS.from * 3600) return { startTime: [hoursError] }
  if (toSeconds(endClock) > RESERVATION_HOURS.to * 3600) return { endTime: [hoursError] }
  return {}
}

const COLUMN_LABELS = {
  amenity: 'Amenity',
  title: 'Title',
  startTime: 'Start Time',
  endTime: 'End Time',
  estimatedAmount: 'Estimated Amount',
} as const

/** Reservation of an amenity. Bookings of one amenity never overlap (rules 5.8 to 5.11). */
export const reservation = defineModule({
  name: 'reservation',
  permission: 'reservations',
  setting: 'reservation',
  prefix: 'RS',
  path: { one: 'reservation', many: 'reservations' },
  route: '/reservations',
  title: 'Reservations',
  noun: { one: 'reservation', many: 'reservations' },
  toast: { resident: 'Reservation', admin: 'Reservation' },
  description: 'Book an amenity between 6AM and 9PM.',
  searchHint: 'Search ticket, client or amenity',
  icon: 'calendar-check',
  flags: { add: 'add', edit: ['approve'], submit: 'approve', delete: 'reject' },
  heldResource: 'amenity',
  fields: {
    amenityId: BOOKED_FIELDS.amenityId,
    title: choice(RESERVATION_TITLES, { label: 'Title', required: 'Please choose title!' }),
    startTime: BOOKED_FIELDS.startTime,
    endTime: BOOKED_FIELDS.endTime,
    description: longText({
      label: 'Description',
      required: 'Please input your description!',
      personal: 'household',
    }),
    estimatedAmount: money({
      label: 'Estimated Amount',
      required: { admin: 'Please input your estimated amount!' },
      requiredOn: 'update',
      writers: ['admin'],
      initial: 0,
      zero: 'No amount yet',
    }),
    comment: longText({ label: 'Comment', writers: ['admin'], personal: 'household' }),
  },
  check: checkReservation,
  mainDate: 'startTime',
  recordedTimes: { approvalDate: 'approved', dateApplied: 'ongoing', completedDate: 'completed' },
  residentColumns: { ticketNumber: 'Ticket Number', ...COLUMN_LABELS },
  officeColumns: COLUMN_LABELS,
  under: { endTime: 'startTime', title: 'amenity' },
  tabs: RESERVATION_TABS,
  csv: {
    file: 'Reservation Reports.csv',
    keys: [
      'amenity',
      'title',
      'description',
      'startTime',
      'endTime',
      'estimatedAmount',
      'status',
      'remarks',
      'comment',
    ],
  },
  card: { heading: 'amenity', line: [{ from: 'startTime', to: 'endTime' }, 'estimatedAmount', 'title'] },
  actions: [
    {
      path: 'reserved',
      effect: 'status',
      status: STATUS.approved,
      toast: 'Reservation approved successfully.',
    },
  ],
  example: {
    amenityId: 1,
    title: 'Amenity Booking',
    startTime: { days: 7, time: '09:00' },
    endTime: { days: 7, time: '11:00' },
    description: 'Birthday lunch, about 20 guests.',
  },
})
