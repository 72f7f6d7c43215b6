import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { enrolTestDevice } from '#features/gate/testing.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { AuditEntry } from '@tahanan/contract/audit/answers.ts'
import { PAGE_PERMISSIONS } from '@tahanan/contract/permissions.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { createTestTicket, insertTestFile, type TicketListAnswer, type Ticket } from './testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin', { name: 'Liza Villanueva' })
const superAdmin = await portal.as('super-admin')

const PRIVATE_CASES = MODULES.flatMap((module) => {
  const keys = Object.keys(module.fields).filter((key) => module.fields[key]?.private)
  return keys.length > 0 ? [[module.name, module, keys] as const] : []
})

describe.each(PRIVATE_CASES)('private fields of a %s', (name, { path, csv, pass }, keys) => {
  const getShownKeys = (row: object | undefined) => keys.filter((key) => Object.hasOwn(row ?? {}, key))

  test('are in the record, but in no list and no live event', async () => {
    const resident = await portal.as('client')
    await portal.drainEvents()
    const { id } = await createTestTicket(resident, name)
    await admin.put(`/${path.one}/${id}`, { status: 2 })
    const eventRows = (await portal.drainEvents()).flatMap((delivery) =>
      'event' in delivery ? [delivery.data as Ticket] : [],
    )
    expect(eventRows.filter((row) => row.id === id && row.origin === name).length).toBeGreaterThan(2)
    for (const reader of [resident, admin]) {
      eventRows.push(...(await reader.get<TicketListAnswer>(`/${path.many}?limit=50`)).body.data)
      expect(getShownKeys((await reader.get<Ticket>(`/${path.one}/${id}`)).body)).toEqual(keys)
    }
    expect(eventRows.filter((row) => getShownKeys(row).length > 0)).toEqual([])
  })

  test.runIf(pass)('are in no answer of the gate, and in no entry at it', async () => {
    const resident = await portal.as('client')
    const ticket = await createTestTicket(resident, name)
    await admin.put(`/${path.one}/${ticket.id}`, { status: 2 })
    const { code } = (await resident.get<{ code: string }>(`/pass/${ticket.id}`)).body
    const guard = await portal.as('admin', { roles: { gate: PAGE_PERMISSIONS.gate } })
    const gateEvent = { key: crypto.randomUUID(), code, kind: 'refused', at: new Date().toISOString() }
    const gateResponses = [
      await guard.post('/gate-scan', { code }),
      await guard.post('/gate-events', { events: [gateEvent] }),
      await guard.get('/gate-passes'),
      await guard.get('/gate-log'),
      await guard.get('/gateLogIds?all=1'),
    ]
    const values = keys.map((key) => ticket[key]).filter((value) => typeof value === 'string')
    expect(values.length).toBeGreaterThan(2)
    for (const { status, body } of gateResponses) {
      const text = JSON.stringify(body)
      expect([status, text.includes(ticket.ticketNumber)]).toEqual([200, true])
      expect([...values, ...keys.map((key) => `"${key}"`)].filter((secret) => text.includes(secret))).toEqual(
        [],
      )
    }
    await enrolTestDevice(portal.db, guard)
    const { status, text = '' } = await guard
      .get('/gate-list')
      .then((response) => ({ ...response, text: JSON.stringify(response.body) }))
    expect([status, values.filter((value) => text.includes(value))]).toEqual([200, []])
  })

  test('are in a CSV with their columns, without links to pictures', async () => {
    const resident = await portal.as('client')
    const { id } = await createTestTicket(resident, name, {
      images: [await insertTestFile(portal.db, resident)],
    })
    for (const query of [`selectedIds=${id}`, 'all=1']) {
      const { body } = await admin.get<{ data: Ticket[] }>(`/${path.ids}?${query}`)
      expect(getShownKeys(body.data[0])).toEqual(keys.filter((key) => csv.keys.includes(key)))
      expect(JSON.stringify(body)).not.toContain('signature=')
    }
  })
})

const awaitAuditEntries = async (count: number, subject: string) => {
  const query = new URLSearchParams({ action: 'viewed', subject })
  const loadAuditEntries = async () =>
    (await superAdmin.get<ListOf<AuditEntry>>(`/audit-log?${query}`)).body.data
  await expect.poll(loadAuditEntries).toHaveLength(count)
  return loadAuditEntries()
}

const createVisitorTicket = async () => createTestTicket(await portal.as('client'), 'visitor')

