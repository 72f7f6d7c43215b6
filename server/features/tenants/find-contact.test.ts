import { expect, test } from 'vitest'
import { createLedgerCalls } from '#features/ledger/testing.ts'
import { payByDeposit } from '#features/posting/testing.ts'
import { createTestTicket } from '#features/tickets/testing.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { TenantContact } from '@tahanan/contract/answers.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin')
const resident = await portal.as('client')
await portal.db
  .updateTable('tenants')
  .set({ uocctel1: '0917 555 0101', uocctel2: ' ', phone_number: '0917 555 0101' })
  .where('id', '=', resident.id)
  .execute()
await createLedgerCalls(portal, admin).charge(resident)

test('an open ticket or payment has the telephone and balance that its reader may see', async () => {
  const ticket = await createTestTicket(resident, 'gatePass')
  const payment = await payByDeposit(portal, resident)
  const phones = ['0917 555 0101']
  const views = { gatepass: ['view'], payments: ['view'] }
  for (const [extraRoles, contact] of [
    [{}, { phones: [], leftToPay: null }],
    [{ billings: ['view'] }, { phones: [], leftToPay: expect.any(Number) }],
    [{ tenants: ['view'] }, { phones, leftToPay: expect.any(Number) }],
  ] as const) {
    const reader = await portal.as('admin', { roles: { ...views, ...extraRoles } })
    for (const path of [`/ticket/${ticket.id}`, `/payment/${payment.id}`]) {
      const { body } = await reader.get<{ contact: TenantContact }>(path)
      expect(body.contact).toEqual(contact)
    }
  }
  for (const path of [`/ticket/${ticket.id}`, `/payment/${payment.id}`])
    expect((await resident.get(path)).body).not.toHaveProperty('contact')
  const { body: list } = await admin.get<{ data: object[] }>('/tickets')
  expect(list.data[0]).not.toHaveProperty('contact')
})
