import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { compactTallies } from '#platform/db/lists/compact-tallies.ts'
import { createTestAmenity } from '#testing/accounts.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import { getModule, MODULES } from '@tahanan/contract/tickets/index.ts'
import { TICKET_TALLIES } from './repository.ts'
import {
  createExample,
  createTestTicket,
  insertTestFile,
  type TicketListAnswer,
  type Ticket,
} from './testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin', { name: 'Liza Villanueva' })

describe('identity data of visitors', () => {
  test('is shown to the resident and to administrators who approve, not to those who only view', async () => {
    const resident = await portal.as('client')
    const { id } = await createTestTicket(resident, 'visitor', {
      images: [await insertTestFile(portal.db, resident)],
    })
    const guard = await portal.as('admin', { roles: { visitors: ['view'] } })
    const privateFieldNames = ['images', 'birthDate', 'phoneNumber', 'email', 'address']
    for (const path of [`/visitor/${id}`, '/visitors', `/visitorIds?selectedIds=${id}`]) {
      const guardAnswer = JSON.stringify((await guard.get(path)).body)
      expect(privateFieldNames.filter((key) => guardAnswer.includes(`"${key}"`))).toEqual([])
      expect(guardAnswer).not.toContain('09175550101')
    }
    for (const reader of [resident, admin])
      expect(Object.keys((await reader.get<Ticket>(`/visitor/${id}`)).body)).toEqual(
        expect.arrayContaining(privateFieldNames),
      )
  })

  test('cannot be searched', async () => {
    await createTestTicket(await portal.as('client'), 'visitor', {
      visitorsName: 'Zenaida',
      phoneNumber: '09998887777',
      address: '77 Hidden Lane',
    })
    for (const [term, total] of [
      ['zenaida', 1],
      ['09998887777', 0],
      ['hidden lane', 0],
    ]) {
      expect((await admin.get<TicketListAnswer>(`/visitors?searchTerm=${term}`)).body.total).toBe(total)
    }
  })
})

test('answers name the administrator who filed a ticket, except those of residents', async () => {
  const resident = await portal.as('client')
  const ownTicket = await createTestTicket(resident, 'gatePass')
  expect(ownTicket).not.toHaveProperty('postById')
  expect((await admin.get<Ticket>(`/ticket/${ownTicket.id}`)).body).toMatchObject({ postById: null })
  for (const name of ['gatePass', 'jobOrder', 'incidentReport', 'visitor']) {
    const { path } = getModule(name)
    const { body: filedTicket } = await admin.post<Ticket>(
      `/${path.one}`,
      createExample(name, { tenantId: resident.id }),
    )
    expect(filedTicket).toMatchObject({ postById: admin.id })
    const readTicket = async (reader: LoggedInCaller) =>
      (await reader.get<Ticket>(`/${path.one}/${filedTicket.id}`)).body
    expect(await readTicket(admin)).toMatchObject({ postById: admin.id })
    expect(await readTicket(resident)).not.toHaveProperty('postById')
  }
})