describe('the audit log of views of identity data', () => {
  test('has one entry an hour per reader and record', async () => {
    const [visitor, otherVisitor] = [await createVisitorTicket(), await createVisitorTicket()]
    const colleague = await portal.as('admin', { roles: { visitors: ['view', 'approve'] } })
    const openVisitorTicket = (id: number, caller = admin) => caller.get(`/visitor/${id}`)
    await Promise.all([1, 2, 3, 4, 5].map(() => openVisitorTicket(visitor.id)))
    await openVisitorTicket(otherVisitor.id)
    const [first] = await awaitAuditEntries(1, `tickets:${otherVisitor.id}`)
    expect(first).toMatchObject({
      actor: { area: 'admin', id: admin.id, name: 'Liza Villanueva' },
      subjectName: otherVisitor.ticketNumber,
      before: null,
      after: null,
      address: '127.0.0.1',
    })
    await awaitAuditEntries(1, `tickets:${visitor.id}`)
    await openVisitorTicket(visitor.id, colleague)
    await awaitAuditEntries(2, `tickets:${visitor.id}`)
  })

  test.each([
    [59, 1],
    [61, 2],
  ])('last written %i minutes ago there are %i entries', async (minutes, count) => {
    const { id, ticketNumber } = await createVisitorTicket()
    await portal.db
      .insertInto('audit_log')
      .values({
        at: sql`now() - make_interval(mins => ${minutes})`,
        actor_area: 'admin',
        actor_id: admin.id,
        actor_name: 'Liza Villanueva',
        action: 'viewed',
        subject: 'tickets',
        subject_id: String(id),
        subject_name: ticketNumber,
      })
      .execute()
    const nextVisitor = await createVisitorTicket()
    await admin.get(`/visitor/${id}`)
    await admin.get(`/visitor/${nextVisitor.id}`)
    // The audit entries of one viewer are written in order. So when the entry of this last view exists, all
    // earlier ones exist too.
    await awaitAuditEntries(1, `tickets:${nextVisitor.id}`)
    await awaitAuditEntries(count, `tickets:${id}`)
  })

  test('has no entries of residents, of readers without permission, or of records without such fields', async () => {
    const resident = await portal.as('client')
    const { id } = await createTestTicket(resident, 'visitor')
    const pass = await createTestTicket(resident, 'gatePass')
    const guard = await portal.as('admin', { roles: { visitors: ['view'] } })
    await resident.get(`/visitor/${id}`)
    await guard.get(`/visitor/${id}`)
    await admin.get(`/ticket/${pass.id}`)
    await admin.get('/visitors')
    const lastVisitor = await createVisitorTicket()
    await admin.get(`/visitor/${lastVisitor.id}`)
    await awaitAuditEntries(1, `tickets:${lastVisitor.id}`)
    for (const unauditedId of [id, pass.id]) await awaitAuditEntries(0, `tickets:${unauditedId}`)
  })

  test('has entries for answers of changes and for links to pictures', async () => {
    const resident = await portal.as('client')
    const image = await insertTestFile(portal.db, resident)
    const [changedTicket, linkedTicket] = [
      await createVisitorTicket(),
      await createTestTicket(resident, 'visitor', { images: [image] }),
    ]
    await admin.put(`/visitor/${changedTicket.id}`, {})
    await awaitAuditEntries(1, `tickets:${changedTicket.id}`)
    for (const reader of [admin, resident])
      expect((await reader.get(`/file?name=${image.url}`)).status).toBe(200)
    await awaitAuditEntries(1, `tickets:${linkedTicket.id}`)
  })

  test('has an entry per record for a CSV of selected records, and one for a CSV of all', async () => {
    const [firstVisitor, secondVisitor] = [await createVisitorTicket(), await createVisitorTicket()]
    await admin.get(`/visitor/${firstVisitor.id}`)
    await awaitAuditEntries(1, `tickets:${firstVisitor.id}`)
    for (const _ of [1, 2]) await admin.get(`/visitorIds?selectedIds=${firstVisitor.id},${secondVisitor.id}`)
    const [exportEntry] = await awaitAuditEntries(1, `tickets:${secondVisitor.id}`)
    expect(exportEntry?.detail).toBe('Visitor Reports.csv')
    await awaitAuditEntries(2, `tickets:${firstVisitor.id}`)
    const reader = await portal.as('admin', { name: 'All At Once' })
    await reader.get('/visitorIds?all=1&status=1&searchTerm=vp-')
    const query = new URLSearchParams({ action: 'viewed', actor: `admin:${reader.id}` })
    const listEntries = async () =>
      (await superAdmin.get<ListOf<AuditEntry>>(`/audit-log?${query}`)).body.data
    await expect.poll(listEntries).toHaveLength(1)
    expect((await listEntries())[0]).toMatchObject({
      subject: 'tickets',
      subjectId: null,
      detail: 'Visitor Reports.csv: FOR APPROVAL, a search',
    })
  })

  test('never delays or prevents the answer', async () => {
    const { id } = await createVisitorTicket()
    const error = vi.spyOn(portal.services.log, 'error').mockImplementation(() => {})
    await sql`alter table audit_log rename to audit_log_away`.execute(portal.db)
    const { status, body } = await admin.get<Ticket>(`/visitor/${id}`)
    await expect.poll(() => error.mock.calls.length).toBeGreaterThan(0)
    await sql`alter table audit_log_away rename to audit_log`.execute(portal.db)
    expect([status, body.phoneNumber]).toEqual([200, '09175550101'])
    await admin.get(`/visitor/${id}`)
    await awaitAuditEntries(1, `tickets:${id}`)
  })
})
