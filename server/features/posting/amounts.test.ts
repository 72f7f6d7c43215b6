import { describe, expect, test } from 'vitest'
import { openPayingPortal } from '#features/gateways/testing/paying.ts'
import { dayFromNow } from '#features/ledger/testing.ts'
import { makeAmenity } from '#testing/accounts.ts'
import type { LooseBody } from '#testing/callers.ts'
import { enableWithholding, reverse, createStoredReader, createTaxFields, uploadSlip } from './testing.ts'

const { portal } = await openPayingPortal({ config: { rateLimitPerMinute: 0 } })
const office = await portal.as('admin')
const tenant = await portal.as('client')
await enableWithholding(portal, tenant)

const slip = { images: [await uploadSlip(portal, tenant)] }
const online = { email: 'ana@condo.ph' }
const cheque = { type: 5, bank: 'BDO', bankReference: '000123', chequeDate: dayFromNow(0) }
const transfer = { type: 6, bank: 'BDO', bankReference: 'T-1', transactionDate: dayFromNow(0) }
const entry = { label: 'Water', date: dayFromNow(0), remarks: 'Read late' }
const when = { transactionDate: dayFromNow(0) }

const payAtCounter = (body: object) => office.post('/counter-payment', { tenantId: tenant.id, ...body })
const enterInLedger = (body: object) =>
  office.post('/ledger-entry', { tenantId: tenant.id, ...entry, ...body })

type Post = (amount: unknown) => Promise<{ status: number; body: LooseBody }>
const CALLS: readonly [name: string, field: string, post: Post][] = [
  ['cash at the counter', 'amountPaid', (amountPaid) => payAtCounter({ type: 4, amountPaid })],
  ['a cheque at the counter', 'amountPaid', (amountPaid) => payAtCounter({ ...cheque, amountPaid })],
  ['a transfer at the counter', 'amountPaid', (amountPaid) => payAtCounter({ ...transfer, amountPaid })],
  [
    'tax withheld at the counter',
    'withheld',
    (withheld) => payAtCounter({ type: 4, amountPaid: 100, ...createTaxFields(1), withheld }),
  ],
  ['a charge', 'amount', (amount) => enterInLedger({ kind: 'charge', amount })],
  ['a credit', 'amount', (amount) => enterInLedger({ kind: 'credit', amount })],
  ['a deposit', 'amountPaid', (amountPaid) => tenant.post('/payment', { ...slip, ...when, amountPaid })],
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
  // `contract/billing/payment.test.ts` tests more amounts.
  test.each(CALLS)('%s', async (_, field, post) => {
    const before = await countTables()
    for (const amount of [0.004_9, '-0.0000000001']) {
      const { status, body } = await post(amount)
      expect([amount, status, Object.keys(body.errors)]).toEqual([amount, 400, [field]])
    }
    const { status, body } = await post('10.999')
    expect([status, body.errors]).toEqual([400, { [field]: ['At most two decimals.'] }])
    expect(await countTables()).toEqual(before)
  })
})

test('floating-point errors are rounded: 0.1 + 0.2 is thirty centavos', async () => {
  const charged = await enterInLedger({ kind: 'charge', amount: 0.1 + 0.2 })
  const paid = await payAtCounter({ type: 4, amountPaid: 0.1 + 0.2 })
  expect([charged.body.amount, paid.body.amountPaid]).toEqual([0.3, 0.3])
})

const reserve = async () => {
  const made = await office.post<{ id: number }>('/payment', {
    tenantId: tenant.id,
    title: 'Event Booking',
    amenityId: (await makeAmenity(portal.db)).id,
    description: 'Christmas party',
    startTime: `${dayFromNow(10)} 09:00:00`,
    endTime: `${dayFromNow(10)} 11:00:00`,
    amountPaid: 900,
  })
  expect((await office.put(`/payment/reserved/${made.body.id}`)).status).toBe(200)
  return made.body.id
}

describe('a reservation payment of ₱0.00', () => {
  test('is posted without a receipt and its number, and no notice mentions one', async () => {
    const id = await reserve()
    const before = await countTables()
    const posted = await office.put(`/payment/${id}`, { status: 4 })
    expect([posted.status, posted.body.status, posted.body.receiptNumber]).toEqual([200, 4, null])
    expect(posted.body.postedDate).toEqual(expect.any(String))
    expect(posted.body.can).not.toContain('receipt')
    expect(await countTables()).toEqual(before)
    for (const who of [office, tenant]) expect((await who.get(`/payment/${id}/receipt`)).status).toBe(404)
    const [notice] = await createStoredReader(portal).listStoredNotices(tenant.id)
    expect(notice?.message).toMatch(/has been posted\.$/)
  })

  test('is reversed without one', async () => {
    const id = await reserve()
    await office.put(`/payment/${id}`, { status: 4 })
    expect((await reverse(office, id)).status).toBe(201)
    const [notice] = await createStoredReader(portal).listStoredNotices(tenant.id)
    expect(notice?.message).not.toContain('receipt')
  })
})
