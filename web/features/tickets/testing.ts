import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import { createExampleBody } from '@tahanan/contract/tickets/example.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'

export function createTestTicket(name: string, fields: Record<string, unknown> = {}): Ticket {
  const module = getModule(name)
  return {
    ...createExampleBody(module, new Date('2026-03-12T01:00:00Z'), 'Asia/Manila'),
    amenity: { id: 1, title: 'Function Room' },
    id: 7,
    ticketNumber: `${module.prefix}-2026-000007`,
    origin: name,
    tenantId: 1,
    tenant: { id: 1, clientCode: 'A-101', uoccname: 'Reyes, Ana', unitNumber: 'A-101' },
    status: 1,
    created_at: '2026-03-12T01:00:00.000Z',
    updated_at: '2026-03-12T01:00:00.000Z',
    can: [],
    pass: null,
    ...fields,
  }
}
