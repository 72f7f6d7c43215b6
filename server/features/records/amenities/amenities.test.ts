import { expect, test } from 'vitest'
import { createBookingBody } from '#features/tickets/testing.ts'
import { createTestAmenity } from '#testing/accounts.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'

const portal = await openTestPortal()

type List = ListOf<{ id: number; title: string }>

test('residents and administrators with reservations choose among the active amenities', async () => {
  const pool = await createTestAmenity(portal.db, { title: 'Swimming Pool' })
  const deletedAmenity = await createTestAmenity(portal.db, { title: 'Old Swimming Pool', status: 0 })
  const callers = [
    await portal.as('client'),
    await portal.as('admin', { roles: { amenities: ['view'] } }),
    await portal.as('admin', { roles: { reservations: ['add'] } }),
  ]
  for (const caller of callers) {
    const { body } = await caller.get<List>('/amenities?page=1&limit=0&searchTerm=swimming')
    expect(body).toMatchObject({
      data: [{ id: pool.id, title: 'Swimming Pool', images: [] }],
      total: 1,
      from: 1,
    })
    expect((await caller.get(`/amenity/${pool.id}`)).body).toMatchObject({ id: pool.id })
    expect((await caller.get(`/amenity/${deletedAmenity.id}`)).status).toBe(404)
  }
})

const reserveAmenity = async (amenityId: number, days: number) =>
  (await portal.as('client')).post<{ id: number }>(
    '/reservation',
    createBookingBody(amenityId, days, '10:00', '10:59'),
  )
const createRefusalMessage = (bookings: string) =>
  `This amenity has ${bookings} ahead. Please cancel or move what is booked before you delete it.`

test('an amenity with future bookings cannot be deleted; without them it can', async () => {
  const { id } = await createTestAmenity(portal.db)
  const admin = await portal.as('admin')
  const { body: first } = await reserveAmenity(id, 3)
  const { body: second } = await reserveAmenity(id, 4)
  const refusedReply = await admin.delete(`/amenity/${id}`)
  expect([refusedReply.status, refusedReply.body.code, refusedReply.body.message]).toEqual([
    409,
    'amenityBooked',
    createRefusalMessage('2 bookings'),
  ])
  await admin.put(`/reservation/${first.id}`, { status: 6 })
  expect((await admin.delete(`/amenity/${id}`)).body.message).toBe(createRefusalMessage('1 booking'))
  expect((await admin.get(`/amenity/${id}`)).status).toBe(200)
  await admin.put(`/reservation/${second.id}`, { status: 5 })
  expect((await admin.delete(`/amenity/${id}`)).status).toBe(200)
})

test('past bookings do not prevent the deletion of an amenity, and keep its name; one that runs does', async () => {
  const { id, title } = await createTestAmenity(portal.db)
  const admin = await portal.as('admin')
  const { body } = await reserveAmenity(id, 3)
  const bookingUpdate = portal.db.updateTable('amenity_bookings').where('amenity_id', '=', id)
  const [from, to] = [-1, 1].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString())
  await bookingUpdate.set({ during: `[${from},${to})` }).execute()
  expect((await admin.delete(`/amenity/${id}`)).status).toBe(409)
  await bookingUpdate.set({ during: '[2026-01-01 10:00+08,2026-01-01 11:00+08)' }).execute()
  expect((await admin.delete(`/amenity/${id}`)).status).toBe(200)
  expect((await admin.get(`/reservation/${body.id}`)).body).toMatchObject({ amenity: { title } })
  for (const status of [2, 5])
    expect((await admin.put(`/reservation/${body.id}`, { status })).status, String(status)).toBe(200)
})

test('of a simultaneous booking and deletion of an amenity exactly one is refused', async () => {
  const admin = await portal.as('admin')
  for (let round = 0; round < 2; round++) {
    const { id } = await createTestAmenity(portal.db)
    const [bookingResponse, deletionResponse] = await Promise.all([
      reserveAmenity(id, 5),
      admin.delete(`/amenity/${id}`),
    ])
    expect([
      [201, 409],
      [400, 200],
    ]).toContainEqual([bookingResponse.status, deletionResponse.status])
  }
})
