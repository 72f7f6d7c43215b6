import { makeKey } from '../files/keys.ts'
import type { Folder } from '@tahanan/contract/limits.ts'
import { exampleBody } from '@tahanan/contract/tickets/example.ts'
import { MODULES, moduleNamed } from '@tahanan/contract/tickets/index.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAmenity, setRoles } from '../testing/accounts.ts'
import type { LoggedIn } from '../testing/callers.ts'
import { createTestPortal } from '../testing/portal.ts'
import type { TestPortal } from '../testing/portal.ts'
import { compactTallies, expireIdentityData } from './housekeeping.ts'

const DAY = 86_400_000
type Ticket = Record<string, unknown> & {
  id: number
  ticketNumber: string
  status: number
  updated_at: string
  can: string[]
}
type List = { data: Ticket[]; total: number; from: number; counts?: Record<string, number> }

let portal: TestPortal
let admin: LoggedIn
let amenityId: number

beforeAll(async () => {
  portal = await createTestPortal()
  admin = await portal.as('admin', { name: 'Liza Villanueva' })
  amenityId = (await makeAmenity(portal.db)).id
})
afterAll(() => portal.close())

const example = (name: string, more: object = {}) => ({
  ...exampleBody(moduleNamed(name), new Date(), 'Asia/Manila'),
  ...more,
})
const dayFromNow = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)

async function file(resident: LoggedIn, name: string, more: object = {}): Promise<Ticket> {
  const { status, body } = await resident.post<Ticket>(`/${moduleNamed(name).path.one}`, example(name, more))
  expect([status, body.message]).toEqual([201, undefined])
  return body
}

/** A file as an upload leaves it, for tests of who may name it. */
async function upload(caller: LoggedIn, folder: Folder = 'images'): Promise<{ name: string; url: string }> {
  const url = makeKey(folder, 'photo', 'jpg')
  await portal.db
    .insertInto('files')
    .values({
      key: url,
      folder,
      name: 'photo.jpg',
      mime: 'image/jpeg',
      bytes: 10,
      uploader_area: caller.area,
      uploader_id: caller.id,
    })
    .execute()
  return { name: 'photo.jpg', url }
}

describe('filing', () => {
  test('a missing bearer name says so in the specification’s words, and nothing is kept', async () => {
    const resident = await portal.as('client')
    const answer = await resident.post('/ticket', example('gatePass', { bearerName: '' }))
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual({ bearerName: ['Please input your bearer name!'] })
    expect((await resident.get<List>('/tickets')).body.total).toBe(0)
  })

  test('numbers run on without a gap, also across a refused ticket', async () => {
    const resident = await portal.as('client')
    const first = await file(resident, 'commendation')
    await resident.post('/commendation', example('commendation', { title: '' }))
    const second = await file(resident, 'commendation')
    expect(first.ticketNumber).toMatch(/^CT-20\d\d-\d{6}$/)
    expect(Number(second.ticketNumber.slice(-6))).toBe(Number(first.ticketNumber.slice(-6)) + 1)
  })

  test('an administrator chooses the tenant; without one the form says so', async () => {
    const resident = await portal.as('client')
    const made = await admin.post<Ticket>('/ticket', example('gatePass', { tenantId: resident.id }))
    expect(made.body).toMatchObject({ tenantId: resident.id, status: 1 })
    for (const tenantId of [undefined, 0, 'x', 999_999, { id: 1 }]) {
      const { status, body } = await admin.post('/ticket', example('gatePass', { tenantId }))
      expect([status, body.errors?.tenantId]).toEqual([400, ['Please choose your tenant!']])
    }
  })

  test('a balance at the amount blocks the module at once, one below does not', async () => {
    const resident = await portal.as('client', { soaAmount: 19_999.99 })
    await portal.db
      .updateTable('service_settings')
      .set({ amount: 20_000 })
      .where('type', '=', 'jobOrderRequest')
      .execute()
    await file(resident, 'jobOrder')
    await portal.db.updateTable('tenants').set({ soa_amount: 20_000 }).where('id', '=', resident.id).execute()
    const blocked = await resident.post('/request', example('jobOrder'))
    expect([blocked.status, blocked.body.message]).toEqual([
      403,
      'Please settle your outstanding account at Property Management Office to access this module.',
    ])
  })

  test('a service that is switched off says so', async () => {
    const resident = await portal.as('client')
    await portal.db
      .updateTable('service_settings')
      .set({ status: 0 })
      .where('type', '=', 'leasingAssistance')
      .execute()
    const { status, body } = await resident.post('/inquiry', example('leasingInquiry'))
    expect([status, body.message]).toEqual([403, 'This service has been disabled by the admin.'])
    await portal.db
      .updateTable('service_settings')
      .set({ status: 1 })
      .where('type', '=', 'leasingAssistance')
      .execute()
  })
})