describe('lists', () => {
  test('count exactly by status, paged, newest first, also after compacting the tallies', async () => {
    const resident = await portal.as('client')
    const listBefore = (await admin.get<TicketListAnswer>('/commendations?limit=1')).body
    for (let n = 0; n < 12; n++) await createTestTicket(resident, 'commendation', { title: `Number ${n}` })
    await admin.put(
      `/commendation/${(await resident.get<TicketListAnswer>('/commendations')).body.data[0]!.id}`,
      {
        status: 2,
      },
    )
    for (const compactionRound of ['before', 'after']) {
      if (compactionRound === 'after') {
        const compensatingRows = Array.from({ length: 30 }, (_, n) => ({ delta: n % 2 ? 1 : -1 }))
        const differences = compensatingRows.map((row) => ({ module: 'commendation', status: 2, ...row }))
        await portal.db.insertInto('ticket_tallies').values(differences).execute()
        await compactTallies(portal.db, TICKET_TALLIES)
        const approvedTalliesQuery = portal.db
          .selectFrom('ticket_tallies')
          .selectAll()
          .where('status', '=', 2)
        expect(await approvedTalliesQuery.where('module', '=', 'commendation').execute()).toHaveLength(1)
      }
      const { body } = await admin.get<TicketListAnswer>('/commendations?page=2&limit=5')
      expect(body.total).toBe(listBefore.total + 12)
      expect(body.from).toBe(6)
      expect(body.counts).toMatchObject({ all: listBefore.total + 12, 2: (listBefore.counts?.[2] ?? 0) + 1 })
      const ids = body.data.map(({ id }) => id)
      expect(ids).toEqual(ids.toSorted((a, b) => b - a))
      expect((await admin.get<TicketListAnswer>('/commendations?status=2')).body.total).toBe(
        (listBefore.counts?.[2] ?? 0) + 1,
      )
    }
    expect((await resident.get<TicketListAnswer>('/commendations?limit=0')).body.data).toHaveLength(12)
  })

  test('search percent signs and underscores literally, ignoring case', async () => {
    const resident = await portal.as('client', { uoccname: 'Señora Peña' })
    await createTestTicket(resident, 'commendation', { title: 'Fully 100% happy_here' })
    for (const [term, total] of [
      ['100%', 1],
      ['HAPPY_HERE', 1],
      ['happyxhere', 0],
      ['peña', 1],
      ['PEÑA', 1],
      ['\\', 0],
      ['"', 0],
    ] as const) {
      expect([
        term,
        (await resident.get<TicketListAnswer>(`/commendations?searchTerm=${encodeURIComponent(term)}`)).body
          .total,
      ]).toEqual([term, total])
    }
  })

  test('find tickets by their tenant’s present name, not by an earlier one', async () => {
    const resident = await portal.as('client', { uoccname: 'Quirino Household' })
    await createTestTicket(resident, 'commendation')
    await portal.db
      .updateTable('tenants')
      .set({ uoccname: 'Magsaysay Household' })
      .where('id', '=', resident.id)
      .execute()
    expect((await admin.get<TicketListAnswer>('/commendations?searchTerm=quirino')).body.total).toBe(0)
    expect((await admin.get<TicketListAnswer>('/commendations?searchTerm=magsaysay')).body.total).toBe(1)
  })

  test('find by ticket number and client code, for administrators and in the Services list', async () => {
    const resident = await portal.as('client', { clientCode: 'ZZ-9911' })
    const { ticketNumber } = await createTestTicket(resident, 'workService')
    for (const term of [ticketNumber.toLowerCase(), 'zz-9911']) {
      expect((await admin.get<TicketListAnswer>(`/services?searchTerm=${term}`)).body.data).toEqual([
        expect.objectContaining({ ticketNumber, origin: 'workService' }),
      ])
    }
  })

  test("of every module are found in the module's list and in the Services list", async () => {
    const resident = await portal.as('client')
    const amenityId = (await createTestAmenity(portal.db)).id
    for (const { name, path } of MODULES) {
      const { id } = await createTestTicket(resident, name, name === 'reservation' ? { amenityId } : {})
      await sql`update tickets set search_text = search_text || E'\\nkamagong' where id = ${id}`.execute(
        portal.db,
      )
      const { body } = await admin.get<TicketListAnswer>(`/${path.many}?searchTerm=Kamagong&status=1`)
      expect([name, body.data[0]?.id]).toEqual([name, id])
    }
    const { body } = await admin.get<TicketListAnswer>('/services?searchTerm=kamagong')
    expect(body.total).toBe(MODULES.length)
    expect(new Set(body.data.map(({ origin }) => origin))).toEqual(new Set(MODULES.map(({ name }) => name)))
    expect((await resident.get<TicketListAnswer>('/services?searchTerm=kamagong')).body.total).toBe(
      MODULES.length,
    )
    expect(
      (await (await portal.as('client')).get<TicketListAnswer>('/services?searchTerm=kamagong')).body.total,
    ).toBe(0)
  })

  test('a CSV of selected tickets contains those of its module alone', async () => {
    const resident = await portal.as('client')
    const [visitor, pass] = [
      await createTestTicket(resident, 'visitor'),
      await createTestTicket(resident, 'gatePass'),
    ]
    const reader = await portal.as('admin', { roles: { gatepass: ['view'] } })
    const { body } = await reader.get<TicketListAnswer>(`/ticketIds?selectedIds=${visitor.id},${pass.id}`)
    expect(body.data.map(({ id }) => id)).toEqual([pass.id])
  })

  test('refuse an invalid status', async () => {
    expect((await admin.get('/tickets?status=9')).status).toBe(400)
  })

  test('a deleted ticket is gone from every list and call, and its row stays', async () => {
    const resident = await portal.as('client')
    const { id } = await createTestTicket(resident, 'gatePass')
    expect((await resident.delete(`/ticket/${id}`)).status).toBe(200)
    for (const caller of [resident, admin]) expect((await caller.get(`/ticket/${id}`)).status).toBe(404)
    expect((await resident.get<TicketListAnswer>('/services')).body.total).toBe(0)
    expect((await admin.get<{ data: unknown[] }>(`/ticketIds?selectedIds=${id}`)).body.data).toEqual([])
    const row = await portal.db
      .selectFrom('tickets')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.status).toBe(0)
  })
})

