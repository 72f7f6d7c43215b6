import { describe, expect, test } from 'vitest'
import { setRoles } from '#testing/accounts.ts'
import type { LoggedIn } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import { moduleNamed } from '@tahanan/contract/tickets/index.ts'
import { file, type List, type Ticket } from '../testing.ts'

const portal = await openTestPortal()
const { db } = portal
const office = await portal.as('admin', { name: 'Liza Villanueva' })
const worker = await portal.as('admin', { name: 'Ben Cruz', roles: { gatepass: ['view', 'ongoing'] } })
const DUE = '2026-11-25T07:00:00.000Z'
const { path } = moduleNamed('gatePass')

/** Files a gate pass that an administrator works on until `DUE`. */
async function assigned(assigneeId: number) {
  const resident = await portal.as('client')
  const ticket = await file(resident, 'gatePass')
  await db
    .updateTable('tickets')
    .set({ assignee_id: assigneeId, due_at: new Date(DUE) })
    .where('id', '=', ticket.id)
    .execute()
  return { resident, ticket }
}

const rowIn = async (list: string, id: number, reader: LoggedIn = office) =>
  (await reader.get<List>(`${list}?limit=50`)).body.data.find((row) => row.id === id)

describe('the assignee and the due time', () => {
  test('are in the lists, the record and the live events of the office', async () => {
    const { ticket } = await assigned(worker.id)
    const shown = { assignee: { id: worker.id, name: 'Ben Cruz' }, due_at: DUE }
    await portal.takeDeliveries()
    expect(await rowIn(`/${path.many}`, ticket.id)).toMatchObject(shown)
    expect(await rowIn('/services', ticket.id)).toMatchObject(shown)
    expect(
      (await office.put<Ticket>(`/${path.one}/${ticket.id}`, { remarks: 'Ask Ben' })).body,
    ).toMatchObject(shown)
    const told = (await portal.takeDeliveries()).filter((delivery) => 'event' in delivery)
    const toOffice = told.filter(({ event }) => event.startsWith('admin-tickets'))
    expect(toOffice.length).toBeGreaterThan(0)
    for (const { data } of toOffice) expect(data).toMatchObject(shown)
  })

  test('are in nothing that a resident reads', async () => {
    const { resident, ticket } = await assigned(worker.id)
    await portal.takeDeliveries()
    await office.put(`/${path.one}/${ticket.id}`, { status: 2 })
    const told = (await portal.takeDeliveries()).filter((delivery) => 'event' in delivery)
    const read = [
      await rowIn(`/${path.many}`, ticket.id, resident),
      await rowIn('/services', ticket.id, resident),
      (await resident.get<Ticket>(`/${path.one}/${ticket.id}`)).body,
      ...told.filter(({ event }) => event.startsWith('client')).map(({ data }) => data),
    ]
    expect(read.length).toBeGreaterThan(4)
    for (const shown of read) expect(JSON.stringify(shown)).not.toMatch(/assignee|due_at|Ben Cruz/)
  })

  test.each([
    ['deleted', (id: number) => db.updateTable('admins').set({ status: 0 }).where('id', '=', id).execute()],
    ['without a flag of changes', (id: number) => setRoles(db, id, { gatepass: ['view', 'add', 'delete'] })],
    ['of another module', (id: number) => setRoles(db, id, { reservations: ['view', 'approve'] })],
  ])('count as nobody if the administrator is %s', async (_, bar) => {
    const barred = await portal.as('admin', { roles: { gatepass: ['view', 'edit'] } })
    const { ticket } = await assigned(barred.id)
    expect((await office.get<Ticket>(`/${path.one}/${ticket.id}`)).body['assignee']).not.toBeNull()
    await bar(barred.id)
    expect((await office.get<Ticket>(`/${path.one}/${ticket.id}`)).body['assignee']).toBeNull()
    expect(await rowIn('/services', ticket.id)).toMatchObject({ assignee: null })
  })
})
