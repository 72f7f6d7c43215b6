import { expect, test } from 'vitest'
import { deposit, payOnline } from '#features/posting/testing.ts'
import { compact } from '#platform/db/lists/compact.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { PAYMENT_TALLIES } from './repository.ts'

interface List {
  data: Payment[]
  total: number
  from: number
  counts: Record<string, number>
}

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin')

test('tabs are exact, For Verification includes created payments, and compacting changes no total', async () => {
  const payer = await portal.as('client', { uoccname: 'Juan 100% Cruz' })
  const list = async (query: string) => (await admin.get<List>(`/payments${query}`)).body
  expect((await list('')).total).toBe(0)
  for (const status of [2, 3, 3, 4, 5]) {
    const { id } = await deposit(portal, payer)
    if (status !== 2) await admin.put(`/payment/${id}`, { status })
  }
  const created = await payOnline(portal, payer)
  const gone = await deposit(portal, payer)
  await admin.delete(`/payment/${gone.id}`)
  const counts = { all: 6, 1: 1, 2: 2, 3: 2, 4: 1, 5: 1 }
  expect((await list('')).counts).toEqual(counts)
  const deltas = Array.from({ length: 302 }, (_, n) => ({ status: 3, delta: n % 2 ? 1 : -1 }))
  await portal.db.insertInto('payment_tallies').values(deltas).execute()
  await compact(portal.db, PAYMENT_TALLIES)
  const verified = portal.db.selectFrom('payment_tallies').selectAll().where('status', '=', 3)
  expect(await verified.execute()).toEqual([{ status: 3, delta: 2 }])
  expect((await list('')).counts).toEqual(counts)
  const waiting = await list('?status=2')
  expect([waiting.total, waiting.data.map(({ status }) => status)]).toEqual([2, [1, 2]])
  expect(waiting.data[0]!.referenceNumber).toBe(created.referenceNumber)
  expect(await list('?status=3&limit=1&page=2')).toMatchObject({ total: 2, from: 2 })
  for (const term of ['100%25', 'JUAN 100', created.referenceNumber, created.txnId.slice(-10)])
    expect([term, (await list(`?searchTerm=${term}`)).data.length > 0]).toEqual([term, true])
  expect((await list('?searchTerm=%25%25')).total).toBe(0)
  expect((await list(`?status=4&searchTerm=${created.referenceNumber}`)).total).toBe(0)
  for (const query of ['?status=6', '?status=0', '?status=x', '?limit=-1', '?limit=1e9', '?page=0'])
    expect((await admin.get(`/payments${query}`)).status).toBe(400)
  expect((await payer.get<List>('/payments?status=2')).body.total).toBe(2)
})

test('each reader receives events in the form they may see, others none', async () => {
  const payer = await portal.as('client')
  const cashier = await portal.as('admin', { roles: { payments: ['view', 'edit', 'verify'] } })
  const guard = await portal.as('admin', { roles: { visitors: ['view'] } })
  await portal.takeDeliveries()
  const { id } = await deposit(portal, payer)
  const told = async () =>
    (await portal.takeDeliveries()).flatMap((one) =>
      'event' in one && one.event.includes('payments-crud') ? [one] : [],
    )
  const added = await told()
  const of = (room: string) => added.filter((one) => one.room === room)
  expect(of(`client.${payer.id}`)).toMatchObject([
    { event: `client-payments-crud.${payer.id}`, data: { id, status: 2, can: [] } },
  ])
  expect(of(`admin.${cashier.id}`)).toMatchObject([
    { event: `admin-payments-crud.${cashier.id}`, data: { id, can: ['edit', 'verify'] } },
  ])
  expect(of(`admin.${guard.id}`)).toEqual([])
  await admin.delete(`/payment/${id}`)
  const deleted = (await told()).filter((one) => one.room === `client.${payer.id}`)
  expect(deleted).toMatchObject([{ data: { id, status: 0, can: [] } }])
})
