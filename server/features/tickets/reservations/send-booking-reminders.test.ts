import { beforeEach, expect, test } from 'vitest'
import { createTestAmenity } from '#testing/accounts.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { ResidentNotification } from '@tahanan/contract/notifications/answers.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import { formatLongDay } from '@tahanan/contract/time.ts'
import { createBookingBody, getDayAhead, type Ticket } from '../testing.ts'
import { sendBookingReminders } from './send-booking-reminders.ts'

const TIME_ZONE = 'Asia/Manila'
const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const { db } = portal
const admin = await portal.as('admin')
const resident = await portal.as('client')
let amenityId: number
beforeEach(async () => {
  await db.deleteFrom('tickets').execute()
  await db.deleteFrom('notifications').execute()
  amenityId = (await createTestAmenity(db, { title: 'Function Room' })).id
})

async function createReservation(
  days: number,
  status: number = STATUS.approved,
  from = '09:00',
  to = '11:00',
) {
  const { body } = await resident.post<Ticket>('/reservation', createBookingBody(amenityId, days, from, to))
  if (status !== STATUS.approval) await admin.put(`/reservation/${body.id}`, { status })
  return body
}
const toDate = (days: number, clock: string) => new Date(`${getDayAhead(days)}T${clock}:00+08:00`)
const runReminders = (days: number, clock: string) =>
  sendBookingReminders(portal.services, TIME_ZONE, toDate(days, clock))
const listReminders = async (caller = resident) =>
  (await caller.get<ListOf<ResidentNotification>>(`/client-notif/${caller.id}?limit=50`)).body.data.filter(
    ({ title }) => title.startsWith('Reservation on '),
  )

test('a resident is reminded of a reservation on the day before, once (rules 25.15)', async () => {
  const { id, ticketNumber } = await createReservation(5)
  await createReservation(5, STATUS.ongoing, '06:00', '07:00')
  await createReservation(4, STATUS.approved, '20:00', '21:00')
  await createReservation(6, STATUS.approved, '06:00', '07:00')
  await portal.drainEvents()
  const counts = await Promise.all([runReminders(4, '09:00'), runReminders(4, '09:00')])
  expect(counts[0] + counts[1]).toBe(2)
  expect(await runReminders(4, '10:00')).toBe(0)
  const reminders = await listReminders()
  expect(reminders).toHaveLength(2)
  expect(reminders.find(({ link }) => link?.endsWith(`=${id}`))).toMatchObject({
    title: `Reservation on ${formatLongDay(getDayAhead(5))}`,
    message: 'Function Room, 9:00 AM to 11:00 AM.',
    link: `/reservations?serviceId=${id}`,
  })
  const publishedEvents = (await portal.drainEvents()).flatMap((delivery) =>
    'event' in delivery ? [delivery.event] : [],
  )
  expect(publishedEvents).toEqual([
    `client-notifications.${resident.id}`,
    `client-notifications.${resident.id}`,
  ])
  const rows = await db.selectFrom('notifications').select(['kind', 'brief']).where('link', 'like', `%=${id}`)
  expect(await rows.where('title', 'like', 'Reservation on%').execute()).toEqual([
    { kind: 'ticket', brief: `Reservation on ${formatLongDay(getDayAhead(5))}, ${ticketNumber}` },
  ])
})

test('requests, finished and deleted reservations have no reminder', async () => {
  for (const [hour, status] of [1, 4, 5, 6].entries())
    await createReservation(5, status, `${10 + hour}:00`, `${11 + hour}:00`)
  const deletedReservation = await createReservation(5, STATUS.approval)
  await admin.delete(`/reservation/${deletedReservation.id}`)
  expect(await runReminders(4, '09:00')).toBe(0)
})

test('reminders are sent between 9 AM and 9 PM, and a missed run is made up for on that day', async () => {
  await createReservation(5)
  for (const clock of ['08:59', '21:00', '23:59', '00:00']) expect(await runReminders(4, clock)).toBe(0)
  expect(await runReminders(5, '09:00')).toBe(0)
  expect(await runReminders(4, '20:59')).toBe(1)
})

test('a booking approved after the reminders of its day has its own at the next run', async () => {
  const { id } = await createReservation(5, STATUS.approval)
  expect(await runReminders(4, '09:00')).toBe(0)
  await admin.put(`/reservation/${id}`, { status: STATUS.approved })
  expect(await runReminders(4, '10:00')).toBe(1)
})

test('a changed time and a new tenant are reminded of again, other changes are not', async () => {
  const { id } = await createReservation(5)
  expect(await runReminders(4, '09:00')).toBe(1)
  await admin.put(`/reservation/${id}`, { status: STATUS.rejected })
  await admin.put(`/reservation/${id}`, { status: STATUS.approved, comment: 'Chairs' })
  expect(await runReminders(4, '10:00')).toBe(0)
  const movedTimes = { startTime: `${getDayAhead(7)} 09:00:00`, endTime: `${getDayAhead(7)} 10:00:00` }
  expect((await admin.put(`/reservation/${id}`, movedTimes)).status).toBe(200)
  expect(await runReminders(4, '11:00')).toBe(0)
  expect(await runReminders(6, '09:00')).toBe(1)
  const otherResident = await portal.as('client')
  await admin.put(`/reservation/${id}`, { tenantId: otherResident.id })
  expect(await runReminders(6, '10:00')).toBe(1)
  expect(await listReminders(otherResident)).toHaveLength(1)
})

test('the reminder says until when the rules allow to cancel (rules 25.7)', async () => {
  await admin.put(`/amenity-rules/${amenityId}`, { cancelHours: 20 })
  await createReservation(5)
  await createReservation(5, STATUS.approved, '06:00', '07:00')
  expect(await runReminders(4, '12:00')).toBe(2)
  expect((await listReminders()).map(({ message }) => message).toSorted()).toEqual([
    'Function Room, 6:00 AM to 7:00 AM.',
    `Function Room, 9:00 AM to 11:00 AM. You can cancel it on its page until ${formatLongDay(getDayAhead(4))}, 1:00 PM.`,
  ])
})

test('more reservations than a batch are all reminded of', async () => {
  const { id } = await createReservation(5)
  const { id: _, ...copied } = await db
    .selectFrom('tickets')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('tickets')
    .values(
      Array.from({ length: 149 }, (_number, n) => ({
        ...copied,
        details: JSON.stringify(copied.details),
        ticket_number: `RS-2020-${n}`,
      })),
    )
    .execute()
  expect(await runReminders(4, '09:00')).toBe(150)
})
