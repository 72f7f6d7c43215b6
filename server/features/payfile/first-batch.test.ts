import { expect, test } from 'vitest'
import { createLedgerCalls, getDayFromNow } from '#features/ledger/testing.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { PayfileRow } from '@tahanan/contract/billing/answers.ts'

// A new portal, because only before the first export does a payment's date decide whether a statement
// includes the payment.
const portal = await openTestPortal()
const admin = await portal.as('admin')
const { importStatement, pay } = createLedgerCalls(portal, admin)

test('the first batch leaves out payments that a statement covers already (rules 16.12)', async () => {
  const tenant = await portal.as('client')
  await pay(tenant, 3)
  await importStatement(tenant, 100, getDayFromNow(1))
  const newPayment = await pay(tenant, 4)
  const { body } = await admin.post<{ data: PayfileRow[] }>('/payfile-batch')
  expect(body.data.map(({ id }) => id)).toEqual([newPayment])
})
