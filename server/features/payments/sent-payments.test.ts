import { beforeEach, expect, test } from 'vitest'
import { dayFromNow } from '#features/ledger/testing.ts'
import { deposit, payOnline, reportOutcome, setPayment } from '#features/posting/testing.ts'
import type { TestTenant } from '#testing/accounts.ts'
import type { LoggedIn } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { PaymentList } from '@tahanan/contract/billing/answers.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin')
let tenant: LoggedIn<TestTenant>
beforeEach(async () => {
  tenant = await portal.as('client')
})

const loadList = async (query = '', who: LoggedIn = tenant) =>
  (await who.get<PaymentList>(`/payments${query}`)).body
const loadSent = async () => (await loadList()).sent
const payOnlineWith = async (amountPaid: number, ...letters: string[]) => {
  const { paymentId } = await payOnline(portal, tenant, { amountPaid })
  for (const letter of letters) await reportOutcome(portal, paymentId, letter)
  return paymentId
}

const payByCheque = (chequeDate: string) =>
  admin.post('/counter-payment', {
    tenantId: tenant.id,
    type: 5,
    amountPaid: 60,
    bank: 'BDO',
    bankReference: chequeDate,
    chequeDate,
  })

test('sent payments that are not posted are summed over all pages (rules 15.24)', async () => {
  expect(await loadSent()).toEqual({ count: 0, amount: 0, latest: null })
  for (const amountPaid of [5000, 5000]) await deposit(portal, tenant, { amountPaid })
  for (let begun = 0; begun < 11; begun++) await payOnlineWith(10)
  await payOnlineWith(300.25, 'S')
  const last = await deposit(portal, tenant, { amountPaid: 7.75 })
  const found = await loadList()
  expect(found.data).toHaveLength(10)
  expect(found.sent).toEqual({
    count: 4,
    amount: 10_308,
    latest: { id: last.id, type: 1, status: 2, created_at: last.created_at },
  })
  expect((await loadList('?page=2')).sent).toEqual(found.sent)
  expect((await loadList('?sort=status')).sent).toEqual(found.sent)
})

test('the sum includes verified payments, and none failed, refunded, posted, rejected or reserved', async () => {
  for (const letters of [[], ['P'], ['F'], ['V'], ['S', 'R'], ['S', 'K']])
    await payOnlineWith(100, ...letters)
  const refunded = await payOnlineWith(100, 'S')
  await admin.put(`/payment/${refunded}`, { status: 3 })
  await reportOutcome(portal, refunded, 'R')
  for (const status of [4, 5]) {
    const { id } = await deposit(portal, tenant)
    await admin.put(`/payment/${id}`, { status })
  }
  const reserved = await deposit(portal, tenant)
  await setPayment(portal, reserved.id, { reservation_id: await insertReservation() })
  expect(await loadSent()).toEqual({ count: 0, amount: 0, latest: null })
  const { id } = await deposit(portal, tenant, { amountPaid: 40 })
  await admin.put(`/payment/${id}`, { status: 3 })
  expect(await loadSent()).toMatchObject({ count: 1, amount: 40, latest: { id, status: 3 } })
})

test('a cheque taken at the counter counts once it is due', async () => {
  expect((await payByCheque(dayFromNow(30))).status).toBe(201)
  expect(await loadSent()).toMatchObject({ count: 0 })
  expect((await payByCheque(dayFromNow(0))).status).toBe(201)
  expect(await loadSent()).toMatchObject({ count: 1, amount: 60 })
})

test('the office’s list has no such sum', async () => {
  expect((await loadList('', admin)).sent).toBeUndefined()
})

const insertReservation = async () => {
  const { id } = await portal.db
    .insertInto('tickets')
    .values({
      module: 'reservation',
      ticket_number: `RS-${tenant.id}`,
      tenant_id: tenant.id,
      search_text: '',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