test('residents do not see the name of the former tenant in the history, the office does', async () => {
  const [formerTenant, tenant] = [
    await portal.as('client', { uoccname: 'Former Family' }),
    await portal.as('client'),
  ]
  const { id } = await createTestTicket(formerTenant, 'jobOrder')
  expect((await admin.put(`/request/${id}`, { tenantId: tenant.id })).status).toBe(200)
  const listAuthors = async (caller: LoggedInCaller) => {
    const { body } = await caller.get<{ history: { actor: { name: string } }[] }>(`/request/${id}`)
    return body.history.map(({ actor }) => actor.name)
  }
  expect((await listAuthors(tenant)).at(-1)).toBe('Another tenant')
  expect((await listAuthors(admin)).at(-1)).toBe('Former Family')
})

describe('live events and notifications', () => {
  test('a change is sent to its resident and viewers of the module, each in the form they may see', async () => {
    const resident = await portal.as('client')
    const guard = await portal.as('admin', { roles: { visitors: ['view'] } })
    const ordersAdmin = await portal.as('admin', { roles: { orders: ['view'] } })
    const servicesAdmin = await portal.as('admin', { roles: { services: ['view'] } })
    await portal.drainEvents()
    const { id } = await createTestTicket(resident, 'visitor')
    const events = (await portal.drainEvents()).flatMap((delivery) => ('event' in delivery ? [delivery] : []))
    const findEventData = (name: string) =>
      events.find(({ event }) => event === name)?.data as Ticket | undefined
    expect(findEventData(`client-visitors-crud.${resident.id}`)).toMatchObject({
      id,
      can: ['edit', 'fields', 'delete'],
    })
    expect(findEventData(`admin-visitors-crud.${admin.id}`)?.can).toContain('status.2')
    expect(findEventData(`admin-visitors-crud.${guard.id}`)).toMatchObject({ id, can: [] })
    expect(events.filter(({ room }) => room === `admin.${ordersAdmin.id}`)).toEqual([])
    expect(findEventData(`client-services-crud.${resident.id}`)).toMatchObject({ id, origin: 'visitor' })
    expect(findEventData(`admin-services-crud.${admin.id}`)?.about).toMatchObject({
      visitorsName: 'Jun Bautista',
    })
    expect(findEventData(`admin-services-crud.${servicesAdmin.id}`)).toMatchObject({ id })
    expect(findEventData(`admin-services-crud.${servicesAdmin.id}`)).not.toHaveProperty('about')
  })

  test('administrators are notified of filed tickets, residents of the office’s changes', async () => {
    const resident = await portal.as('client', { uoccname: 'Ana Reyes', clientCode: 'A-777' })
    const { id, ticketNumber } = await createTestTicket(resident, 'gatePass')
    const notifications = await portal.db
      .selectFrom('notifications')
      .selectAll()
      .where('subject_tenant_id', '=', resident.id)
      .execute()
    expect(notifications).toEqual([
      expect.objectContaining({
        area: 'admin',
        page: 'gatepass',
        title: 'New gate pass',
        message: `Ana Reyes (A-777) filed ${ticketNumber}.`,
      }),
    ])
    await admin.put(`/ticket/${id}`, { status: 2, remarks: 'Bring an ID.' })
    await admin.put(`/ticket/${id}`, { status: 2 })
    const ownNotifications = await portal.db
      .selectFrom('notifications')
      .selectAll()
      .where('tenant_id', '=', resident.id)
      .execute()
    expect(ownNotifications.map(({ title, message }) => [title, message])).toEqual([
      ['Gate pass approved', `${ticketNumber}, Rodel Manalo. Remarks: Bring an ID.`],
    ])
  })

  test('the title of a notification describes the change, and its link opens the ticket unless it is deleted', async () => {
    const resident = await portal.as('client', { clientCode: 'A-778' })
    const visit = await createTestTicket(resident, 'visitor', { visitorsName: 'Maria Cruz' })
    await admin.put(`/visitor/${visit.id}`, { status: 2 })
    await admin.put(`/visitor/${visit.id}`, { status: 3 })
    await admin.put(`/visitor/${visit.id}`, { remarks: 'She waits in the lobby.' })
    const jobOrder = await createTestTicket(resident, 'jobOrder', { title: 'Leaking faucet' })
    await admin.put(`/request/${jobOrder.id}`, { status: 6, remarks: 'Please ask a plumber.' })
    const unwantedTicket = await createTestTicket(resident, 'jobOrder', { title: 'Filed twice' })
    await admin.delete(`/request/${unwantedTicket.id}`)
    const notifications = await portal.db
      .selectFrom('notifications')
      .select(['title', 'message', 'link'])
      .where('tenant_id', '=', resident.id)
      .orderBy('id')
      .execute()
    expect(notifications.map(({ link }) => link).slice(-2)).toEqual([
      `/service-requests?serviceId=${jobOrder.id}`,
      '/service-requests',
    ])
    expect(notifications.map(({ title, message }) => [title, message])).toEqual([
      ['Visitor pass approved', `${visit.ticketNumber}, Maria Cruz.`],
      ['Maria Cruz has arrived', `${visit.ticketNumber}.`],
      [
        'New remark on your visitor pass',
        `${visit.ticketNumber}, Maria Cruz. Remarks: She waits in the lobby.`,
      ],
      ['Job order rejected', `${jobOrder.ticketNumber}, Leaking faucet. Reason: Please ask a plumber.`],
      ['Job order deleted by the PMO', `${unwantedTicket.ticketNumber}, Filed twice.`],
    ])
  })
})

