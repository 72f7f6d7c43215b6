import { createLedgerCalls } from '#features/ledger/testing.ts'
import { requestReversal } from '#features/posting/testing.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import type { TestPortal } from '#testing/portal.ts'

export const INVOICE_SERIES = {
  kind: 'invoice',
  prefix: 'SI-',
  first: 1,
  last: 3,
  permit: 'OCN-123-456',
  permitDate: '2026-01-15',
  registeredName: 'Tahanan Homeowners Association, Inc.',
  tin: '123-456-789-00000',
  address: '1 Mabini Street, Makati City',
} as const

export async function createSeries(office: LoggedInCaller, overrides: object = {}): Promise<number> {
  const { status, body } = await office.post<{ id: number }>('/receipt-series', {
    ...INVOICE_SERIES,
    ...overrides,
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.id
}

/**
 * Posts two payments and reverses the first, so that its receipt becomes void. Returns the id of the void
 * receipt, and a request body that names the second receipt as its replacement.
 */
export async function createVoidReceipt(portal: TestPortal, office: LoggedInCaller, tenant: LoggedInCaller) {
  const { pay } = createLedgerCalls(portal, office)
  const paymentIds = [await pay(tenant, 10), await pay(tenant, 11)]
  await requestReversal(office, paymentIds[0] ?? 0)
  const [voidReceipt, next] = await portal.db
    .selectFrom('issued_numbers')
    .select(['id', 'number'])
    .where('payment_id', 'in', paymentIds)
    .orderBy('id')
    .execute()
  return { id: voidReceipt?.id ?? 0, body: { replacedBy: next?.number } }
}