describe('changing', () => {
  test('stamps are the server’s, set on the first change into a status and kept', async () => {
    const resident = await portal.as('client')
    const { id } = await file(resident, 'incidentReport')
    const sent = {
      approvalDate: '2001-01-01T00:00:00Z',
      approvedById: 99_999,
      completedDate: '2001-01-01T00:00:00Z',
    }
    const approved = (await admin.put<Ticket>(`/report/${id}`, { status: 2, ...sent })).body
    expect(approved).toMatchObject({
      status: 2,
      approvedById: admin.id,
      approver: { name: 'Liza Villanueva' },
      completedDate: null,
    })
    expect(Date.now() - Date.parse(approved.approvalDate as string)).toBeLessThan(60_000)
    await admin.put(`/report/${id}`, { status: 4 })
    await admin.put(`/report/${id}`, { status: 1 })
    const again = (await (await portal.as('admin')).put<Ticket>(`/report/${id}`, { status: 2 })).body
    expect(again.approvalDate).toBe(approved.approvalDate)
    expect(again.approvedById).toBe(admin.id)
    expect(again.caseClosedDate).not.toBeNull()
  })

  test('an update with an older updated_at is refused and keeps what is there', async () => {
    const resident = await portal.as('client')
    const ticket = await file(resident, 'jobOrder')
    const mine = await admin.put<Ticket>(`/request/${ticket.id}`, {
      title: 'First',
      updated_at: ticket.updated_at,
    })
    expect(mine.status).toBe(200)
    const late = await admin.put(`/request/${ticket.id}`, { title: 'Second', updated_at: ticket.updated_at })
    expect([late.status, late.body.code]).toEqual([409, 'conflict'])
    expect((await admin.get<Ticket>(`/request/${ticket.id}`)).body.title).toBe('First')
  })

  test('an approved gate pass is locked, its status and remarks are not', async () => {
    const resident = await portal.as('client')
    const ticket = await file(resident, 'gatePass')
    await admin.put(`/ticket/${ticket.id}`, { status: 2 })
    expect((await admin.put(`/ticket/${ticket.id}`, { bearerName: 'Somebody else' })).status).toBe(403)
    expect((await admin.put(`/ticket/${ticket.id}`, { remarks: 'Use the service elevator.' })).status).toBe(
      200,
    )
    expect((await admin.put(`/ticket/${ticket.id}`, { status: 4 })).body).toMatchObject({
      status: 4,
      remarks: 'Use the service elevator.',
    })
  })

  test('a form that sends everything back unchanged changes nothing', async () => {
    const resident = await portal.as('client')
    const ticket = await file(resident, 'workPermit')
    await admin.put(`/permit/${ticket.id}`, { status: 2 })
    const seen = (await admin.get<Ticket>(`/permit/${ticket.id}`)).body
    const { status, body } = await admin.put<Ticket>(`/permit/${ticket.id}`, seen)
    expect(status).toBe(200)
    expect(body.updated_at).toBe(seen.updated_at)
  })

  test('a permission that is taken away counts on the next call', async () => {
    const resident = await portal.as('client')
    const { id } = await file(resident, 'gatePass')
    const clerk = await portal.as('admin', { roles: { gatepass: ['view', 'approve'] } })
    expect((await clerk.put(`/ticket/${id}`, { status: 2 })).status).toBe(200)
    await setRoles(portal.db, clerk.id, { gatepass: ['view'] })
    const { status, body } = await clerk.put(`/ticket/${id}`, { status: 1 })
    expect([status, body.message]).toEqual([403, expect.stringContaining('gatepass.')])
  })

  test('a status that is none is refused in the specification’s words', async () => {
    const { id } = await file(await portal.as('client'), 'gatePass')
    for (const status of [0, 7, -1, 1.5, 'x', null, [2], {}]) {
      const { status: answer, body } = await admin.put(`/ticket/${id}`, { status })
      expect([answer, body.errors?.status]).toEqual([400, ['Please input your status!']])
    }
  })

  test('the history says who did what and when, and residents read no staff name but the approver’s', async () => {
    const resident = await portal.as('client', { uoccname: 'Ana Reyes' })
    const { id } = await file(resident, 'commendation')
    await resident.put(`/commendation/${id}`, { title: 'Thank you all' })
    await admin.put(`/commendation/${id}`, { status: 2, remarks: 'Salamat!' })
    await admin.put(`/commendation/${id}`, { status: 4 })
    type Entry = {
      actor: { name: string; self: boolean }
      from: number | null
      to: number
      fields: string[]
      remark: string | null
    }
    const history = async (caller: LoggedIn) =>
      (await caller.get<{ history: Entry[] }>(`/commendation/${id}`)).body.history
    expect((await history(admin)).map(({ actor, to }) => [actor.name, to])).toEqual([
      ['Liza Villanueva', 4],
      ['Liza Villanueva', 2],
      ['Ana Reyes', 1],
      ['Ana Reyes', 1],
    ])
    const theirs = await history(resident)
    expect(theirs.map(({ actor }) => [actor.name, actor.self])).toEqual([
      ['PMO', false],
      ['Liza Villanueva', false],
      ['Ana Reyes', true],
      ['Ana Reyes', true],
    ])
    expect(theirs[1]).toMatchObject({ from: 1, to: 2, remark: 'Salamat!' })
    expect(theirs[2]?.fields).toEqual(['title'])
  })

  test('the history cannot be rewritten in the database either', async () => {
    await file(await portal.as('client'), 'commendation')
    await expect(
      portal.db.updateTable('ticket_events').set({ actor_name: 'Nobody' }).execute(),
    ).rejects.toThrow(/never rewritten/)
  })

  test('approving by its own call happens once', async () => {
    const { id } = await file(await portal.as('client'), 'jobOrder')
    expect((await admin.put<Ticket>(`/request/approved/${id}`)).body.status).toBe(2)
    expect((await admin.put(`/request/approved/${id}`)).status).toBe(409)
    expect((await admin.put<Ticket>(`/request/rejected/${id}`)).body.status).toBe(6)
  })
})

