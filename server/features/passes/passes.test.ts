import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { deleteTenant } from '#features/tenants/changes.ts'
import { lockTenant } from '#features/tenants/repository.ts'
import { DAY_MS, createTestTicket } from '#features/tickets/testing.ts'
import { callDuring } from '#testing/call-during.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { Pass } from '@tahanan/contract/gate/answers.ts'
import { createBarredCheck } from '@tahanan/contract/gate/create-barred-check.ts'
import { judgePass } from '@tahanan/contract/gate/judge-pass.ts'
import { CODE_LENGTH, CODE_CHARACTERS, normalizeCode } from '@tahanan/contract/gate/labels-and-codes.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'
import { updatePass } from './changes.ts'
import { createWalkInPass } from './create-walk-in-pass.ts'
import { findPass, lockPass, presentGatePass, selectGatePasses } from './gate-pass-row.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const { db, services } = portal
const admin = await portal.as('admin')
const resident = await portal.as('client')
const guard = await portal.as('admin', { roles: { gate: ['view', 'scan'] } })

const timeZone = services.config.communityTimeZone
const getDayAhead = (days: number) =>
  new Date(Date.now() + 8 * 3_600_000 + days * DAY_MS).toISOString().slice(0, 10)
const getPath = (name: string, id: number) => `/${getModule(name).path.one}/${id}`

async function createApprovedTicket(
  name = 'visitor',
  overrides: object = {},
  caller: LoggedInCaller = resident,
): Promise<number> {
  const { id } = await createTestTicket(caller, name, overrides)
  expect((await admin.put(getPath(name, id), { status: 2 })).status).toBe(200)
  return id
}
const getPass = async (id: number, caller: LoggedInCaller = resident) =>
  (await caller.get<Pass>(`/pass/${id}`)).body
const findRows = (id: number) =>
  db
    .selectFrom('gate_passes')
    .select(['code', 'number', 'end_reason'])
    .where('ticket_id', '=', id)
    .orderBy('number')
    .execute()

test('a pass ends with its tenant', async () => {
  const leavingTenant = await portal.as('client')
  const id = await createApprovedTicket('visitor', {}, leavingTenant)
  const endedTicketId = await createApprovedTicket('visitor', {}, leavingTenant)
  await leavingTenant.delete(`/pass/${endedTicketId}`)
  expect((await admin.delete(`/tenant/${leavingTenant.id}`)).status).toBe(200)
  expect(await findRows(id)).toMatchObject([{ number: 1, end_reason: 'tenant' }])
  expect(await findRows(endedTicketId)).toMatchObject([{ end_reason: 'resident' }])
})

test('a ticket of a deleted tenant gets no pass, by an approval, another date or another approval (rules 24.3)', async () => {
  const leavingTenant = await portal.as('client')
  const { id: waitingId } = await createTestTicket(leavingTenant, 'visitor')
  const approvedId = await createApprovedTicket('visitor', {}, leavingTenant)
  expect((await admin.delete(`/tenant/${leavingTenant.id}`)).status).toBe(200)
  expect((await admin.put(`/visitor/${waitingId}`, { status: 2 })).status).toBe(200)
  expect(await findRows(waitingId)).toEqual([])
  const changes = [{ dateOfVisit: `${getDayAhead(2)} 10:00:00` }, { status: 6 }, { status: 2 }]
  for (const change of changes) expect((await admin.put(`/visitor/${approvedId}`, change)).status).toBe(200)
  expect(await findRows(approvedId)).toMatchObject([{ number: 1, end_reason: 'tenant' }])
})

