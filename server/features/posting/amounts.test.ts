import { describe, expect, test } from 'vitest'
import { openPayingPortal } from '#features/gateways/testing/paying-portal.ts'
import { getDayFromNow } from '#features/ledger/testing.ts'
import { createTestAmenity } from '#testing/accounts.ts'
import type { UntypedBody } from '#testing/callers.ts'
import {
  enableWithholding,
  requestReversal,
  createStoredRowQueries,
  createTaxFields,
  uploadSlip,
} from './testing.ts'

const { portal } = await openPayingPortal({ config: { rateLimitPerMinute: 0 } })
const admin = await portal.as('admin')
const tenant = await portal.as('client')
await enableWithholding(portal, tenant)

const slip = { images: [await uploadSlip(portal, tenant)] }
const online = { email: 'ana@condo.ph' }
const cheque = { type: 5, bank: 'BDO', bankReference: '000123', chequeDate: getDayFromNow(0) }
const transfer = { type: 6, bank: 'BDO', bankReference: 'T-1', transactionDate: getDayFromNow(0) }
const ledgerEntryFields = { label: 'Water', date: getDayFromNow(0), remarks: 'Read late' }
const dateFields = { transactionDate: getDayFromNow(0) }

const payAtCounter = (body: object) => admin.post('/counter-payment', { tenantId: tenant.id, ...body })
const addLedgerEntry = (body: object) =>
  admin.post('/ledger-entry', { tenantId: tenant.id, ...ledgerEntryFields, ...body })

type PostAmount = (amount: unknown) => Promise<{ status: number; body: UntypedBody }>
const POSTING_CALLS: readonly [name: string, field: string, post: PostAmount][] = [
  ['cash at the counter', 'amountPaid', (amountPaid) => payAtCounter({ type: 4, amountPaid })],
  ['a cheque at the counter', 'amountPaid', (amountPaid) => payAtCounter({ ...cheque, amountPaid })],
  ['a transfer at the counter', 'amountPaid', (amountPaid) => payAtCounter({ ...transfer, amountPaid })],
  [
    'tax withheld at the counter',
    'withheld',
    (withheld) => payAtCounter({ type: 4, amountPaid: 100, ...createTaxFields(1), withheld }),
  ],
  ['a charge', 'amount', (amount) => addLedgerEntry({ kind: 'charge', amount })],
  ['a credit', 'amount', (amount) => addLedgerEntry({ kind: 'credit', amount })],
  [
    'a deposit',
    'amountPaid',
    (amountPaid) => tenant.post('/payment', { ...slip, ...dateFields, amountPaid }),
  ],
  ['Dragonpay', 'amountPaid', (amountPaid) => tenant.post('/payment-dragonpay', { ...online, amountPaid })],
  ['AQWire', 'amountPaid', (amountPaid) => tenant.post('/payment-aqwire', { ...online, amountPaid })],
]

const countRows = async (table: 'payments' | 'ledger_entries' | 'issued_numbers') =>
  (
    await portal.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n
const countTables = () =>
  Promise.all([countRows('payments'), countRows('ledger_entries'), countRows('issued_numbers')])

describe('an amount that rounds to ₱0.00 or has a third decimal is refused at its field and creates nothing', () => {
  test.each(POSTING_CALLS)('%s', async (_, field, post) => {
    const countsBefore = await countTables()
    for (const amount of [0.004_9, '-0.0000000001']) {
      const { status, body } = await post(amount)
      expect([amount, status, Object.keys(body.errors)]).toEqual([amount, 400, [field]])
    }
    const { status, body } = await post('10.999')
    expect([status, body.errors]).toEqual([400, { [field]: ['At most two decimals.'] }])
    expect(await countTables()).toEqual(countsBefore)
  })
})

test('floating-point errors are rounded: 0.1 + 0.2 is thirty centavos', async () => {
  const chargeAnswer = await addLedgerEntry({ kind: 'charge', amount: 0.1 + 0.2 })
  const paymentAnswer = await payAtCounter({ type: 4, amountPaid: 0.1 + 0.2 })
  expect([chargeAnswer.body.amount, paymentAnswer.body.amountPaid]).toEqual([0.3, 0.3])
})

const bookReservation = async () => {
  const reservationAnswer = await admin.post<{ id: number }>('/payment', {
    tenantId: tenant.id,
    title: 'Event Booking',
    amenityId: (await createTestAmenity(portal.db)).id,
    description: 'Christmas party',
    startTime: `${getDayFromNow(10)} 09:00:00`,
    endTime: `${getDayFromNow(10)} 11:00:00`,
    amountPaid: 900,
  })
  expect((await admin.put(`/payment/reserved/${reservationAnswer.body.id}`)).status).toBe(200)
  return reservationAnswer.body.id
}

describe('a reservation payment of ₱0.00', () => {
  test('is posted without a receipt and its number, and no notice mentions one', async () => {
    const id = await bookReservation()
    const countsBefore = await countTables()
    const postAnswer = await admin.put(`/payment/${id}`, { status: 4 })
    expect([postAnswer.status, postAnswer.body.status, postAnswer.body.receiptNumber]).toEqual([200, 4, null])
    expect(postAnswer.body.postedDate).toEqual(expect.any(String))
    expect(postAnswer.body.can).not.toContain('receipt')
    expect(await countTables()).toEqual(countsBefore)
    for (const caller of [admin, tenant])
      expect((await caller.get(`/payment/${id}/receipt`)).status).toBe(404)
    const [notice] = await createStoredRowQueries(portal).listStoredNotices(tenant.id)
    expect(notice?.message).toMatch(/has been posted\.$/)
  })

  test('is reversed without one', async () => {
    const id = await bookReservation()
    await admin.put(`/payment/${id}`, { status: 4 })
    expect((await requestReversal(admin, id)).status).toBe(201)
    const [notice] = await createStoredRowQueries(portal).listStoredNotices(tenant.id)
    expect(notice?.message).not.toContain('receipt')
  })
})