describe('files', () => {
  test('a ticket names only files that its filer uploaded, and each belongs to one record', async () => {
    const [resident, other] = [await portal.as('client'), await portal.as('client')]
    const theirs = await upload(other, 'incidentreports')
    const refused = await resident.post('/report', example('incidentReport', { images: [theirs] }))
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      { images: ['This file was not uploaded here.'] },
    ])
    const mine = await upload(resident, 'incidentreports')
    const ticket = await file(resident, 'incidentReport', { images: [mine] })
    expect(ticket.images).toEqual([
      expect.objectContaining({ ...mine, src: expect.stringContaining('signature=') }),
    ])
    expect((await resident.post('/report', example('incidentReport', { images: [mine] }))).status).toBe(400)
    // Sent back with its signed link, as a form does, it is the same file.
    expect((await resident.put(`/report/${ticket.id}`, { images: ticket.images })).status).toBe(200)
  })

  test('a file that a record lets go of belongs to nobody again', async () => {
    const resident = await portal.as('client')
    const [one, two] = [await upload(resident, 'incidentreports'), await upload(resident, 'incidentreports')]
    const ticket = await file(resident, 'incidentReport', { images: [one] })
    await resident.put(`/report/${ticket.id}`, { images: [two] })
    const owners = await portal.db
      .selectFrom('files')
      .select(['key', 'owner_id'])
      .where('key', 'in', [one.url, two.url])
      .execute()
    expect(new Map(owners.map(({ key, owner_id }) => [key, owner_id]))).toEqual(
      new Map([
        [one.url, null],
        [two.url, ticket.id],
      ]),
    )
  })
})

