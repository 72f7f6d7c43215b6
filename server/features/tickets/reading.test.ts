import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { compact } from '#platform/db/lists/compact.ts'
import { makeAmenity } from '#testing/accounts.ts'
import { openTestPortal } from '#testing/portal.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { TICKET_TALLIES } from './repository.ts'
import { file, upload, type List, type Ticket } from './testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin', { name: 'Liza Villanueva' })

describe('identity data of visitors', () => {
  test('is shown to the resident and to administrators who approve, not to those who only view', async () => {
    const resident = await portal.as('client')
    const { id } = await file(resident, 'visitor', { images: [await upload(portal.db, resident)] })
    const guard = await portal.as('admin', { roles: { visitors: ['view'] } })
    const hidden = ['images', 'birthDate', 'phoneNumber', 'email', 'address']
    for (const path of [`/visitor/${id}`, '/visitors', `/visitorIds?selectedIds=${id}`]) {
      const seen = JSON.stringify((await guard.get(path)).body)
      expect(hidden.filter((key) => seen.includes(`"${key}"`))).toEqual([])
      expect(seen).not.toContain('09175550101')
    }
    for (const reader of [resident, admin])
      expect(Object.keys((await reader.get<Ticket>(`/visitor/${id}`)).body)).toEqual(
        expect.arrayContaining(hidden),
      )
  })

  test('cannot be searched', async () => {
    await file(await portal.as('client'), 'visitor', {
      visitorsName: 'Zenaida',
      phoneNumber: '09998887777',
      address: '77 Hidden Lane',
    })
    for (const [term, total] of [
      ['zenaida', 1],
      ['09998887777', 0],
      ['hidden lane', 0],
    ]) {
      expect((await admin.get<List>(`/visitors?searchTerm=${term}`)).body.total).toBe(total)
    }
  })
})

