import { describe, expect, test } from 'vitest'
import { setRoles } from '#testing/accounts.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { Assignee, DecisionResult, TicketEvent } from '@tahanan/contract/tickets/answers.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'
import { createTestTicket, type TicketListAnswer, type Ticket } from '../testing.ts'

const portal = await openTestPortal()
const { db } = portal
const officeAdmin = await portal.as('admin', { name: 'Liza Villanueva' })
const worker = await portal.as('admin', { name: 'Ben Cruz', roles: { gatepass: ['view', 'ongoing'] } })
const colleague = await portal.as('admin', { name: 'Nita Ramos', roles: { gatepass: ['view', 'verify'] } })
const DUE_TIME = '2026-11-25T07:00:00.000Z'
const { path } = getModule('gatePass')

async function createAssignedTicket(assigneeId: number) {
  const resident = await portal.as('client')
  const ticket = await createTestTicket(resident, 'gatePass')
  await db
    .updateTable('tickets')
    .set({ assignee_id: assigneeId, due_at: new Date(DUE_TIME) })
    .where('id', '=', ticket.id)
    .execute()
  return { resident, ticket }
}

const findRow = async (list: string, id: number, reader: LoggedInCaller = officeAdmin) =>
  (await reader.get<TicketListAnswer>(`${list}?limit=50`)).body.data.find((row) => row.id === id)

const assignTicketAs = (caller: LoggedInCaller, id: number, body: object) =>
  caller.put<Ticket>(`/${path.one}/assigned/${id}`, body)
const getHistory = async (reader: LoggedInCaller, id: number) =>
  (await reader.get<{ history: TicketEvent[] }>(`/${path.one}/${id}`)).body.history
const listNotificationsOfTicket = async (reader: LoggedInCaller, id: number) =>
  (await reader.get<TicketListAnswer>(`/admin-notif/${reader.id}?limit=50`)).body.data.filter(({ link }) =>
    String(link).endsWith(`serviceId=${id}`),
  )
const countUnread = async (caller: LoggedInCaller) =>
  (await caller.get<{ count: number }>(`/admin-notif-count/${caller.id}`)).body.count

describe('the assignee and the due time', () => {
  test('are in the lists, the record and the live events of the office', async () => {
    const { ticket } = await createAssignedTicket(worker.id)
    const expectedFields = { assignee: { id: worker.id, name: 'Ben Cruz' }, due_at: DUE_TIME }
    await portal.drainEvents()
    expect(await findRow(`/${path.many}`, ticket.id)).toMatchObject(expectedFields)
    expect(await findRow('/services', ticket.id)).toMatchObject(expectedFields)
    expect(
      (await officeAdmin.put<Ticket>(`/${path.one}/${ticket.id}`, { remarks: 'Ask Ben' })).body,
    ).toMatchObject(expectedFields)
    const events = (await portal.drainEvents()).filter((delivery) => 'event' in delivery)
    const officeEvents = events.filter(({ event }) => event.startsWith('admin-tickets'))
    expect(officeEvents.length).toBeGreaterThan(0)
    for (const { data } of officeEvents) expect(data).toMatchObject(expectedFields)
  })

  test('are in nothing that a resident reads', async () => {
    const { resident, ticket } = await createAssignedTicket(worker.id)
    await portal.drainEvents()
    await officeAdmin.put(`/${path.one}/${ticket.id}`, { status: 2 })
    const events = (await portal.drainEvents()).filter((delivery) => 'event' in delivery)
    const residentAnswers = [
      await findRow(`/${path.many}`, ticket.id, resident),
      await findRow('/services', ticket.id, resident),
      (await resident.get<Ticket>(`/${path.one}/${ticket.id}`)).body,
      ...events.filter(({ event }) => event.startsWith('client')).map(({ data }) => data),
    ]
    expect(residentAnswers.length).toBeGreaterThan(4)
    for (const residentAnswer of residentAnswers)
      expect(JSON.stringify(residentAnswer)).not.toMatch(/assignee|due_at|Ben Cruz/)
  })

  test.each([
    ['deleted', (id: number) => db.updateTable('admins').set({ status: 0 }).where('id', '=', id).execute()],
    ['without a flag of changes', (id: number) => setRoles(db, id, { gatepass: ['view', 'add', 'delete'] })],
    ['of another module', (id: number) => setRoles(db, id, { reservations: ['view', 'approve'] })],
  ])('count as nobody if the administrator is %s', async (_, bar) => {
    const barredAdmin = await portal.as('admin', { roles: { gatepass: ['view', 'edit'] } })
    const { ticket } = await createAssignedTicket(barredAdmin.id)
    expect((await officeAdmin.get<Ticket>(`/${path.one}/${ticket.id}`)).body['assignee']).not.toBeNull()
    await bar(barredAdmin.id)
    expect((await officeAdmin.get<Ticket>(`/${path.one}/${ticket.id}`)).body['assignee']).toBeNull()
    expect(await findRow('/services', ticket.id)).toMatchObject({ assignee: null })
  })
})

