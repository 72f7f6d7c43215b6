import { expect, test } from 'vitest'
import { createBookingBody, createTestTicket } from '#features/tickets/testing.ts'
import { createTestAmenity } from '#testing/accounts.ts'
import { openDemoPortal } from '#testing/portal.ts'
import { eraseTenant } from './erase-tenant.ts'
import {
  addRowsOfTenant,
  findBusiestTenant,
  findMarker,
  KEPT_MARKER,
  MARKER,
  markTenant,
} from './testing-marker.ts'

const portal = await openDemoPortal()
const { db } = portal
const eraseInTransaction = (id: number) => db.transaction().execute((tx) => eraseTenant(tx, id))

test('of an erased tenant what the register keeps stays, and nothing else', async () => {
  const id = await findBusiestTenant(db)
  await addRowsOfTenant(db, id)
  const markedTables = await markTenant(db, id)
  expect(markedTables.length).toBeGreaterThan(20)
  expect(await findMarker(db)).toEqual(
    expect.arrayContaining(['tenants.uoccname', 'tickets.details', 'tickets.search_text', 'messages.text']),
  )
  const keptColumns = await findMarker(db, KEPT_MARKER)
  expect(keptColumns).toEqual(expect.arrayContaining(['tenants.client_code', 'payments.bank_reference']))

  const { rows, keys } = await eraseInTransaction(id)

  expect(await findMarker(db)).toEqual([])
  expect(await findMarker(db, KEPT_MARKER)).toEqual(keptColumns)
  expect(keys).toEqual(expect.arrayContaining([expect.stringContaining(MARKER)]))
  expect(rows['messages']).toBeGreaterThan(0)
  const { uoccname, status } = await db
    .selectFrom('tenants')
    .select(['uoccname', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect({ uoccname, status }).toEqual({ uoccname: `Erased tenant ${id}`, status: 0 })

  const secondResult = await eraseInTransaction(id)
  expect(Object.entries(secondResult.rows).filter(([, count]) => count > 0)).toEqual([])
  expect(secondResult.keys).toEqual([])
})

test('in the history of a ticket that was moved, names are those of its authors (rules 26.8)', async () => {
  const admin = await portal.as('admin')
  const formerTenant = await portal.as('client', { uoccname: 'Former Tenant' })
  const presentTenant = await portal.as('client')
  const { id: ticketId } = await createTestTicket(formerTenant, 'jobOrder')
  expect((await admin.put(`/request/${ticketId}`, { tenantId: presentTenant.id })).status).toBe(200)
  const listAuthors = async () => {
    const events = await db
      .selectFrom('ticket_events')
      .select('actor_name')
      .where('ticket_id', '=', ticketId)
      .orderBy('id')
      .execute()
    return events.map(({ actor_name: name }) => name)
  }

  await eraseInTransaction(presentTenant.id)
  expect(await listAuthors()).toEqual(['Former Tenant', admin.account.name])

  await eraseInTransaction(formerTenant.id)
  expect(await listAuthors()).toEqual([`Erased tenant ${formerTenant.id}`, admin.account.name])
  const { rows: secondCounts } = await eraseInTransaction(formerTenant.id)
  expect(secondCounts['ticket_events']).toBe(0)
})

test('a reservation of an erased tenant is still found by the name of its amenity (rules 13.7)', async () => {
  const resident = await portal.as('client', { soaAmount: 0 })
  const amenity = await createTestAmenity(db, { title: 'Bowling Alley' })
  const booking = createBookingBody(amenity.id, 5, '10:00', '11:00')
  const { id: ticketId } = await createTestTicket(resident, 'reservation', booking)
  await eraseInTransaction(resident.id)
  const { search_text: searchText } = await db
    .selectFrom('tickets')
    .select('search_text')
    .where('id', '=', ticketId)
    .executeTakeFirstOrThrow()
  expect(searchText).toContain('bowling alley')
  expect(searchText).not.toContain('birthday')
})
