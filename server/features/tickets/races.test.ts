import { describe, expect, test } from 'vitest'
import { createTestAmenity } from '#testing/accounts.ts'
import { awaitStatuses } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import { createBookingBody as bookingOn, getDayAhead, createExample } from './testing.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin')

const createBooking = (amenityId: number, from: string, to: string) => bookingOn(amenityId, 10, from, to)
const TIME_TAKEN_MESSAGE = 'These dates already reserved to this amenity.'

async function findIds(term: string): Promise<number[]> {
  const { body } = await admin.get<{ data: { id: number }[] }>(`/reservations?searchTerm=${term}`)
  return body.data.map(({ id }) => id)
}

describe('bookings', () => {
  test('of 50 simultaneous bookings of a slot exactly one succeeds', async () => {
    const { id } = await createTestAmenity(portal.db)
    const residents = await Promise.all([1, 2, 3, 4, 5].map(() => portal.as('client')))
    const bookingResponses = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        residents[n % 5]!.post('/reservation', createBooking(id, '09:00', '11:00')),
      ),
    )
    const [bookedResponse, ...otherResponses] = bookingResponses.filter(({ status }) => status === 201)
    expect([bookedResponse?.status, otherResponses]).toEqual([201, []])
    const refusedAnswers = bookingResponses.filter(({ status }) => status === 409)
    expect(refusedAnswers).toHaveLength(49)
    expect(new Set(refusedAnswers.map(({ body }) => body.message))).toEqual(new Set([TIME_TAKEN_MESSAGE]))
    const storedBookings = await portal.db
      .selectFrom('amenity_bookings as b')
      .innerJoin('tickets as t', 't.id', 'b.ticket_id')
      .select('t.ticket_number')
      .where('b.amenity_id', '=', id)
      .execute()
    expect(storedBookings).toEqual([{ ticket_number: bookedResponse?.body.ticketNumber }])
  })

  test('that overlap are refused; adjacent ones, and those of another amenity, are not', async () => {
    const [firstAmenity, secondAmenity] = [
      await createTestAmenity(portal.db),
      await createTestAmenity(portal.db),
    ]
    const resident = await portal.as('client')
    const bookAmenity = async (amenityId: number, from: string, to: string) =>
      (await resident.post('/reservation', createBooking(amenityId, from, to))).status
    expect(await bookAmenity(firstAmenity.id, '09:00', '11:00')).toBe(201)
    for (const [from, to] of [
      ['08:00', '09:01'],
      ['10:59', '12:00'],
      ['09:30', '10:00'],
      ['08:00', '12:00'],
    ] as const)
      expect([from, to, await bookAmenity(firstAmenity.id, from, to)]).toEqual([from, to, 409])
    expect(await bookAmenity(firstAmenity.id, '08:00', '09:00')).toBe(201)
    expect(await bookAmenity(firstAmenity.id, '11:00', '12:00')).toBe(201)
    expect(await bookAmenity(secondAmenity.id, '09:00', '11:00')).toBe(201)
  })

  test('a rejected or deleted reservation frees its time; restoring it may be refused', async () => {
    const { id } = await createTestAmenity(portal.db)
    const resident = await portal.as('client')
    const firstReservation = (
      await resident.post<{ id: number }>('/reservation', createBooking(id, '13:00', '14:00'))
    ).body
    await admin.put(`/reservation/${firstReservation.id}`, { status: 6 })
    const secondResponse = await resident.post<{ id: number }>(
      '/reservation',
      createBooking(id, '13:00', '14:00'),
    )
    expect(secondResponse.status).toBe(201)
    const reapprovalResponse = await admin.put(`/reservation/${firstReservation.id}`, { status: 2 })
    expect([reapprovalResponse.status, reapprovalResponse.body.message]).toEqual([409, TIME_TAKEN_MESSAGE])
    expect((await admin.get(`/reservation/${firstReservation.id}`)).body).toMatchObject({ status: 6 })
    expect((await resident.delete(`/reservation/${secondResponse.body.id}`)).status).toBe(200)
    expect((await admin.put(`/reservation/${firstReservation.id}`, { status: 2 })).status).toBe(200)
  })

  test.each([
    [2, 409],
    [3, 409],
    [4, 409],
    [5, 201],
  ])(
    'while a reservation has the status %i, another of its time answers %i',
    async (status, expectedStatus) => {
      const { id } = await createTestAmenity(portal.db)
      const resident = await portal.as('client')
      const firstReservation = (
        await resident.post<{ id: number }>('/reservation', createBooking(id, '13:00', '14:00'))
      ).body
      expect((await admin.put(`/reservation/${firstReservation.id}`, { status })).status).toBe(200)
      expect((await resident.post('/reservation', createBooking(id, '13:30', '14:30'))).status).toBe(
        expectedStatus,
      )
    },
  )

  test('residents see the booked times of a day without their owners', async () => {
    const { id } = await createTestAmenity(portal.db)
    const [resident, otherResident] = [await portal.as('client'), await portal.as('client')]
    await resident.post('/reservation', createBooking(id, '09:00', '10:00'))
    await otherResident.post('/reservation', createBooking(id, '10:00', '11:00'))
    const { body } = await resident.get<{ own: boolean }[]>(
      `/get-reservation-schedules?amenityId=${id}&date=${getDayAhead(10)}`,
    )
    expect(body.map(({ own }) => own)).toEqual([true, false])
    expect(Object.keys(body[0]!).toSorted()).toEqual(['amenityId', 'endTime', 'own', 'startTime'])
    expect(
      (await resident.get<unknown[]>(`/get-reservation-schedules?amenityId=${id}&date=${getDayAhead(11)}`))
        .body,
    ).toEqual([])
  })

  test('an unknown or deleted amenity cannot be booked', async () => {
    const deletedAmenity = await createTestAmenity(portal.db, { status: 0 })
    const resident = await portal.as('client')
    for (const id of [deletedAmenity.id, 999_999]) {
      const { status, body } = await resident.post('/reservation', createBooking(id, '09:00', '10:00'))
      expect([status, body.errors]).toEqual([400, { amenityId: ['Please choose amenity!'] }])
    }
  })

  test('an amenity that is corrected as or after a reservation ends must exist, and gives its name', async () => {
    const oldAmenity = await createTestAmenity(portal.db, { title: 'Badminton Court' })
    const newAmenity = await createTestAmenity(portal.db, { title: 'Bowling Alley' })
    const deletedAmenity = await createTestAmenity(portal.db, { status: 0 })
    const resident = await portal.as('client')
    const { body } = await resident.post<{ id: number }>(
      '/reservation',
      createBooking(oldAmenity.id, '09:00', '10:00'),
    )
    const changeReservation = (values: object) => admin.put(`/reservation/${body.id}`, values)
    for (const amenityId of [deletedAmenity.id, 999_999]) {
      const refusal = await changeReservation({ status: 5, amenityId })
      expect([refusal.status, refusal.body.errors]).toEqual([400, { amenityId: ['Please choose amenity!'] }])
    }
    await changeReservation({ status: 5, amenityId: newAmenity.id })
    const notification = await portal.db
      .selectFrom('notifications')
      .select('message')
      .where('tenant_id', '=', resident.id)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(notification?.message).toContain('Bowling Alley')
    expect([await findIds('bowling'), await findIds('badminton')]).toEqual([[body.id], []])
    await changeReservation({ amenityId: oldAmenity.id })
    expect([await findIds('bowling'), await findIds('badminton')]).toEqual([[], [body.id]])
    expect((await changeReservation({ amenityId: 999_999 })).status).toBe(400)
  })
})

test('tickets filed at once get consecutive numbers', async () => {
  const resident = await portal.as('client')
  const filingResponses = await Promise.all(
    Array.from({ length: 20 }, () =>
      resident.post<{ ticketNumber: string }>('/commendation', createExample('commendation')),
    ),
  )
  const numbers = filingResponses
    .map(({ body }) => Number(body.ticketNumber.slice(-6)))
    .toSorted((a, b) => a - b)
  const [first = 0] = numbers
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, n) => first + n))
})

test('of ten changes with the same updated_at one is saved and nine answer 409', async () => {
  const resident = await portal.as('client')
  const { body: ticket } = await resident.post<{ id: number; updated_at: string }>(
    '/request',
    createExample('jobOrder'),
  )
  const decisionStatuses = await awaitStatuses(
    Array.from({ length: 10 }, (_, n) =>
      admin.put(`/request/${ticket.id}`, { title: `Version ${n}`, updated_at: ticket.updated_at }),
    ),
  )
  expect(decisionStatuses).toEqual([200, ...Array<number>(9).fill(409)])
})
