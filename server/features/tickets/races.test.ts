import { describe, expect, test } from 'vitest'
import { makeAmenity } from '#testing/accounts.ts'
import { openTestPortal } from '#testing/portal.ts'
import { booking as bookingOn, dayAhead, example } from './testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin')

const booking = (amenityId: number, from: string, to: string) => bookingOn(amenityId, 10, from, to)

describe('bookings', () => {
  test('of 50 simultaneous bookings of a slot exactly one succeeds', async () => {
    const { id } = await makeAmenity(portal.db)
    const residents = await Promise.all(Array.from({ length: 50 }, () => portal.as('client')))
    const answers = await Promise.all(
      residents.map((resident) => resident.post('/reservation', booking(id, '09:00', '11:00'))),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status === 409)
    expect(refused).toHaveLength(49)
    expect(new Set(refused.map(({ body }) => body.message))).toEqual(
      new Set(['These dates already reserved to this amenity.']),
    )
    const kept = await portal.db
      .selectFrom('tickets')
      .select('ticket_number')
      .where('module', '=', 'reservation')
      .execute()
    expect(kept).toEqual([{ ticket_number: answers.find(({ status }) => status === 201)?.body.ticketNumber }])
  })

  test('of simultaneous overlapping bookings no two that overlap succeed', async () => {
    const { id } = await makeAmenity(portal.db)
    const resident = await portal.as('client')
    const times = Array.from(
      { length: 40 },
      (_, n) =>
        [
          `${String(6 + (n % 13)).padStart(2, '0')}:00`,
          `${String(8 + (n % 13)).padStart(2, '0')}:00`,
        ] as const,
    )
    await Promise.all(times.map(([from, to]) => resident.post('/reservation', booking(id, from, to))))
    const held = await portal.db
      .selectFrom('amenity_bookings')
      .select('during')
      .where('amenity_id', '=', id)
      .execute()
    const ranges = held.map(({ during }) => String(during)).toSorted()
    for (const [n, range] of ranges.entries()) {
      const next = ranges[n + 1]
      if (next) expect(range.split(',')[1]!.slice(0, -1) <= next.split(',')[0]!.slice(1)).toBe(true)
    }
    expect(ranges.length).toBeGreaterThan(3)
  })

  test('back-to-back bookings, and bookings of different amenities, succeed', async () => {
    const [one, two] = [await makeAmenity(portal.db), await makeAmenity(portal.db)]
    const resident = await portal.as('client')
    for (const body of [
      booking(one.id, '09:00', '10:00'),
      booking(one.id, '10:00', '11:00'),
      booking(two.id, '09:00', '10:00'),
    ]) {
      expect((await resident.post('/reservation', body)).status).toBe(201)
    }
  })

  test('a rejected or deleted reservation frees its time; restoring it may be refused', async () => {
    const { id } = await makeAmenity(portal.db)
    const resident = await portal.as('client')
    const first = (await resident.post<{ id: number }>('/reservation', booking(id, '13:00', '14:00'))).body
    await admin.put(`/reservation/${first.id}`, { status: 6 })
    const second = await resident.post<{ id: number }>('/reservation', booking(id, '13:00', '14:00'))
    expect(second.status).toBe(201)
    const back = await admin.put(`/reservation/${first.id}`, { status: 2 })
    expect([back.status, back.body.message]).toEqual([409, 'These dates already reserved to this amenity.'])
    expect((await admin.get(`/reservation/${first.id}`)).body).toMatchObject({ status: 6 })
    expect((await resident.delete(`/reservation/${second.body.id}`)).status).toBe(200)
    expect((await admin.put(`/reservation/${first.id}`, { status: 2 })).status).toBe(200)
  })

  test('residents see the booked times of a day without their owners', async () => {
    const { id } = await makeAmenity(portal.db)
    const [mine, theirs] = [await portal.as('client'), await portal.as('client')]
    await mine.post('/reservation', booking(id, '09:00', '10:00'))
    await theirs.post('/reservation', booking(id, '10:00', '11:00'))
    const { body } = await mine.get<{ own: boolean }[]>(
      `/get-reservation-schedules?amenityId=${id}&date=${dayAhead(10)}`,
    )
    expect(body.map(({ own }) => own)).toEqual([true, false])
    expect(Object.keys(body[0]!).toSorted()).toEqual(['amenityId', 'endTime', 'own', 'startTime'])
    expect(
      (await mine.get<unknown[]>(`/get-reservation-schedules?amenityId=${id}&date=${dayAhead(11)}`)).body,
    ).toEqual([])
  })

  test('an unknown or deleted amenity cannot be booked', async () => {
    const gone = await makeAmenity(portal.db, { status: 0 })
    const resident = await portal.as('client')
    for (const id of [gone.id, 999_999]) {
      const { status, body } = await resident.post('/reservation', booking(id, '09:00', '10:00'))
      expect([status, body.errors]).toEqual([400, { amenityId: ['Please choose amenity!'] }])
    }
  })
})

test('60 tickets filed at once get 60 different numbers without gaps', async () => {
  const resident = await portal.as('client')
  const answers = await Promise.all(
    Array.from({ length: 60 }, () =>
      resident.post<{ ticketNumber: string }>('/commendation', example('commendation')),
    ),
  )
  const numbers = answers.map(({ body }) => Number(body.ticketNumber.slice(-6))).toSorted((a, b) => a - b)
  expect(new Set(numbers).size).toBe(60)
  const { last } = await portal.db
    .selectFrom('ticket_counters')
    .select('last')
    .where('module', '=', 'commendation')
    .executeTakeFirstOrThrow()
  expect(numbers.at(-1)).toBeLessThanOrEqual(last)
})

test('of ten changes with the same updated_at one is saved and nine answer 409', async () => {
  const resident = await portal.as('client')
  const ticket = (await resident.post<{ id: number; updated_at: string }>('/request', example('jobOrder')))
    .body
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      admin.put(`/request/${ticket.id}`, { title: `Version ${n}`, updated_at: ticket.updated_at }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    200,
    ...Array.from({ length: 9 }, () => 409),
  ])
})