describe('assigning', () => {
  test('offers those who may change the module', async () => {
    await portal.as('admin', { name: 'Onlooker', roles: { gatepass: ['view', 'add', 'delete'] } })
    const removedAdmin = await portal.as('admin', { name: 'Removed' })
    await db.updateTable('admins').set({ status: 0 }).where('id', '=', removedAdmin.id).execute()
    const names = (await colleague.get<Assignee[]>(`/${path.one}/assignees`)).body.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['Ben Cruz', 'Liza Villanueva', 'Nita Ramos']))
    expect(names).not.toContain('Onlooker')
    expect(names).not.toContain('Removed')
  })

  test('moves the version, adds a line to the history and tells the assignee alone', async () => {
    const resident = await portal.as('client')
    const ticket = await createTestTicket(resident, 'gatePass')
    await portal.drainEvents()
    const { status, body } = await assignTicketAs(officeAdmin, ticket.id, {
      assigneeId: worker.id,
      updated_at: ticket.updated_at,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ assignee: { id: worker.id, name: 'Ben Cruz' }, status: 1 })
    expect(body.updated_at > ticket.updated_at).toBe(true)
    const [line] = await getHistory(officeAdmin, ticket.id)
    expect(line).toMatchObject({ assignee: 'Ben Cruz', from: 1, to: 1, actor: { name: 'Liza Villanueva' } })
    expect(await getHistory(resident, ticket.id)).toHaveLength(1)
    const events = (await portal.drainEvents()).flatMap((delivery) => ('event' in delivery ? [delivery] : []))
    const notificationEvents = events.filter(({ event }) => event.includes('notifications'))
    expect(notificationEvents).toMatchObject([
      { event: `admin-notifications.${worker.id}`, data: { title: 'Gate pass assigned to you' } },
    ])
    const listNotificationTitles = async (reader: LoggedInCaller) =>
      (await listNotificationsOfTicket(reader, ticket.id)).map(({ title }) => title)
    expect(await listNotificationTitles(worker)).toEqual(['Gate pass assigned to you', 'New gate pass'])
    for (const reader of [officeAdmin, colleague])
      expect(await listNotificationTitles(reader)).toEqual(['New gate pass'])
    expect((await resident.get<TicketListAnswer>(`/client-notif/${resident.id}`)).body.data).toEqual([])
  })

  test('tells nobody of what they took themselves, and can be undone', async () => {
    const { ticket } = await createAssignedTicket(worker.id)
    expect((await assignTicketAs(colleague, ticket.id, { assigneeId: colleague.id })).status).toBe(200)
    expect((await listNotificationsOfTicket(colleague, ticket.id)).map(({ title }) => title)).toEqual([
      'New gate pass',
    ])
    const { body } = await assignTicketAs(colleague, ticket.id, { assigneeId: null })
    expect(body['assignee']).toBeNull()
    expect((await getHistory(officeAdmin, ticket.id)).map(({ assignee }) => assignee)).toEqual([
      '',
      'Nita Ramos',
      undefined,
    ])
  })

  test('changes nothing if it is the same', async () => {
    const { ticket } = await createAssignedTicket(worker.id)
    const { body } = await assignTicketAs(officeAdmin, ticket.id, { assigneeId: worker.id })
    expect(await getHistory(officeAdmin, ticket.id)).toHaveLength(1)
    expect(body.updated_at).toBe(ticket.updated_at)
  })

  test.each([
    ['an administrator without a flag of changes', { gatepass: ['view', 'add', 'delete'] }, 1],
    ['one of another module', { permits: ['view', 'edit'] }, 1],
    ['a deleted one', 'all' as const, 0],
  ])('to %s is refused', async (_, roles, status) => {
    const { ticket } = await createAssignedTicket(worker.id)
    const otherAdmin = await portal.as('admin', { roles, status })
    const assignResponse = await assignTicketAs(officeAdmin, ticket.id, { assigneeId: otherAdmin.id })
    expect(assignResponse.status).toBe(400)
    expect(assignResponse.body['errors']).toEqual({
      assigneeId: ['Please choose an administrator who may change gate passes.'],
    })
    expect((await officeAdmin.get<Ticket>(`/${path.one}/${ticket.id}`)).body['assignee']).toMatchObject({
      id: worker.id,
    })
  })

  test.each([[{}], [{ assigneeId: 'Ben' }], [{ assigneeId: 0 }], [{ assigneeId: 1.5 }]])(
    'refuses %j in words',
    async (body) => {
      const { ticket } = await createAssignedTicket(worker.id)
      const assignResponse = await assignTicketAs(officeAdmin, ticket.id, body)
      expect(assignResponse.status).toBe(400)
      expect(assignResponse.body['errors']).toEqual({
        assigneeId: ['Please choose an administrator, or nobody.'],
      })
    },
  )

  test('does not find deleted tickets and those of other modules', async () => {
    const { ticket } = await createAssignedTicket(worker.id)
    expect((await officeAdmin.put(`/visitor/assigned/${ticket.id}`, { assigneeId: null })).status).toBe(404)
    await officeAdmin.delete(`/${path.one}/${ticket.id}`)
    expect((await assignTicketAs(officeAdmin, ticket.id, { assigneeId: null })).status).toBe(404)
  })

  test('an outdated version is refused', async () => {
    const { id, updated_at } = await createTestTicket(await portal.as('client'), 'gatePass')
    expect((await assignTicketAs(officeAdmin, id, { assigneeId: worker.id, updated_at })).status).toBe(200)
    expect((await assignTicketAs(worker, id, { assigneeId: colleague.id, updated_at })).status).toBe(409)
    expect(await getHistory(officeAdmin, id)).toHaveLength(2)
  })

  test('is read in the bell only while its reader may view the page', async () => {
    const reader = await portal.as('admin', { roles: { gatepass: ['view', 'edit'] } })
    const ticket = await createTestTicket(await portal.as('client'), 'gatePass')
    await assignTicketAs(officeAdmin, ticket.id, { assigneeId: reader.id })
    const [notice] = await listNotificationsOfTicket(reader, ticket.id)
    const unreadBefore = await countUnread(officeAdmin)
    await officeAdmin.put('/admin-notif-read-ids', { ids: String(notice?.id) })
    expect(await countUnread(officeAdmin)).toBe(unreadBefore)
    await setRoles(db, reader.id, { gatepass: ['edit'] })
    expect(await listNotificationsOfTicket(reader, ticket.id)).toEqual([])
    expect(await countUnread(reader)).toBe(0)
  })
})