describe('an approval and the deletion of its tenant at the same time leave no valid pass', () => {
  test('the deletion first', async () => {
    const leavingTenant = await portal.as('client')
    const { id } = await createTestTicket(leavingTenant, 'visitor')
    const [approvalResponse] = await callDuring(db, (tx) => deleteTenant(tx, leavingTenant.id), [
      () => admin.put(`/visitor/${id}`, { status: 2 }),
    ])
    expect(approvalResponse?.status).toBe(200)
    expect(await findRows(id)).toEqual([])
  })

  test('the approval first', async () => {
    const leavingTenant = await portal.as('client')
    const { id } = await createTestTicket(leavingTenant, 'visitor')
    const { tenant_id: tenantId, details } = await db
      .selectFrom('tickets')
      .select(['tenant_id', 'details'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const before = { tenantId, status: 1, details }
    const [deletionResponse] = await callDuring(
      db,
      (tx) => updatePass(tx, getModule('visitor'), id, { before, after: { ...before, status: 2 }, timeZone }),
      [() => admin.delete(`/tenant/${leavingTenant.id}`)],
    )
    expect(deletionResponse?.status).toBe(200)
    expect(await findRows(id)).toMatchObject([{ number: 1, end_reason: 'tenant' }])
  })

  test('another date while the deletion begins, without a deadlock', async () => {
    const leavingTenant = await portal.as('client')
    const id = await createApprovedTicket('visitor', {}, leavingTenant)
    const [changeResponse] = await callDuring(
      db,
      (tx) => lockTenant(tx, leavingTenant.id),
      [() => admin.put(`/visitor/${id}`, { dateOfVisit: `${getDayAhead(2)} 10:00:00` })],
      (tx) => deleteTenant(tx, leavingTenant.id),
    )
    expect(changeResponse?.status).toBe(200)
    expect(await findRows(id)).toMatchObject([{ number: 1, end_reason: 'tenant' }])
  })
})

describe('a pass is made by the approval', () => {
  test('of a visitor, from two hours before to midnight', async () => {
    const { id } = await createTestTicket(resident, 'visitor', { dateOfVisit: `${getDayAhead(3)} 14:00:00` })
    expect((await resident.get(`/pass/${id}`)).status).toBe(404)
    await admin.put(`/visitor/${id}`, { status: 2 })
    const pass = await getPass(id)
    expect(pass).toMatchObject({
      from: new Date(`${getDayAhead(3)}T12:00:00+08:00`).toISOString(),
      to: new Date(`${getDayAhead(3)}T23:59:59.999+08:00`).toISOString(),
      dayFrom: null,
      people: 1,
      entries: 'return',
      endedAt: null,
    })
    expect(pass.code).toHaveLength(CODE_LENGTH)
    expect([...pass.code].every((character) => CODE_CHARACTERS.includes(character))).toBe(true)
    expect(pass.link).toMatch(/^http:.*\/pass#[\w-]{22}$/)
  })

  test.each([
    ['09:00:00', 2],
    ['23:00:00', 2],
    ['09:00:00', 24],
  ])('of a gate pass at %s, for its day, if a visit has %i hours', async (time, visitHoursBefore) => {
    const { body: settings } = await admin.get<object>('/gate-settings')
    expect((await admin.put('/gate-settings', { ...settings, visitHoursBefore })).status).toBe(200)
    const id = await createApprovedTicket('gatePass', { dateOfUse: `${getDayAhead(2)} ${time}` })
    const { body: changedSettings } = await admin.get<object>('/gate-settings')
    await admin.put('/gate-settings', { ...changedSettings, visitHoursBefore: 2 })
    expect(await getPass(id)).toMatchObject({
      from: new Date(`${getDayAhead(2)}T00:00:00+08:00`).toISOString(),
      to: new Date(`${getDayAhead(2)}T23:59:59.999+08:00`).toISOString(),
    })
  })

  test('of a work permit, for the hours of its days and its workers', async () => {
    const contractors = ['Boy Santos', 'Ador Cruz'].map((name) => ({ name, information: 'Painter' }))
    const days = { dateFrom: `${getDayAhead(1)} 00:00:00`, dateTo: `${getDayAhead(3)} 00:00:00` }
    const id = await createApprovedTicket('workPermit', { ...days, contractors })
    const pass = await getPass(id)
    expect(pass).toMatchObject({ dayFrom: '08:00', dayTo: '18:00', people: 2, entries: 'many' })
    expect(pass.from).toBe(new Date(`${getDayAhead(1)}T08:00:00+08:00`).toISOString())
    expect(pass.to).toBe(new Date(`${getDayAhead(3)}T18:00:00+08:00`).toISOString())
    const row = await findPass(db, { code: pass.code })
    const gatePass = presentGatePass(row!, createBarredCheck([]))
    expect(gatePass).toMatchObject({
      kind: 'Work permit',
      workers: ['Boy Santos', 'Ador Cruz'],
      barred: false,
    })
    expect(presentGatePass(row!, createBarredCheck(['ador cruz'])).barred).toBe(true)
    const getVerdictAt = (day: number, time: string) =>
      judgePass(gatePass, { now: new Date(`${getDayAhead(day)}T${time}:00+08:00`), timeZone }).verdict
    expect([
      getVerdictAt(1, '07:30'),
      getVerdictAt(2, '08:00'),
      getVerdictAt(2, '18:30'),
      getVerdictAt(4, '09:00'),
    ]).toEqual(['tooEarly', 'mayEnter', 'tooLate', 'tooLate'])
  })

  test('by a decision on many at once, but not of a module without passes', async () => {
    const tickets = [await createTestTicket(resident, 'visitor'), await createTestTicket(resident, 'visitor')]
    await admin.put('/visitors/decided', { tickets, status: 2 })
    for (const { id } of tickets) expect(await findRows(id)).toHaveLength(1)
    expect((await resident.get(`/pass/${await createApprovedTicket('incidentReport')}`)).status).toBe(404)
  })

  test('once, by approvals at the same time', async () => {
    const { id } = await createTestTicket(resident, 'visitor')
    await Promise.all([1, 2, 3].map(() => admin.put(`/visitor/${id}`, { status: 2 })))
    expect(await findRows(id)).toHaveLength(1)
  })

  test('tells the gates', async () => {
    await portal.drainEvents()
    const id = await createApprovedTicket()
    const { id: passId } = await db
      .selectFrom('gate_passes')
      .select('id')
      .where('ticket_id', '=', id)
      .executeTakeFirstOrThrow()
    const events = (await portal.drainEvents()).filter((delivery) => 'event' in delivery)
    expect(events).toContainEqual(expect.objectContaining({ event: 'gate', data: { id: passId } }))
  })
})

describe('a pass ends', () => {
  test.each([1, 4, 5, 6])('with status %i, and a later approval makes another', async (status) => {
    const id = await createApprovedTicket()
    const passBefore = await getPass(id)
    await admin.put(`/visitor/${id}`, { status: 3 })
    expect((await getPass(id)).endedAt).toBeNull()
    await admin.put(`/visitor/${id}`, { status })
    expect(await getPass(id)).toMatchObject({ code: passBefore.code, endReason: 'status' })
    await admin.put(`/visitor/${id}`, { status: 2 })
    expect((await getPass(id)).code).not.toBe(passBefore.code)
    expect(await findRows(id)).toMatchObject([
      { number: 1, end_reason: 'status' },
      { number: 2, end_reason: null },
    ])
  })

  test('with another date or tenant, which makes another; not with other changes', async () => {
    const id = await createApprovedTicket('visitor', { dateOfVisit: `${getDayAhead(1)} 10:00:00` })
    await admin.put(`/visitor/${id}`, { purposeOfVisit: 'Lunch', remarks: 'Welcome' })
    expect(await findRows(id)).toHaveLength(1)
    await admin.put(`/visitor/${id}`, { dateOfVisit: `${getDayAhead(2)} 10:00:00` })
    const otherTenant = await portal.as('client')
    await admin.put(`/visitor/${id}`, { tenantId: otherTenant.id })
    expect(await findRows(id)).toMatchObject([
      { end_reason: 'date' },
      { end_reason: 'tenant' },
      { end_reason: null },
    ])
    expect((await resident.get(`/pass/${id}`)).status).toBe(404)
    expect((await getPass(id, otherTenant)).endedAt).toBeNull()
  })

  test('by its resident, though the ticket is closed to them; once', async () => {
    const id = await createApprovedTicket()
    await admin.put(`/visitor/${id}`, { status: 3 })
    expect((await resident.put(`/visitor/${id}`, { purposeOfVisit: 'x' })).status).toBe(403)
    expect((await resident.delete(`/pass/${id}`)).status).toBe(200)
    expect(await getPass(id)).toMatchObject({ endReason: 'resident' })
    expect((await resident.delete(`/pass/${id}`)).status).toBe(404)
    const { history } = (await resident.get<{ history: unknown[] }>(`/visitor/${id}`)).body
    expect(history[0]).toMatchObject({ fields: ['pass'], actor: { self: true } })
  })

  test('as every answer with its ticket says', async () => {
    const name = 'Nilda Ramos'
    const id = await createApprovedTicket('visitor', {
      visitorsName: name,
      dateOfVisit: `${getDayAhead(1)} 23:30:00`,
    })
    const validTo = new Date(`${getDayAhead(2)}T01:30:00+08:00`).toISOString()
    const getShownPasses = async () => {
      const ticketResponses = await Promise.all(
        [resident, admin].map((caller) => caller.get<Ticket>(`/visitor/${id}`)),
      )
      const listResponses = await Promise.all([
        ...[resident, admin].map((caller) => caller.get<ListOf<Ticket>>(`/visitors?searchTerm=${name}`)),
        resident.get<ListOf<Ticket>>('/services'),
      ])
      const listedTickets = listResponses.map(({ body }) => body.data.find((ticket) => ticket.id === id))
      const allTickets = [...ticketResponses.map(({ body }) => body), ...listedTickets]
      return [...new Set(allTickets.map((ticket) => JSON.stringify(ticket?.pass)))]
    }
    expect(await getShownPasses()).toEqual([JSON.stringify({ to: validTo, endedAt: null })])
    await portal.drainEvents()
    await resident.delete(`/pass/${id}`)
    const events = (await portal.drainEvents()).filter((delivery) => 'event' in delivery)
    const { endedAt } = await getPass(id)
    expect(await getShownPasses()).toEqual([JSON.stringify({ to: validTo, endedAt })])
    const rowEvents = events.filter((delivery) => 'event' in delivery && delivery.event.includes('-crud.'))
    expect(rowEvents.length).toBeGreaterThan(2)
    for (const row of rowEvents) expect(row).toMatchObject({ data: { id, pass: { to: validTo, endedAt } } })
  })

  test('with the last exit, unless its people may come back (rules 24.8)', async () => {
    const id = await createApprovedTicket()
    const loadShownPass = async () => (await resident.get<Ticket>(`/visitor/${id}`)).body.pass
    const { to } = await getPass(id)
    const [ended_at, completed_at] = [new Date(), new Date()]
    const passUpdate = db.updateTable('gate_passes').where('ticket_id', '=', id)
    await passUpdate.set({ ended_at, end_reason: 'used' }).execute()
    const ticketUpdate = db.updateTable('tickets').where('id', '=', id)
    await ticketUpdate.set({ status: 4, completed_at }).execute()
    expect(await loadShownPass()).toEqual({ to, endedAt: null })
    await passUpdate.set({ entries: 'one' }).execute()
    expect(await loadShownPass()).toEqual({ to, endedAt: ended_at.toISOString() })
    await ticketUpdate.set({ completed_at: new Date(Date.now() - 3 * DAY_MS) }).execute()
    expect(await loadShownPass()).toBeNull()
  })

  test.each([
    ['end, then a change of date', ['resident', null]],
    ['change of date, then an end', ['date', 'resident']],
  ])('by its resident and a change of date in either order: %s', async (order, reasons) => {
    const id = await createApprovedTicket('visitor', { dateOfVisit: `${getDayAhead(1)} 10:00:00` })
    const endPass = () => resident.delete(`/pass/${id}`)
    const changeVisitDate = () => admin.put(`/visitor/${id}`, { dateOfVisit: `${getDayAhead(2)} 10:00:00` })
    for (const step of order.startsWith('end') ? [endPass, changeVisitDate] : [changeVisitDate, endPass])
      expect((await step()).status).toBe(200)
    expect((await findRows(id)).map(({ end_reason }) => end_reason)).toEqual(reasons)
  })

  test('without a deadlock while a gate counts its entries', async () => {
    const id = await createApprovedTicket()
    const { code } = await getPass(id)
    const lockAndScanPass = () =>
      db.transaction().execute(async (tx) => {
        const { row } = await lockPass(tx, code)
        await sql`select pg_sleep(0.02)`.execute(tx)
        await tx.updateTable('tickets').set({ remarks: 'in' }).where('id', '=', id).execute()
        return row?.id
      })
    const calls = [
      lockAndScanPass(),
      admin.put(`/visitor/${id}`, { status: 6 }),
      lockAndScanPass(),
      resident.delete(`/pass/${id}`),
    ]
    const results = await Promise.allSettled(calls)
    expect(results.every(({ status }) => status === 'fulfilled')).toBe(true)
    expect((await getPass(id)).endedAt).not.toBeNull()
  })
})

describe('who reads a pass', () => {
  test('its resident and the gate, and no other resident', async () => {
    const id = await createApprovedTicket()
    const otherTenant = await portal.as('client')
    expect(await getPass(id, guard)).toEqual(await getPass(id))
    expect((await otherTenant.get(`/pass/${id}`)).status).toBe(404)
    expect((await otherTenant.delete(`/pass/${id}`)).status).toBe(404)
    expect((await resident.get('/pass/999999')).status).toBe(404)
  })

  test('the gate reads no private field', async () => {
    const id = await createApprovedTicket('visitor', { address: '12 Hidden St.', email: 'hidden@mail.test' })
    const row = await selectGatePasses(db).where('p.ticket_id', '=', id).executeTakeFirst()
    const gatePassText = JSON.stringify(presentGatePass(row!, createBarredCheck([])))
    expect(gatePassText).toContain('Jun Bautista')
    expect(gatePassText).not.toMatch(/hidden|birth|phone/i)
  })
})

test('an approval whose pass cannot be made is not saved (rules 24.4)', async () => {
  const { id } = await createTestTicket(resident, 'visitor')
  await sql`alter table gate_passes add constraint none check (false) not valid`.execute(db)
  const failedAnswer = await admin.put(`/visitor/${id}`, { status: 2 })
  await sql`alter table gate_passes drop constraint none`.execute(db)
  expect(failedAnswer.status).toBe(500)
  const ticket = db.selectFrom('tickets').select('status').where('id', '=', id)
  expect(await ticket.executeTakeFirst()).toEqual({ status: 1 })
  expect((await admin.put(`/visitor/${id}`, { status: 2 })).status).toBe(200)
  expect(await findRows(id)).toHaveLength(1)
})

test('a walk-in that is let in has one pass, of today', async () => {
  const walkIn = await db
    .insertInto('walk_ins')
    .values({
      key: crypto.randomUUID(),
      tenant_id: resident.id,
      name: 'Grab rider',
      purpose: 'Food',
      plate: 'NBC 1234',
      people: 2,
      admin_id: guard.id,
      admin_name: 'Guard',
      call_at: new Date(),
    })
    .returning(['id', 'tenant_id', 'people'])
    .executeTakeFirstOrThrow()
  const createPassOfWalkIn = () => db.transaction().execute((tx) => createWalkInPass(tx, walkIn, timeZone))
  const [firstPass, secondPass] = await Promise.all([createPassOfWalkIn(), createPassOfWalkIn()])
  expect(firstPass.code).toBe(secondPass.code)
  const gatePass = presentGatePass(firstPass, createBarredCheck(['nbc1234']))
  expect(gatePass).toMatchObject({
    kind: 'Walk-in',
    name: 'Grab rider',
    people: 2,
    barred: true,
    tokenHash: null,
  })
  expect(judgePass({ ...gatePass, barred: false }, { now: new Date(), timeZone }).verdict).toBe('mayEnter')
  expect(normalizeCode(`${firstPass.code.slice(0, 4)}-${firstPass.code.slice(4)}`.toLowerCase())).toBe(
    firstPass.code,
  )
  // Codes use only some letters and digits. `normalizeCode` replaces other typed characters by similar ones
  // that codes use.
  expect(normalizeCode('k0om 1il2')).toBe('KQQMJJJ2')
})

test('a permit of which only the last day changes gets another pass, and more workers change the present one', async () => {
  const workers = ['Boy Santos', 'Ador Cruz'].map((name) => ({ name, information: 'Painter' }))
  const days = { dateFrom: `${getDayAhead(1)} 00:00:00`, dateTo: `${getDayAhead(3)} 00:00:00` }
  const id = await createApprovedTicket('workPermit', { ...days, contractors: workers.slice(0, 1) })
  const { details } = await db
    .selectFrom('tickets')
    .select('details')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const ticketBefore = { tenantId: resident.id, status: 2, details }
  const changeDetails = (changedDetails: object) =>
    db.transaction().execute((tx) =>
      updatePass(tx, getModule('workPermit'), id, {
        before: ticketBefore,
        after: { ...ticketBefore, details: { ...details, ...changedDetails } },
        timeZone,
      }),
    )
  await changeDetails({ contractors: workers })
  expect(await findRows(id)).toHaveLength(1)
  expect((await getPass(id)).people).toBe(2)
  const validTo = new Date(`${getDayAhead(4)}T00:00:00+08:00`).toISOString()
  await changeDetails({ [getModule('workPermit').pass?.to ?? '']: validTo })
  expect((await getPass(id)).to).toBe(new Date(`${getDayAhead(4)}T18:00:00+08:00`).toISOString())
  expect(await findRows(id)).toMatchObject([{ end_reason: 'date' }, { end_reason: null }])
})

test('the pass of a deleted ticket is read and ended by nobody', async () => {
  const id = await createApprovedTicket()
  await db.updateTable('tickets').set({ status: 0 }).where('id', '=', id).execute()
  for (const caller of [resident, guard]) expect((await caller.get(`/pass/${id}`)).status).toBe(404)
  expect((await resident.delete(`/pass/${id}`)).status).toBe(404)
})