describe('lists', () => {
  test('count exactly by status, paged, newest first, also after compacting the tallies', async () => {
    const resident = await portal.as('client')
    const before = (await admin.get<List>('/commendations?limit=1')).body
    for (let n = 0; n < 12; n++) await file(resident, 'commendation', { title: `Number ${n}` })
    await admin.put(`/commendation/${(await resident.get<List>('/commendations')).body.data[0]!.id}`, {
      status: 2,
    })
    for (const round of ['before', 'after']) {
      if (round === 'after') {
        const doubled = Array.from({ length: 30 }, (_, n) => ({ delta: n % 2 ? 1 : -1 }))
        const differences = doubled.map((row) => ({ module: 'commendation', status: 2, ...row }))
        await portal.db.insertInto('ticket_tallies').values(differences).execute()
        await compact(portal.db, TICKET_TALLIES)
        const approved = portal.db.selectFrom('ticket_tallies').selectAll().where('status', '=', 2)
        expect(await approved.where('module', '=', 'commendation').execute()).toHaveLength(1)
      }
      const { body } = await admin.get<List>('/commendations?page=2&limit=5')
      expect(body.total).toBe(before.total + 12)
      expect(body.from).toBe(6)
      expect(body.counts).toMatchObject({ all: before.total + 12, 2: (before.counts?.[2] ?? 0) + 1 })
      const ids = body.data.map(({ id }) => id)
      expect(ids).toEqual(ids.toSorted((a, b) => b - a))
      expect((await admin.get<List>('/commendations?status=2')).body.total).toBe(
        (before.counts?.[2] ?? 0) + 1,
      )
    }
    expect((await resident.get<List>('/commendations?limit=0')).body.data).toHaveLength(12)
  })

  test('search percent signs and underscores literally, ignoring case', async () => {
    const resident = await portal.as('client', { uoccname: 'Señora Peña' })
    await file(resident, 'commendation', { title: 'Fully 100% happy_here' })
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
        (await resident.get<List>(`/commendations?searchTerm=${encodeURIComponent(term)}`)).body.total,
      ]).toEqual([term, total])
    }
  })

  test('find tickets by their tenant’s present name, not by an earlier one', async () => {
    const resident = await portal.as('client', { uoccname: 'Quirino Household' })
    await file(resident, 'commendation')
    await portal.db
      .updateTable('tenants')
      .set({ uoccname: 'Magsaysay Household' })
      .where('id', '=', resident.id)
      .execute()
    expect((await admin.get<List>('/commendations?searchTerm=quirino')).body.total).toBe(0)
    expect((await admin.get<List>('/commendations?searchTerm=magsaysay')).body.total).toBe(1)
  })

  test('find by ticket number and client code, for administrators and in the Services list', async () => {
    const resident = await portal.as('client', { clientCode: 'ZZ-9911' })
    const { ticketNumber } = await file(resident, 'workService')
    for (const term of [ticketNumber.toLowerCase(), 'zz-9911']) {
      expect((await admin.get<List>(`/services?searchTerm=${term}`)).body.data).toEqual([
        expect.objectContaining({ ticketNumber, origin: 'workService' }),
      ])
    }
  })

  test("of every module are found in the module's list and in the Services list", async () => {
    const resident = await portal.as('client')
    const amenityId = (await makeAmenity(portal.db)).id
    for (const { name, path } of MODULES) {
      const { id } = await file(resident, name, name === 'reservation' ? { amenityId } : {})
      await sql`update tickets set search_text = search_text || E'\\nkamagong' where id = ${id}`.execute(
        portal.db,
      )
      const { body } = await admin.get<List>(`/${path.many}?searchTerm=Kamagong&status=1`)
      expect([name, body.data[0]?.id]).toEqual([name, id])
    }
    const { body } = await admin.get<List>('/services?searchTerm=kamagong')
    expect(body.total).toBe(MODULES.length)
    expect(new Set(body.data.map(({ origin }) => origin))).toEqual(new Set(MODULES.map(({ name }) => name)))
    expect((await resident.get<List>('/services?searchTerm=kamagong')).body.total).toBe(MODULES.length)
    expect((await (await portal.as('client')).get<List>('/services?searchTerm=kamagong')).body.total).toBe(0)
  })

  test('a CSV of selected tickets contains those of its module alone', async () => {
    const resident = await portal.as('client')
    const [visitor, pass] = [await file(resident, 'visitor'), await file(resident, 'gatePass')]
    const reader = await portal.as('admin', { roles: { gatepass: ['view'] } })
    const { body } = await reader.get<List>(`/ticketIds?selectedIds=${visitor.id},${pass.id}`)
    expect(body.data.map(({ id }) => id)).toEqual([pass.id])
  })

  test('refuse an invalid status', async () => {
    expect((await admin.get('/tickets?status=9')).status).toBe(400)
  })

  test('a deleted ticket is gone from every list and call, and its row stays', async () => {
    const resident = await portal.as('client')
    const { id } = await file(resident, 'gatePass')
    expect((await resident.delete(`/ticket/${id}`)).status).toBe(200)
    for (const caller of [resident, admin]) expect((await caller.get(`/ticket/${id}`)).status).toBe(404)
    expect((await resident.get<List>('/services')).body.total).toBe(0)
    expect((await admin.get<{ data: unknown[] }>(`/ticketIds?selectedIds=${id}`)).body.data).toEqual([])
    const row = await portal.db
      .selectFrom('tickets')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.status).toBe(0)
  })
})

