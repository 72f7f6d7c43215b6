import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createLedgerCalls, getDayFromNow } from '#features/ledger/testing.ts'
import { requestReversal } from '#features/posting/testing.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { TenantAgeing } from '@tahanan/contract/reports/answers.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin')
const { importStatement, pay, loadBalances, charge } = createLedgerCalls(portal, admin)

async function loadAgeing(tenant: LoggedInCaller, asOf?: string) {
  const { data } = (await admin.get<{ data: TenantAgeing[] }>(`/ageing${asOf ? `?asOf=${asOf}` : ''}`)).body
  const row = data.find(({ tenantId }) => tenantId === tenant.id) ?? {}
  return Object.fromEntries(Object.entries(row).filter(([key]) => !TENANT_FIELDS.includes(key)))
}
const TENANT_FIELDS = ['tenantId', 'clientCode', 'uoccname']
const ZERO_AMOUNTS = { current: 0, days30: 0, days60: 0, days90: 0, over90: 0, overdue: 0, credit: 0 }

test('an amount is in the column of its age, and payments settle the oldest first', async () => {
  const tenant = await portal.as('client')
  await importStatement(tenant, 1000, getDayFromNow(-100))
  await charge(tenant, { amount: 200, date: getDayFromNow(-90) })
  await charge(tenant, { amount: 300, date: getDayFromNow(-31) })
  await charge(tenant, { amount: 400, date: getDayFromNow(-1) })
  await charge(tenant, { amount: 500 })
  const ages = { over90: 1000, days90: 200, days60: 300, days30: 400, current: 500 }
  expect(await loadAgeing(tenant)).toEqual({ ...ZERO_AMOUNTS, ...ages })
  await pay(tenant, 1250)
  expect(await loadAgeing(tenant)).toEqual({ ...ZERO_AMOUNTS, days60: 250, days30: 400, current: 500 })
  expect((await loadBalances(tenant)).leftToPay).toBe(1150)
})

test('an overpayment is credit, which the next amount uses', async () => {
  const tenant = await portal.as('client')
  await importStatement(tenant, 100, getDayFromNow(-40))
  await pay(tenant, 150.25)
  expect(await loadAgeing(tenant)).toEqual({ ...ZERO_AMOUNTS, credit: 50.25 })
  await charge(tenant, { amount: 80 })
  expect(await loadAgeing(tenant)).toEqual({ ...ZERO_AMOUNTS, current: 29.75 })
})

test('reversing a payment opens its settled amounts again with their ages', async () => {
  const tenant = await portal.as('client')
  await importStatement(tenant, 1000, getDayFromNow(-100))
  await charge(tenant, { amount: 300, date: getDayFromNow(-31) })
  const id = await pay(tenant, 1100)
  await charge(tenant, { amount: 50 })
  expect((await requestReversal(admin, id)).status).toBe(201)
  expect(await loadAgeing(tenant)).toEqual({ ...ZERO_AMOUNTS, over90: 1000, days60: 300, current: 50 })
})

test('on the day of a reversal, read later, the charge that the payment had settled is open', async () => {
  const tenant = await portal.as('client')
  await importStatement(tenant, 1000, getDayFromNow(-100))
  const chargeId = await charge(tenant, { amount: 300, date: getDayFromNow(-31) })
  const id = await pay(tenant, 300, { chargeId })
  expect((await requestReversal(admin, id)).status).toBe(201)
  const day = getDayFromNow(-5)
  await portal.services.pool.query(`alter table ledger_entries disable trigger user;
    update ledger_entries set date = '${day}' where payment_id = ${id};
    alter table ledger_entries enable trigger user`)
  expect(await loadAgeing(tenant, day)).toEqual({ ...ZERO_AMOUNTS, over90: 1000, days30: 300 })
})

test('on a day before a payment of a charge and its reversal, the charge is open', async () => {
  const tenant = await portal.as('client')
  const chargeId = await charge(tenant, { amount: 300, date: getDayFromNow(-31) })
  const id = await pay(tenant, 300, { chargeId })
  expect((await requestReversal(admin, id)).status).toBe(201)
  expect(await loadAgeing(tenant, getDayFromNow(-5))).toEqual({ ...ZERO_AMOUNTS, days30: 300 })
})

test('withdrawing a statement restores the earlier ages', async () => {
  const tenant = await portal.as('client')
  await importStatement(tenant, 1000, getDayFromNow(-100))
  const uniqId = await importStatement(tenant, 1500, getDayFromNow(-10))
  await charge(tenant, { amount: 50 })
  expect(await loadAgeing(tenant)).toEqual({ ...ZERO_AMOUNTS, over90: 1000, days30: 500, current: 50 })
  expect((await admin.delete(`/statement-import/${uniqId}`)).status).toBe(200)
  expect(await loadAgeing(tenant)).toEqual({ ...ZERO_AMOUNTS, over90: 1000, current: 50 })
  expect(await loadAgeing(tenant, getDayFromNow(-5))).toEqual({ ...ZERO_AMOUNTS, over90: 1000 })
  expect((await loadBalances(tenant)).leftToPay).toBe(1050)
})

test('the balance stays on earlier days after the statement of an opening is withdrawn', async () => {
  const tenant = await portal.as('client')
  await importStatement(tenant, 1000, getDayFromNow(-100))
  const uniqId = await importStatement(tenant, 1500, getDayFromNow(-10))
  await sql`select open_ledgers('Asia/Manila')`.execute(portal.db)
  expect((await admin.delete(`/statement-import/${uniqId}`)).status).toBe(200)
  expect(await loadAgeing(tenant)).toEqual({ ...ZERO_AMOUNTS, days30: 1000 })
  expect(await loadAgeing(tenant, getDayFromNow(-5))).toEqual({ ...ZERO_AMOUNTS, days30: 1000 })
})

test('it can be read as of an earlier day', async () => {
  const tenant = await portal.as('client')
  await importStatement(tenant, 1000, getDayFromNow(-100))
  await charge(tenant, { amount: 300, date: getDayFromNow(-31) })
  await pay(tenant, 1100)
  expect(await loadAgeing(tenant, getDayFromNow(-20))).toEqual({ ...ZERO_AMOUNTS, days30: 300, days90: 1000 })
  expect(await loadAgeing(tenant, getDayFromNow(-200))).toEqual({})
  expect(await loadAgeing(tenant)).toEqual({ ...ZERO_AMOUNTS, days60: 200 })
  await portal.db.updateTable('tenants').set({ status: 0 }).where('id', '=', tenant.id).execute()
  expect(await loadAgeing(tenant)).toEqual({})
})

test('as of a day, the charges of that day count', async () => {
  const tenant = await portal.as('client')
  await charge(tenant, { amount: 300, date: getDayFromNow(-31) })
  expect(await loadAgeing(tenant, getDayFromNow(-31))).toEqual({ ...ZERO_AMOUNTS, current: 300 })
  expect(await loadAgeing(tenant, getDayFromNow(-32))).toEqual({})
})

test('an invalid day is refused', async () => {
  expect((await admin.get('/ageing?asOf=2026-02-30')).status).toBe(400)
})
