import { beforeEach, expect, test } from 'vitest'
import { makeAmenity } from '#testing/accounts.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { ResidentNotification } from '@tahanan/contract/notifications/answers.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import { formatLongDay } from '@tahanan/contract/time.ts'
import { createBookingBody, getDayAhead, type Ticket } from '../testing.ts'
import { sendBookingReminders } from './send-booking-reminders.ts'

const ZONE = 'Asia/Manila'
const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const { db } = portal
const admin = await portal.as('admin')
const resident = await portal.as('client')
let amenityId: number
beforeEach(async () => {
  await db.deleteFrom('tickets').execute()
  await db.deleteFrom('notifications').execute()
  amenityId = (await makeAmenity(db, { title: 'Function Room' })).id
})

async function book(days: number, status: number = STATUS.approved, from = '09:00', to = '11:00') {
  const { body } = await resident.post<Ticket>('/reservation', createBookingBody(amenityId, days, from, to))
  if (status !== STATUS.approval) await admin.put(`/reservation/${body.id}`, { status })
  return body
}
const toDate = (days: number, clock: string) => new Date(`${getDayAhead(days)}T${clock}:00+08:00`)
const remind = (days: number, clock: string) =>
  sendBookingReminders(portal.services, ZONE, toDate(days, clock))
const listReminders = async (who = resident) =>
  (await who.get<ListOf<ResidentNotification>>(`/client-notif/${who.id}?limit=50`)).body.data.filter(
    ({ title }) => title.startsWith('Reservation on '),
  )

test('a resident is reminded of a reservation on the day before, once (rules 25.15)', async () => {
  const { id, ticketNumber } = await book(5)
  await book(5, STATUS.ongoing, '06:00', '07:00')
  await book(4, STATUS.approved, '20:00', '21:00')
  await book(6, STATUS.approved, '06:00', '07:00')
  await portal.takeDeliveries()
  const counts = await Promise.all([remind(4, '09:00'), remind(4, '09:00')])
  expect(counts[0] + counts[1]).toBe(2)
  expect(await remind(4, '10:00')).toBe(0)
  const told = await listReminders()
  expect(told).toHaveLength(2)
  expect(told.find(({ link }) => link?.endsWith(`=${id}`))).toMatchObject({
    title: `Reservation on ${formatLongDay(getDayAhead(5))}`,
    message: 'Function Room, 9:00 AM to 11:00 AM.',
    link: `/reservations?serviceId=${id}`,
  })
  const sent = (await portal.takeDeliveries()).flatMap((one) => ('event' in one ? [one.event] : []))
  expect(sent).toEqual([`client-notifications.${resident.id}`, `client-notifications.${resident.id}`])
  const rows = await db.selectFrom('notifications').select(['kind', 'brief']).where('link', 'like', `%=${id}`)
  expect(await rows.where('title', 'like', 'Reservation on%').execute()).toEqual([
    { kind: 'ticket', brief: `Reservation on ${formatLongDay(getDayAhead(5))}, ${ticketNumber}` },
  ])
})

test('requests, finished and deleted reservations have no reminder', async () => {
  for (const [hour, status] of [1, 4, 5, 6].entries())
    await book(5, status, `${10 + hour}:00`, `${11 + hour}:00`)
  const gone = await book(5, STATUS.approval)
  await admin.delete(`/reservation/${gone.id}`)
  expect(await remind(4, '09:00')).toBe(0)
})

test('reminders are sent between 9 AM and 9 PM, and a missed run is made up for on that day', async () => {
  await book(5)
  for (const clock of ['08:59', '21:00', '23:59', '00:00']) expect(await remind(4, clock)).toBe(0)
  expect(await remind(5, '09:00')).toBe(0)
  expect(await remind(4, '20:59')).toBe(1)
})

test('a booking approved after the reminders of its day has its own at the next run', async () => {
  const { id } = await book(5, STATUS.approval)
  expect(await remind(4, '09:00')).toBe(0)
  await admin.put(`/reservation/${id}`, { status: STATUS.approved })
  expect(await remind(4, '10:00')).toBe(1)
})

test('a changed time and a new tenant are reminded of again, other changes are not', async () => {
  const { id } = await book(5)
  expect(await remind(4, '09:00')).toBe(1)
  await admin.put(`/reservation/${id}`, { status: STATUS.rejected })
  await admin.put(`/reservation/${id}`, { status: STATUS.approved, comment: 'Chairs' })
  expect(await remind(4, '10:00')).toBe(0)
  const moved = { startTime: `${getDayAhead(7)} 09:00:00`, endTime: `${getDayAhead(7)} 10:00:00` }
  expect((await admin.put(`/reservation/${id}`, moved)).status).toBe(200)
  expect(await remind(4, '11:00')).toBe(0)
  expect(await remind(6, '09:00')).toBe(1)
  const other = await portal.as('client')
  await admin.put(`/reservation/${id}`, { tenantId: other.id })
  expect(await remind(6, '10:00')).toBe(1)
  expect(await listReminders(other)).toHaveLength(1)
})

test('the reminder says until when the rules allow to cancel (rules 25.7)', async () => {
  await admin.put(`/amenity-rules/${amenityId}`, { cancelHours: 20 })
  await book(5)
  await book(5, STATUS.approved, '06:00', '07:00')
  expect(await remind(4, '12:00')).toBe(2)
  expect((await listReminders()).map(({ message }) => message).toSorted()).toEqual([
    'Function Room, 6:00 AM to 7:00 AM.',
    `Function Room, 9:00 AM to 11:00 AM. You can cancel it on its page until ${formatLongDay(getDayAhead(4))}, 1:00 PM.`,
  ])
})

test('more reservations than a batch are all reminded of', async () => {
  const { id } = await book(5)
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
  expect(await remind(4, '09:00')).toBe(150)
})
