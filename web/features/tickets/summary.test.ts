import { expect, test } from 'vitest'
import { MODULES, getModule } from '@tahanan/contract/tickets/index.ts'
import { getSummary, formatTicketLines } from './summary.ts'
import { createTestTicket } from './testing.ts'

test('every module names what a ticket is about, with its heading first', () => {
  for (const module of MODULES) {
    const ticket = createTestTicket(module.name)
    const { heading } = module.card
    const title = heading === 'amenity' ? 'Function Room' : String(ticket[heading])
    expect(getSummary(module, ticket).startsWith(title), module.name).toBe(true)
  }
})

test('a gate pass is its bearer, day and kind; a reservation its amenity and times', () => {
  expect(getSummary(getModule('gatePass'), createTestTicket('gatePass'))).toMatch(
    /^Rodel Manalo, .*\d{1,2}:\d\d [AP]M, Delivery$/,
  )
  expect(getSummary(getModule('reservation'), createTestTicket('reservation'))).toMatch(
    /^Function Room, .*9:00 AM.*11:00 AM.*Amenity Booking$/,
  )
})

test('what a mixed list sends beside the ticket counts, and nothing is said of what it lacks', () => {
  const { id, ticketNumber, origin, tenantId, tenant, status, created_at, updated_at, can, pass } =
    createTestTicket('gatePass')
  const listedTicket = {
    id,
    ticketNumber,
    origin,
    tenantId,
    tenant,
    status,
    created_at,
    updated_at,
    can,
    pass,
  }
  for (const module of MODULES) expect(getSummary(module, { ...listedTicket, origin: module.name })).toBe('')
  const ticketDetails = { bearerName: 'Ben Cruz', type: 4 }
  expect(getSummary(getModule('gatePass'), { ...listedTicket, about: ticketDetails })).toBe(
    'Ben Cruz, Pull Out',
  )
  expect(formatTicketLines({ ...listedTicket, about: ticketDetails })).toBe(
    'GP-2026-000007\nReyes, Ana, A-101\nBen Cruz, Pull Out',
  )
})