describe('identity data of visitors', () => {
  test('is seen by the resident and by administrators who approve, not by those who only view', async () => {
    const resident = await portal.as('client')
    const { id } = await file(resident, 'visitor', { images: [await upload(resident)] })
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

  test('cannot be searched for', async () => {
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

  test('is removed 30 days after the visit, and the history says so', async () => {
    const resident = await portal.as('client')
    const image = await upload(resident)
    const { id } = await file(resident, 'visitor', { images: [image] })
    const visit = Date.now() + 2 * DAY
    expect(await expireIdentityData(portal.db, portal.services.files, 30, new Date(visit + 20 * DAY))).toBe(0)
    expect(
      await expireIdentityData(portal.db, portal.services.files, 30, new Date(visit + 31 * DAY)),
    ).toBeGreaterThan(0)
    const after = (await admin.get<Ticket & { history: { fields: string[] }[] }>(`/visitor/${id}`)).body
    expect(after).toMatchObject({ images: [], birthDate: null, visitorsName: 'Jun Bautista' })
    expect(after.history[0]?.fields).toEqual(['birthDate', 'images'])
    const left = await portal.db.selectFrom('files').select('key').where('key', '=', image.url).execute()
    expect(left).toEqual([])
  })
})

describe('lists', () => {
  test('count exactly by status, page by page, newest first, also after the tallies are added up', async () => {
    const resident = await portal.as('client')
    const before = (await admin.get<List>('/commendations?limit=1')).body
    for (let n = 0; n < 12; n++) await file(resident, 'commendation', { title: `Number ${n}` })
    await admin.put(`/commendation/${(await resident.get<List>('/commendations')).body.data[0]!.id}`, {
      status: 2,
    })
    for (const round of ['before', 'after']) {
      if (round === 'after') await compactTallies(portal.db)
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

  test('search takes percent signs and underscores as they stand, without regard to case', async () => {
    const resident = await portal.as('client', { uoccname: 'Señora Peña' })
    await file(resident, 'commendation', { title: 'Fully 100% happy_here' })
    for (const [term, total] of [
      ['100%', 1],
      ['HAPPY_HERE', 1],
      ['happyxhere', 0],
      ['peña', 1],
      ['PEÑA', 1],
      ['\\', 0],
      ["'", 0],
    ] as const) {
      expect([
        term,
        (await resident.get<List>(`/commendations?searchTerm=${encodeURIComponent(term)}`)).body.total,
      ]).toEqual([term, total])
    }
  })

  test('are found by the name that their tenant has now, not by the one they had', async () => {
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

  test.each([
    'limit=-1',
    'limit=1e9',
    'limit=x',
    'page=0',
    'page=-1',
    'status=9',
    `searchTerm=${'x'.repeat(10_000)}`,
  ])('refuse ?%s', async (query) => {
    expect((await admin.get(`/tickets?${query}`)).status).toBe(400)
  })

  test('a deleted ticket is gone from every list and every call, and counted on', async () => {
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

describe('telling', () => {
  test('a change reaches its resident and the administrators who may view it, as each may see it', async () => {
    const resident = await portal.as('client')
    const guard = await portal.as('admin', { roles: { visitors: ['view'] } })
    const blind = await portal.as('admin', { roles: { orders: ['view'] } })
    await portal.services.relay.drain()
    portal.delivered.length = 0
    const { id } = await file(resident, 'visitor')
    await portal.services.relay.drain()
    const events = portal.delivered.flatMap((delivery) => ('event' in delivery ? [delivery] : []))
    const of = (name: string) => events.find(({ event }) => event === name)?.data as Ticket | undefined
    expect(of(`client-visitors-crud.${resident.id}`)).toMatchObject({ id, phoneNumber: '09175550101' })
    expect(of(`admin-visitors-crud.${admin.id}`)).toMatchObject({ id, phoneNumber: '09175550101' })
    expect(of(`admin-visitors-crud.${guard.id}`)).toMatchObject({ id })
    expect(of(`admin-visitors-crud.${guard.id}`)).not.toHaveProperty('phoneNumber')
    expect(events.filter(({ room }) => room === `admin.${blind.id}`)).toEqual([])
    expect(of(`client-services-crud.${resident.id}`)).toMatchObject({ id, origin: 'visitor' })
  })

  test('administrators are notified of what residents file, residents of what the office changes', async () => {
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
      [`Gate pass ${ticketNumber}`, 'Your gate pass has been approved. Remarks: Bring an ID.'],
    ])
  })
})

describe('hostile input', () => {
  const hostile = [
    '[]',
    '"text"',
    '1',
    'null',
    '{"__proto__":{"status":2}}',
    '{"constructor":{"prototype":{"status":2}}}',
    '{"title":{"toString":1}}',
    '{"title":["a"]}',
    '{"title":"a\\u0000b","comment":"x","type":1}',
    '{"title":"\\ud800","comment":"x","type":1}',
    '{"type":{"$gt":0}}',
    '{"items":{"length":9}}',
    '{"images":"x"}',
    '{',
    `{"title":"${'a'.repeat(300)}"}`,
    `{"description":"${'a'.repeat(6000)}"}`,
    '{"amenityId":1e300}',
    '{"dateOfUse":"9999-99-99"}',
    '{"remarks":{"a":1},"status":2}',
  ]
  test.each(MODULES.map((module) => [module.name, module] as const))(
    '%s answers none of it with 500, and keeps none of it',
    async (_, module) => {
      const resident = await portal.as('client')
      const { id } = await file(
        resident,
        module.name,
        module.holds
          ? { amenityId, startTime: `${dayFromNow(40)} 06:00:00`, endTime: `${dayFromNow(40)} 06:10:00` }
          : {},
      )
      const count = async () =>
        (
          await portal.db
            .selectFrom('tickets')
            .select(({ fn }) => fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n
      const before = await count()
      for (const payload of hostile) {
        for (const [method, path, caller] of [
          ['POST', '', resident],
          ['POST', '', admin],
          ['PUT', `/${id}`, resident],
          ['PUT', `/${id}`, admin],
        ] as const) {
          const { statusCode } = await portal.app.inject({
            method,
            url: `/api/${module.path.one}${path}`,
            payload,
            headers: { 'content-type': 'application/json', authorization: `Bearer ${caller.token}` },
          })
          expect([payload, method, statusCode < 500]).toEqual([payload, method, true])
          if (method === 'POST') expect(statusCode).toBe(400)
        }
      }
      expect(await count()).toBe(before)
    },
  )

  test.each(['0', '-1', '1.5', 'x', '99999999999999999999', '%00', '1%27', '__proto__'])(
    '/ticket/%s is no server error',
    async (id) => {
      for (const method of ['get', 'put', 'delete'] as const) {
        const { status } = await admin[method](`/ticket/${id}`, method === 'get' ? undefined : {})
        expect([400, 404]).toContain(status)
      }
    },
  )
})
