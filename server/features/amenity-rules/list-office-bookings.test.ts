import { expect, test } from 'vitest'
import { createBookingBody, getDayAhead, type Ticket } from '#features/tickets/testing.ts'
import { createTestAmenity } from '#testing/accounts.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { AmenityBookings } from '@tahanan/contract/amenities/answers.ts'
import type { ErrorAnswer } from '@tahanan/contract/answers.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const { db } = portal
const admin = await portal.as('admin')
const resident = await portal.as('client')

const getCalendar = async (from: number, to = from) =>
  (await admin.get<AmenityBookings>(`/amenity-bookings?from=${getDayAhead(from)}&to=${getDayAhead(to)}`)).body
const fileReservation = async (
  caller: LoggedInCaller,
  amenityId: number,
  days: number,
  from: string,
  to: string,
) => {
  const { status, body } = await caller.post<Ticket>(
    '/reservation',
    createBookingBody(amenityId, days, from, to),
  )
  expect(status).toBe(201)
  return body
}
const toInstant = (days: number, clock: string) =>
  new Date(`${getDayAhead(days)}T${clock}:00+08:00`).toISOString()

test('the office’s calendar has the bookings and closed times of all amenities (rules 25.10)', async () => {
  const pool = await createTestAmenity(db, { title: 'Pool' })
  const court = await createTestAmenity(db, { title: 'Court' })
  await admin.put(`/amenity-rules/${pool.id}`, {
    cleaningMinutes: 30,
    hours: [{ days: 'all', opens: '08:00', closes: '21:00' }],
    closures: [{ from: getDayAhead(4), opens: '12:00', closes: '14:00', reason: 'Fumigation' }],
  })
  const lateReservation = await fileReservation(resident, court.id, 4, '20:00', '21:00')
  const earlyReservation = await fileReservation(resident, pool.id, 4, '08:00', '10:00')
  await fileReservation(resident, pool.id, 5, '08:00', '10:00')
  const calendar = await getCalendar(4)
  expect(calendar.amenities.map(({ title }) => title)).toEqual(['Court', 'Pool'])
  expect(calendar.bookings).toEqual([
    {
      ticketId: earlyReservation.id,
      ticketNumber: earlyReservation.ticketNumber,
      status: 1,
      tenant: expect.objectContaining({ id: resident.id }),
      amenityId: pool.id,
      startTime: toInstant(4, '08:00'),
      endTime: toInstant(4, '10:00'),
      cleaningEnd: toInstant(4, '10:30'),
    },
    expect.objectContaining({
      ticketId: lateReservation.id,
      amenityId: court.id,
      cleaningEnd: toInstant(4, '21:00'),
    }),
  ])
  const date = getDayAhead(4)
  expect(calendar.closed).toEqual([
    { amenityId: pool.id, date, from: '06:00', to: '08:00', reason: null },
    { amenityId: pool.id, date, from: '12:00', to: '14:00', reason: 'Fumigation' },
  ])
  expect((await getCalendar(4, 5)).bookings).toHaveLength(3)
})

test('a time that is held for the waiting list is in it, for its tenant', async () => {
  const { id } = await createTestAmenity(db, { title: 'Sauna' })
  await admin.put(`/amenity-rules/${id}`, { offerMinutes: 60 })
  const takenReservation = await fileReservation(await portal.as('client'), id, 12, '08:00', '09:00')
  const { startTime, endTime } = createBookingBody(id, 12, '08:00', '09:00')
  await resident.post('/waiting-entry', { amenityId: id, startTime, endTime })
  expect((await getCalendar(12)).offers).toEqual([])
  await admin.put(`/reservation/${takenReservation.id}`, { status: 5 })
  const calendar = await getCalendar(12)
  expect(calendar.bookings).toEqual([])
  expect(calendar.offers).toEqual([
    expect.objectContaining({
      tenant: expect.objectContaining({ id: resident.id }),
      amenityId: id,
      startTime: toInstant(12, '08:00'),
      endTime: toInstant(12, '09:00'),
    }),
  ])
})

test('a reservation that holds no time is not in it, and a deleted amenity only with bookings', async () => {
  const deletedAmenity = await createTestAmenity(db, { title: 'Old Hall' })
  const [deletedReservation, rejectedReservation, keptReservation] = [
    await fileReservation(resident, deletedAmenity.id, 9, '08:00', '09:00'),
    await fileReservation(resident, deletedAmenity.id, 9, '09:00', '10:00'),
    await fileReservation(resident, deletedAmenity.id, 9, '10:00', '11:00'),
  ]
  expect((await admin.delete(`/reservation/${deletedReservation.id}`)).status).toBe(200)
  await admin.put(`/reservation/${rejectedReservation.id}`, { status: 6, remarks: 'No', estimatedAmount: 1 })
  // Marks the amenity as deleted in the database, because the API does not delete an amenity with future
  // bookings.
  await db.updateTable('amenities').set({ status: 0 }).where('id', '=', deletedAmenity.id).execute()
  const { amenities, bookings, closed } = await getCalendar(9)
  expect(bookings.map(({ ticketId }) => ticketId)).toEqual([keptReservation.id])
  expect(amenities).toContainEqual({ id: deletedAmenity.id, title: 'Old Hall', isDeleted: true })
  expect(closed.filter(({ amenityId }) => amenityId === deletedAmenity.id)).toEqual([])
  expect((await getCalendar(10)).amenities.map(({ id }) => id)).not.toContain(deletedAmenity.id)
})

test.each([
  ['from=2026-12-01&to=2027-01-01', { to: ['Please choose 31 days at most.'] }],
  ['from=2026-12-02&to=2026-12-01', { to: ['The last day is before the first.'] }],
  ['from=2026-02-30&to=2026-03-01', { from: ['There is no such day.'] }],
  ['from=2026-12-01&to=tomorrow', { to: ['This is not a date.'] }],
])('days %s are refused with the reason', async (query, errors) => {
  const { status, body } = await admin.get<ErrorAnswer>(`/amenity-bookings?${query}`)
  expect([status, body.errors]).toEqual([400, errors])
  expect((await admin.get('/amenity-bookings?from=2026-12-01&to=2026-12-31')).status).toBe(200)
})
