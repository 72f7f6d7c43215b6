import { beforeEach, expect, test } from 'vitest'
import { createTestAmenity } from '#testing/accounts.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { ErrorAnswer, ListOf } from '@tahanan/contract/answers.ts'
import type { MyWork } from '@tahanan/contract/desk/answers.ts'
import type { AdminNotification } from '@tahanan/contract/notifications/answers.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import {
  createBookingBody,
  DAY_MS,
  createTestTicket,
  type TicketListAnswer,
  type Ticket,
} from '../testing.ts'
import { notifyOfficeOfLateTickets } from './notify-office-of-late-tickets.ts'

const portal = await openTestPortal()
const { db } = portal
const officeAdmin = await portal.as('admin')
const worker = await portal.as('admin', { roles: { gatepass: ['view', 'edit'] } })
const TIME_ZONE = 'Asia/Manila'
beforeEach(async () => {
  await db.deleteFrom('tickets').execute()
  await db.deleteFrom('notifications').execute()
})

async function createDueTicket(days: number, columns: { assignee_id?: number; status?: number } = {}) {
  const { id, ticketNumber } = await createTestTicket(await portal.as('client'), 'gatePass')
  const due_at = new Date(Date.now() + days * DAY_MS)
  await db
    .updateTable('tickets')
    .set({ due_at, ...columns })
    .where('id', '=', id)
    .execute()
  return { id, ticketNumber }
}

const listLateNotifications = async (reader: { id: number; get: typeof officeAdmin.get }) =>
  (await reader.get<ListOf<AdminNotification>>(`/admin-notif/${reader.id}?limit=50`)).body.data.filter(
    ({ title }) => title === 'Gate pass is late',
  )

test('a late ticket is told once, to its assignee or else to all who may view the page', async () => {
  const [assignedTicket, unassignedTicket] = [
    await createDueTicket(-1, { assignee_id: worker.id }),
    await createDueTicket(-2),
  ]
  const deletedAdmin = await portal.as('admin', { roles: { gatepass: ['view', 'edit'] } })
  const ticketOfDeletedAdmin = await createDueTicket(-3, { assignee_id: deletedAdmin.id })
  await db.updateTable('admins').set({ status: 0 }).where('id', '=', deletedAdmin.id).execute()
  await createDueTicket(1)
  await createDueTicket(-1, { status: STATUS.completed })
  await portal.drainEvents()
  const notifiedCounts = await Promise.all([
    notifyOfficeOfLateTickets(db, TIME_ZONE),
    notifyOfficeOfLateTickets(db, TIME_ZONE),
  ])
  expect(notifiedCounts[0] + notifiedCounts[1]).toBe(3)
  const listIds = async (reader: typeof officeAdmin) =>
    (await listLateNotifications(reader)).map(({ link }) =>
      Number(new URL(link ?? '', 'http://x').searchParams.get('serviceId')),
    )
  expect((await listIds(worker)).toSorted()).toEqual(
    [assignedTicket.id, unassignedTicket.id, ticketOfDeletedAdmin.id].toSorted(),
  )
  expect((await listIds(officeAdmin)).toSorted()).toEqual(
    [unassignedTicket.id, ticketOfDeletedAdmin.id].toSorted(),
  )
  const lateNotification = (await listLateNotifications(worker)).find(({ link }) =>
    link?.endsWith(`=${assignedTicket.id}`),
  )
  expect(lateNotification?.message).toMatch(
    new RegExp(`^${assignedTicket.ticketNumber} was due on .* [AP]M\\.$`),
  )
  expect(await notifyOfficeOfLateTickets(db, TIME_ZONE)).toBe(0)
  const events = (await portal.drainEvents()).flatMap((delivery) =>
    'event' in delivery ? [delivery.event] : [],
  )
  expect(events.filter((event) => !event.startsWith('admin-notifications'))).toEqual([])
})

test('more tickets than a batch are all told', async () => {
  const { id } = await createDueTicket(-1)
  const row = await db.selectFrom('tickets').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { id: _, ...copied } = row
  await db
    .insertInto('tickets')
    .values(
      Array.from({ length: 249 }, (_number, n) => ({
        ...copied,
        details: JSON.stringify(copied.details),
        ticket_number: `GP-2020-${n}`,
      })),
    )
    .execute()
  expect(await notifyOfficeOfLateTickets(db, TIME_ZONE)).toBe(250)
})

test('a reservation that waits too long is late as other tickets are, and its time stays held (rules 25.17)', async () => {
  const { id: ruleId } = (
    await officeAdmin.post<{ id: number }>('/due-rule', { module: 'reservation', hours: 8 })
  ).body
  const { id: amenityId } = await createTestAmenity(db)
  const resident = await portal.as('client')
  const { id } = await createTestTicket(
    resident,
    'reservation',
    createBookingBody(amenityId, 5, '09:00', '11:00'),
  )
  await officeAdmin.delete(`/due-rule/${ruleId}`)
  expect((await officeAdmin.get<Ticket>(`/reservation/${id}`)).body.due_at).toEqual(expect.any(String))
  expect((await officeAdmin.get<TicketListAnswer>('/reservations?late=1')).body.total).toBe(0)

  await db
    .updateTable('tickets')
    .set({ due_at: new Date(Date.now() - 1000) })
    .where('id', '=', id)
    .execute()
  expect(await notifyOfficeOfLateTickets(db, TIME_ZONE)).toBe(1)
  const lateNotifications = (
    await officeAdmin.get<ListOf<AdminNotification>>(`/admin-notif/${officeAdmin.id}?limit=50`)
  ).body.data
  expect(lateNotifications.map(({ title, link }) => [title, link])).toContainEqual([
    'Reservation is late',
    `/admin/reservations?modal=true&serviceId=${id}`,
  ])
  expect(
    (await officeAdmin.get<TicketListAnswer>('/reservations?late=1')).body.data.map((row) => row.id),
  ).toEqual([id])
  const lateGroup = (await officeAdmin.get<MyWork>('/desk')).body.groups.find(({ name }) => name === 'late')
  expect(lateGroup).toMatchObject({
    total: 1,
    lists: [{ list: 'reservations', total: 1 }],
    tickets: [{ id }],
  })
  expect((await officeAdmin.get<{ data: object[] }>('/summary-modules')).body.data).toContainEqual({
    module: 'reservation',
    waiting: 1,
    late: 1,
  })

  const bookings = await db.selectFrom('amenity_bookings').select('ticket_id').execute()
  expect(bookings).toEqual([{ ticket_id: id }])
  const otherResident = await portal.as('client')
  const refusedAnswer = await otherResident.post<ErrorAnswer>(
    '/reservation',
    createBookingBody(amenityId, 5, '10:00', '12:00'),
  )
  expect([refusedAnswer.status, refusedAnswer.body.message]).toEqual([
    409,
    'These dates already reserved to this amenity.',
  ])

  // Approved, it waits for its time only.
  expect((await officeAdmin.put(`/reservation/reserved/${id}`)).status).toBe(200)
  expect((await officeAdmin.get<TicketListAnswer>('/reservations?late=1')).body.total).toBe(0)
  expect((await officeAdmin.get<{ data: object[] }>('/summary-modules')).body.data).toContainEqual({
    module: 'reservation',
    waiting: 0,
    late: 0,
  })
  await db.updateTable('tickets').set({ late_told_at: null }).where('id', '=', id).execute()
  expect(await notifyOfficeOfLateTickets(db, TIME_ZONE)).toBe(0)
})
