import type { ListOf } from '@tahanan/contract/answers.ts'
import type { PayfileBatch, PayfileRow } from '@tahanan/contract/billing/answers.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { openTestPortal } from '../../../testing/portal.ts'
import { booksOf, dayFromNow, type Resident } from '../ledger/testing.ts'
import { reverse } from '../payments/testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin')
let tenant: Resident
beforeEach(async () => {
  tenant = await portal.as('client')
})
const { state, pay, owed } = booksOf(portal, admin)

type Batch = PayfileBatch & { data: PayfileRow[] }
type Batches = ListOf<PayfileBatch> & { next: { rows: number; amount: number } }
const close = () => admin.post<Batch & { code: string }>('/payfile-batch')
const batches = async () => (await admin.get<Batches>('/payfile-batches')).body

test('a batch holds what was posted and not yet exported, once, and can be read again', async () => {
  const first = await pay(tenant, 100)
  const second = await pay(tenant, 50.5)
  expect((await batches()).next).toEqual({ rows: 2, amount: 150.5 })
  const { status, body } = await close()
  expect([status, body.rows, body.amount, body.by]).toEqual([201, 2, 150.5, admin.account.name])
  expect(body.data.map(({ id, payamt, urefno }) => [id, payamt, urefno])).toEqual([
    [second, 50.5, tenant.account.clientCode],
    [first, 100, tenant.account.clientCode],
  ])
  const again = await close()
  expect([again.status, again.body.code]).toEqual([409, 'nothingToExport'])
  await pay(tenant, 7)
  const next = await close()
  expect([next.body.number, next.body.data.map(({ payamt }) => payamt)]).toEqual([body.number + 1, [7]])
  expect((await admin.get<Batch>(`/payfile-batch/${body.number}`)).body).toEqual(body)
  const list = await batches()
  expect([list.next, list.data.map(({ number }) => number).slice(0, 2)]).toEqual([
    { rows: 0, amount: 0 },
    [body.number + 1, body.number],
  ])
})

test('closed by many at once, each payment is in one batch', async () => {
  const paid = await Promise.all([1, 2, 3, 4, 5].map((amount) => pay(tenant, amount)))
  const closed = await Promise.all([close(), close(), close(), pay(tenant, 6).then(close)])
  const rows = closed.flatMap(({ body }) => body.data ?? [])
  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(paid))
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  expect((await batches()).next.rows).toBe(0)
})

test('where batches are used, a statement covers the payments of those that were closed by its date', async () => {
  await state(tenant, 1000, dayFromNow(-60))
  await pay(tenant, 400)
  // posted before the statement's date, but not handed over
  await state(tenant, 1000, dayFromNow(1))
  expect(await owed(tenant)).toEqual({ soaAmount: 1000, receivedSince: 400, leftToPay: 600 })
  await close()
  await state(tenant, 600, dayFromNow(2))
  expect(await owed(tenant)).toEqual({ soaAmount: 600, receivedSince: 0, leftToPay: 600 })
})

test('a reversal is a row with a negative amount, and covered by a statement once it was handed over', async () => {
  await state(tenant, 1000, dayFromNow(-60))
  const id = await pay(tenant, 400)
  await close()
  expect((await reverse(admin, id)).status).toBe(201)
  await state(tenant, 600, dayFromNow(1))
  expect(await owed(tenant)).toEqual({ soaAmount: 600, receivedSince: -400, leftToPay: 1000 })
  const { data } = (await close()).body
  expect(data.map((row) => [row.id, row.payamt])).toEqual([[id, -400]])
  await state(tenant, 1000, dayFromNow(2))
  expect(await owed(tenant)).toEqual({ soaAmount: 1000, receivedSince: 0, leftToPay: 1000 })
})

test('a batch stands in the audit log', async () => {
  await pay(tenant, 5)
  const { number } = (await close()).body
  const { rows } = await sql<{ after: object }>`
    select after from audit_log where subject = 'payfile_batches' and after ->> 'number' = ${String(number)}`.execute(
    portal.db,
  )
  expect(rows).toMatchObject([{ after: { rows: 1, amount: 5 } }])
})