describe('live events and notifications', () => {
  test('a change is sent to its resident and viewers of the module, each in the form they may see', async () => {
    const resident = await portal.as('client')
    const guard = await portal.as('admin', { roles: { visitors: ['view'] } })
    const blind = await portal.as('admin', { roles: { orders: ['view'] } })
    await portal.takeDeliveries()
    const { id } = await file(resident, 'visitor')
    const events = (await portal.takeDeliveries()).flatMap((delivery) =>
      'event' in delivery ? [delivery] : [],
    )
    const findEventData = (name: string) =>
      events.find(({ event }) => event === name)?.data as Ticket | undefined
    expect(findEventData(`client-visitors-crud.${resident.id}`)).toMatchObject({
      id,
      can: ['edit', 'fields', 'delete'],
    })
    expect(findEventData(`admin-visitors-crud.${admin.id}`)?.can).toContain('status.2')
    expect(findEventData(`admin-visitors-crud.${guard.id}`)).toMatchObject({ id, can: [] })
    expect(events.filter(({ room }) => room === `admin.${blind.id}`)).toEqual([])
    expect(findEventData(`client-services-crud.${resident.id}`)).toMatchObject({ id, origin: 'visitor' })
  })

  test('administrators are notified of filed tickets, residents of the office’s changes', async () => {
    const resident = await portal.as('client', { uoccname: 'Ana Reyes', clientCode: 'A-777' })
    const { id, ticketNumber } = await file(resident, 'gatePass')
    const told = await portal.db
      .selectFrom('notifications')
      .selectAll()
      .where('subject_tenant_id', '=', resident.id)
      .execute()
    expect(told).toEqual([
      expect.objectContaining({
        area: 'admin',
        page: 'gatepass',
        title: 'New gate pass',
        message: `Ana Reyes (A-777) filed ${ticketNumber}.`,
      }),
    ])
    await admin.put(`/ticket/${id}`, { status: 2, remarks: 'Bring an ID.' })
    await admin.put(`/ticket/${id}`, { status: 2 })
    const mine = await portal.db
      .selectFrom('notifications')
      .selectAll()
      .where('tenant_id', '=', resident.id)
      .execute()
    expect(mine.map(({ title, message }) => [title, message])).toEqual([
      ['Gate pass approved', `${ticketNumber}, Rodel Manalo. Remarks: Bring an ID.`],
    ])
  })

  test('the title of a notification describes the change, and its link opens the ticket unless it is deleted', async () => {
    const resident = await portal.as('client', { clientCode: 'A-778' })
    const visit = await file(resident, 'visitor', { visitorsName: 'Maria Cruz' })
    await admin.put(`/visitor/${visit.id}`, { status: 2 })
    await admin.put(`/visitor/${visit.id}`, { status: 3 })
    await admin.put(`/visitor/${visit.id}`, { remarks: 'She waits in the lobby.' })
    const order = await file(resident, 'jobOrder', { title: 'Leaking faucet' })
    await admin.put(`/request/${order.id}`, { status: 6, remarks: 'Please ask a plumber.' })
    const unwanted = await file(resident, 'jobOrder', { title: 'Filed twice' })
    await admin.delete(`/request/${unwanted.id}`)
    const told = await portal.db
      .selectFrom('notifications')
      .select(['title', 'message', 'link'])
      .where('tenant_id', '=', resident.id)
      .orderBy('id')
      .execute()
    expect(told.map(({ link }) => link).slice(-2)).toEqual([
      `/service-requests?serviceId=${order.id}`,
      '/service-requests',
    ])
    expect(told.map(({ title, message }) => [title, message])).toEqual([
      ['Visitor pass approved', `${visit.ticketNumber}, Maria Cruz.`],
      ['Maria Cruz has arrived', `${visit.ticketNumber}.`],
      [
        'New remark on your visitor pass',
        `${visit.ticketNumber}, Maria Cruz. Remarks: She waits in the lobby.`,
      ],
      ['Job order rejected', `${order.ticketNumber}, Leaking faucet. Remarks: Please ask a plumber.`],
      ['Job order deleted by the PMO', `${unwanted.ticketNumber}, Filed twice.`],
    ])
  })
})

test('tickets of a module known only to a newer version are left out of lists, search and files', async () => {
  const resident = await portal.as('client')
  const known = await file(resident, 'gatePass')
  const image = await upload(portal.db, resident)
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
    const { status, body } = await reader.get<List>('/services')
    expect([status, body.data[0]?.ticketNumber]).toEqual([200, known.ticketNumber])
    const search = await reader.get<{ data: unknown[] }>('/search?searchTerm=carport')
    expect([search.status, JSON.stringify(search.body).includes('PK-2099')]).toEqual([200, false])
    expect((await reader.get(`/file?name=${encodeURIComponent(image.url)}`)).status).toBe(404)
  }
  expect((await admin.get<List>('/services?searchTerm=carport')).status).toBe(200)
  await portal.db.deleteFrom('tickets').where('id', '=', id).execute()
})
