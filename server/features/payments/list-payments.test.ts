import { expect, test } from 'vitest'
import { payByDeposit, payOnline } from '#features/posting/testing.ts'
import { compactTallies } from '#platform/db/lists/compact-tallies.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { PAYMENT_TALLIES } from './repository.ts'

interface PaymentPage {
  data: Payment[]
  total: number
  from: number
  counts: Record<string, number>
}

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin')

test('tabs are exact, For Verification includes created payments, and compacting changes no total', async () => {
  const payer = await portal.as('client', { uoccname: 'Juan 100% Cruz' })
  const list = async (query: string) => (await admin.get<PaymentPage>(`/payments${query}`)).body
  expect((await list('')).total).toBe(0)
  for (const status of [2, 3, 3, 4, 5]) {
    const { id } = await payByDeposit(portal, payer)
    if (status !== 2) await admin.put(`/payment/${id}`, { status })
  }
  const onlinePayment = await payOnline(portal, payer)
  const deletedPayment = await payByDeposit(portal, payer)
  await admin.delete(`/payment/${deletedPayment.id}`)
  const counts = { all: 6, 1: 1, 2: 2, 3: 2, 4: 1, 5: 1 }
  expect((await list('')).counts).toEqual(counts)
  const deltas = Array.from({ length: 302 }, (_, n) => ({ status: 3, delta: n % 2 ? 1 : -1 }))
  await portal.db.insertInto('payment_tallies').values(deltas).execute()
  await compactTallies(portal.db, PAYMENT_TALLIES)
  const tallyQuery = portal.db.selectFrom('payment_tallies').selectAll().where('status', '=', 3)
  expect(await tallyQuery.execute()).toEqual([{ status: 3, delta: 2 }])
  expect((await list('')).counts).toEqual(counts)
  const waitingPage = await list('?status=2')
  expect([waitingPage.total, waitingPage.data.map(({ status }) => status)]).toEqual([2, [1, 2]])
  expect(waitingPage.data[0]!.referenceNumber).toBe(onlinePayment.referenceNumber)
  expect(await list('?status=3&limit=1&page=2')).toMatchObject({ total: 2, from: 2 })
  for (const term of ['100%25', 'JUAN 100', onlinePayment.referenceNumber, onlinePayment.txnId.slice(-10)])
    expect([term, (await list(`?searchTerm=${term}`)).data.length > 0]).toEqual([term, true])
  expect((await list('?searchTerm=%25%25')).total).toBe(0)
  expect((await list(`?status=4&searchTerm=${onlinePayment.referenceNumber}`)).total).toBe(0)
  for (const query of ['?status=6', '?status=0', '?status=x', '?limit=-1', '?limit=1e9', '?page=0'])
    expect((await admin.get(`/payments${query}`)).status).toBe(400)
  expect((await payer.get<PaymentPage>('/payments?status=2')).body.total).toBe(2)
})

test('each reader receives events in the form they may see, others none', async () => {
  const payer = await portal.as('client')
  const cashier = await portal.as('admin', { roles: { payments: ['view', 'edit', 'verify'] } })
  const guard = await portal.as('admin', { roles: { visitors: ['view'] } })
  await portal.drainEvents()
  const { id } = await payByDeposit(portal, payer)
  const drainPaymentEvents = async () =>
    (await portal.drainEvents()).flatMap((delivery) =>
      'event' in delivery && delivery.event.includes('payments-crud') ? [delivery] : [],
    )
  const creationEvents = await drainPaymentEvents()
  const filterByRoom = (room: string) => creationEvents.filter((event) => event.room === room)
  expect(filterByRoom(`client.${payer.id}`)).toMatchObject([
    { event: `client-payments-crud.${payer.id}`, data: { id, status: 2, can: [] } },
  ])
  expect(filterByRoom(`admin.${cashier.id}`)).toMatchObject([
    { event: `admin-payments-crud.${cashier.id}`, data: { id, can: ['edit', 'verify'] } },
  ])
  expect(filterByRoom(`admin.${guard.id}`)).toEqual([])
  await admin.delete(`/payment/${id}`)
  const deletionEvents = (await drainPaymentEvents()).filter((event) => event.room === `client.${payer.id}`)
  expect(deletionEvents).toMatchObject([{ data: { id, status: 0, can: [] } }])
})