const assignTicketsAs = (caller: LoggedInCaller, tickets: readonly Ticket[], assigneeId: number | null) => {
  const seenTickets = tickets.map(({ id, updated_at }) => ({ id, updated_at }))
  return caller.put<DecisionResult>(`/${path.many}/assigned`, { tickets: seenTickets, assigneeId })
}
const listBellNotifications = async (reader: LoggedInCaller) =>
  (await reader.get<TicketListAnswer>(`/admin-notif/${reader.id}?limit=50`)).body.data.filter(
    ({ title }) => title !== 'New gate pass',
  )

describe('assigning many (rules 4.35)', () => {
  test('assigns each with a line of history, and tells the assignee once of all', async () => {
    const reader = await portal.as('admin', { name: 'Rey Santos', roles: { gatepass: ['view', 'edit'] } })
    const resident = await portal.as('client')
    const [first, second, ownTicket] = await Promise.all(
      [1, 2, 3].map(() => createTestTicket(resident, 'gatePass')),
    )
    if (!first || !second || !ownTicket) throw new Error('three are filed')
    const { body: ownTicketAssigned } = await assignTicketAs(reader, ownTicket.id, { assigneeId: reader.id })
    const { status, body } = await assignTicketsAs(officeAdmin, [first, second, ownTicketAssigned], reader.id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ done: [first.id, second.id, ownTicket.id], refused: [] })
    for (const { id } of [first, second])
      expect((await getHistory(officeAdmin, id))[0]).toMatchObject({ assignee: 'Rey Santos' })
    expect(await getHistory(officeAdmin, ownTicket.id)).toHaveLength(2)
    expect(await listBellNotifications(reader)).toMatchObject([
      {
        title: '2 gate passes assigned to you',
        message: `Liza Villanueva assigned these to you: ${first.ticketNumber}, ${second.ticketNumber}.`,
        link: `/admin/tickets?assigneeId=${reader.id}`,
      },
    ])
    const repeatedResponse = await assignTicketsAs(officeAdmin, [first], null)
    expect(repeatedResponse.body.refused).toMatchObject([{ id: first.id, code: 'conflict' }])
  })

  test('of which one changes is told as a single one, and takes many names', async () => {
    const reader = await portal.as('admin', { roles: { gatepass: ['view', 'edit'] } })
    const resident = await portal.as('client')
    const gatePass = await createTestTicket(resident, 'gatePass')
    await assignTicketsAs(officeAdmin, [gatePass], reader.id)
    expect(await listBellNotifications(reader)).toMatchObject([{ title: 'Gate pass assigned to you' }])
    const passes = await Promise.all(Array.from({ length: 12 }, () => createTestTicket(resident, 'gatePass')))
    await assignTicketsAs(officeAdmin, passes, reader.id)
    const [latestNotification] = await listBellNotifications(reader)
    expect(latestNotification?.['message']).toMatch(/, GP-\d+-\d+ and 2 more\.$/)
  })

  test('refuses single tickets, but all where nobody may be the assignee', async () => {
    const resident = await portal.as('client')
    const [validTicket, deletedTicket] = await Promise.all(
      [1, 2].map(() => createTestTicket(resident, 'gatePass')),
    )
    if (!validTicket || !deletedTicket) throw new Error('two are filed')
    await resident.delete(`/${path.one}/${deletedTicket.id}`)
    const viewer = await portal.as('admin', { roles: { gatepass: ['view'] } })
    const refusedAnswer = await assignTicketsAs(officeAdmin, [validTicket], viewer.id)
    expect(refusedAnswer.status).toBe(400)
    expect(refusedAnswer.body).toMatchObject({
      errors: { assigneeId: ['Please choose an administrator who may change gate passes.'] },
    })
    expect((await assignTicketsAs(viewer, [validTicket], null)).status).toBe(403)
    const { body } = await assignTicketsAs(officeAdmin, [deletedTicket, validTicket], worker.id)
    expect(body).toMatchObject({
      done: [validTicket.id],
      refused: [{ id: deletedTicket.id, code: 'notFound' }],
    })
  })
})