test('tickets of a module known only to a newer version are left out of lists, search and files', async () => {
  const resident = await portal.as('client')
  const knownTicket = await createTestTicket(resident, 'gatePass')
  const image = await insertTestFile(portal.db, resident)
  const { id } = await portal.db
    .insertInto('tickets')
    .values({
      module: 'parkingPermit',
      ticket_number: 'PK-2099-000001',
      tenant_id: resident.id,
      details: JSON.stringify({ images: [image] }),
      search_text: 'pk-2099-000001 carport',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await portal.db
    .updateTable('files')
    .set({ owner_kind: 'ticket', owner_id: id })
    .where('key', '=', image.url)
    .execute()
  for (const reader of [resident, admin]) {
    const { status, body } = await reader.get<TicketListAnswer>('/services')
    expect([status, body.data[0]?.ticketNumber]).toEqual([200, knownTicket.ticketNumber])
    const search = await reader.get<{ data: unknown[] }>('/search?searchTerm=carport')
    expect([search.status, JSON.stringify(search.body).includes('PK-2099')]).toEqual([200, false])
    expect((await reader.get(`/file?name=${encodeURIComponent(image.url)}`)).status).toBe(404)
  }
  expect((await admin.get<TicketListAnswer>('/services?searchTerm=carport')).status).toBe(200)
  await portal.db.deleteFrom('tickets').where('id', '=', id).execute()
})
