import { expect, test } from 'vitest'
import type { AmenityBookings } from '@tahanan/contract/amenities/answers.ts'
import { toCalendarItems } from './calendar-items.ts'

const DAY = '2026-12-07'
const createClosure = (
  from: string,
  to: string,
  reason: string | null,
): AmenityBookings['closed'][number] => ({
  amenityId: 1,
  date: DAY,
  from,
  to,
  reason,
})
const createBookings = (overrides: Partial<AmenityBookings>): AmenityBookings => ({
  amenities: [{ id: 1, title: 'Pool', isDeleted: false }],
  bookings: [],
  offers: [],
  closed: [],
  ...overrides,
})
const booking = {
  ticketId: 7,
  ticketNumber: 'RS-2026-000007',
  status: 2,
  tenant: { id: 3, clientCode: 'A-302', uoccname: 'Ana Reyes', unitNumber: '' },
  amenityId: 1,
  startTime: `${DAY}T01:00:00.000Z`,
  endTime: `${DAY}T03:00:00.000Z`,
  cleaningEnd: `${DAY}T03:30:00.000Z`,
}

test('a booking is named in full, and lies at its time of the community (rules 25.10)', () => {
  const [item, cleaningItem] = toCalendarItems(createBookings({ bookings: [booking] }), 'day')
  expect(item).toMatchObject({
    resourceId: 1,
    start: `${DAY}T09:00:00`,
    end: `${DAY}T11:00:00`,
    title: 'Pool, 7 Dec 2026, A-302, APPROVED, 9:00 AM to 11:00 AM, Ana Reyes, RS-2026-000007',
    classNames: ['booking', 'status-2'],
    extendedProps: { bold: 'A-302', lines: ['APPROVED', '9:00 AM to 11:00 AM', 'Ana Reyes'], ticketId: 7 },
  })
  expect(cleaningItem).toMatchObject({
    start: `${DAY}T11:00:00`,
    end: `${DAY}T11:30:00`,
    display: 'background',
  })
  expect(
    toCalendarItems(createBookings({ bookings: [{ ...booking, cleaningEnd: booking.endTime }] }), 'day'),
  ).toHaveLength(1)
})

test('a time that is held for the waiting list says for whom and until when (rules 25.14)', () => {
  const { ticketId, ticketNumber: _, status: __, cleaningEnd: ___, ...held } = booking
  const offeredBooking = { ...held, id: ticketId, until: `${DAY}T00:30:00.000Z` }
  expect(toCalendarItems(createBookings({ offers: [offeredBooking] }), 'day')).toEqual([
    expect.objectContaining({
      title: 'Pool, 7 Dec 2026, A-302, Held until 7 Dec 2026, 8:30 AM, 9:00 AM to 11:00 AM, Ana Reyes',
      extendedProps: {
        bold: 'A-302',
        lines: ['Held until 7 Dec 2026, 8:30 AM', '9:00 AM to 11:00 AM', 'Ana Reyes'],
      },
    }),
  ])
})

test('a week shows closures, but not the hours outside of the opening', () => {
  const closureSpans = [createClosure('06:00', '08:00', null), createClosure('12:00', '14:00', 'Fumigation')]
  expect(
    toCalendarItems(createBookings({ closed: closureSpans }), 'day').map(({ display }) => display),
  ).toEqual(['background', 'background'])
  expect(toCalendarItems(createBookings({ closed: closureSpans }), 'week')).toEqual([
    expect.objectContaining({
      title: 'Pool, 7 Dec 2026, Closed, 12:00 PM to 2:00 PM, Fumigation',
      extendedProps: { bold: 'Closed', lines: ['12:00 PM to 2:00 PM', 'Fumigation'], amenityId: 1 },
    }),
  ])
  expect(
    toCalendarItems(createBookings({ closed: [createClosure('06:00', '21:00', null)] }), 'week'),
  ).toEqual([
    expect.objectContaining({
      allDay: true,
      display: 'background',
      extendedProps: { bold: 'Closed', lines: [] },
    }),
  ])
})
