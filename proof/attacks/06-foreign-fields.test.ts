import { expect, test } from 'vitest'
import { createExampleBody } from '@tahanan/contract/tickets/example.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'
import { openTestPortal } from '@tahanan/server/testing/portal.ts'

/**
 * Attack 6 of docs/attacks.yaml on one call: a resident sends fields that they may not set. The deep test of
 * the same name makes all writing calls.
 */
const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const resident = await portal.as('client')
const neighbour = await portal.as('client')
const visitorPass = getModule('visitor')

const FORGED_FIELDS = {
  tenantId: neighbour.id,
  tenant_id: neighbour.id,
  status: 2,
  approvedById: 1,
  approved_by_id: 1,
  ticketNumber: 'VP-2026-999999',
  remarks: 'Approved by me.',
  isReadAdmin: 1,
}

test('fields that a resident may not set change neither a new nor an existing ticket', async () => {
  const createBody = { ...createExampleBody(visitorPass, new Date(), 'Asia/Manila'), ...FORGED_FIELDS }
  const { status, body } = await resident.post<{ id: number }>(`/${visitorPass.path.one}`, createBody)
  expect(status).toBe(201)
  const updateBody = { visitorsName: 'Ana Reyes', ...FORGED_FIELDS }
  expect((await resident.put(`/${visitorPass.path.one}/${body.id}`, updateBody)).status).toBe(200)

  const ticket = await portal.db
    .selectFrom('tickets')
    .select(['tenant_id', 'status', 'approved_by_id', 'ticket_number', 'remarks'])
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow()
  expect(ticket).toEqual({
    tenant_id: resident.id,
    status: 1,
    approved_by_id: null,
    ticket_number: expect.not.stringContaining('999999'),
    remarks: '',
  })
  expect((await neighbour.get<{ total: number }>(`/${visitorPass.path.many}`)).body.total).toBe(0)
})
