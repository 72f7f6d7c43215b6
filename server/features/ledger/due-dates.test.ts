import { beforeEach, expect, test } from 'vitest'
import { requestReversal } from '#features/posting/testing.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { Billing, BillingList, Statement } from '@tahanan/contract/billing/answers.ts'
import type { ReminderPreview } from '@tahanan/contract/billing/reminder-answers.ts'
import { sumAmounts } from '@tahanan/contract/money.ts'
import type { TenantAgeing } from '@tahanan/contract/reports/answers.ts'
import type { Tenant } from '@tahanan/contract/tenants/answers.ts'
import { createLedgerCalls, getDayFromNow, type Resident } from './testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin')
const superAdmin = await portal.as('super-admin')
let tenant: Resident
beforeEach(async () => {
  tenant = await portal.as('client')
})
const { importStatement, pay, charge, loadLedger } = createLedgerCalls(portal, admin)

async function loadDueDate(resident: Resident) {
  const { dueDate, overdue, leftToPay } = (await admin.get<Tenant>(`/tenant/${resident.id}`)).body
  return { dueDate, overdue, leftToPay }
}
async function loadOverdueOnAllPages(resident: Resident) {
  const { clientCode } = resident.account
  const billings = (await admin.get<BillingList>(`/billings?searchTerm=${clientCode}`)).body.data
  const reminderRows = (await admin.get<ReminderPreview>('/reminders?kind=after&days=1')).body.data
  const { data } = (await admin.get<{ data: TenantAgeing[] }>('/ageing')).body
  const ownBilling = (await resident.get<Billing>('/me')).body
  const { days30, days60, days90, over90, overdue } =
    data.find(({ tenantId }) => tenantId === resident.id) ?? {}
  return {
    home: [ownBilling.overdue, ownBilling.dueNext],
    billings: billings.map((row) => [row.overdue, row.dueNext]),
    reminder: reminderRows.find(({ tenantId }) => tenantId === resident.id)?.amount ?? 0,
    ageing: overdue,
    past: sumAmounts([days30, days60, days90, over90].map((amount) => amount ?? 0)),
  }
}
async function loadAgeingAmounts(resident: Resident, asOf = getDayFromNow(0)) {
  const { data } = (await admin.get<{ data: TenantAgeing[] }>(`/ageing?asOf=${asOf}`)).body
  const tenantAgeing = data.find(({ tenantId }) => tenantId === resident.id)
  return (
    tenantAgeing && [
      tenantAgeing.current,
      tenantAgeing.days30,
      tenantAgeing.days60,
      tenantAgeing.days90,
      tenantAgeing.over90,
    ]
  )
}
const createExpectedDues = (overdue: number) => ({
  home: [overdue, getDayFromNow(5)],
  billings: [[overdue, getDayFromNow(5)]],
  reminder: overdue,
  ageing: overdue,
  past: overdue,
})
const loadStatementDueDates = async (resident: Resident) => {
  const statements = (await admin.get<{ data: Statement[] }>(`/statements?tenantId=${resident.id}`)).body.data
  return statements.map(({ dueDate }) => dueDate)
}
const loadLedgerDueDates = async (resident: Resident) =>
  (await loadLedger(resident)).data.map(({ dueDate }) => dueDate)
const setGraceDays = (value: string) =>
  superAdmin.post<{ errors: object }>('/website-settings', { settings: [{ name: 'graceDays', value }] })

test('a due date in the file is stored and shown everywhere, and ages count from it', async () => {
  await importStatement(tenant, 1000, getDayFromNow(-40), getDayFromNow(-10))
  await charge(tenant, { amount: 300, date: getDayFromNow(-5), dueDate: getDayFromNow(0) })
  expect(await loadDueDate(tenant)).toEqual({ dueDate: getDayFromNow(-10), overdue: 1000, leftToPay: 1300 })
  expect((await tenant.get('/me')).body).toMatchObject({ dueDate: getDayFromNow(-10), overdue: 1000 })
  expect((await admin.get(`/billings?searchTerm=${tenant.account.clientCode}`)).body).toMatchObject({
    data: [{ dueDate: getDayFromNow(-10), overdue: 1000 }],
  })
  expect(await loadOverdueOnAllPages(tenant)).toMatchObject({ home: [1000, getDayFromNow(0)], ageing: 1000 })
  expect(await loadStatementDueDates(tenant)).toEqual([getDayFromNow(-10)])
  expect((await loadLedger(tenant)).data.map(({ dueDate }) => dueDate)).toEqual([
    getDayFromNow(0),
    getDayFromNow(-10),
  ])
  expect(await loadAgeingAmounts(tenant)).toEqual([300, 1000, 0, 0, 0])
  expect(await loadAgeingAmounts(tenant, getDayFromNow(-12))).toEqual([1000, 0, 0, 0, 0])

  await pay(tenant, 400)
  expect(await loadDueDate(tenant)).toEqual({ dueDate: getDayFromNow(-10), overdue: 600, leftToPay: 900 })
  await pay(tenant, 600)
  expect(await loadDueDate(tenant)).toEqual({ dueDate: getDayFromNow(0), overdue: 0, leftToPay: 300 })
  await pay(tenant, 350)
  expect(await loadDueDate(tenant)).toEqual({ dueDate: null, overdue: 0, leftToPay: -50 })
})

test('the rest of a partly paid charge becomes due and overdue', async () => {
  await importStatement(tenant, 1000, getDayFromNow(-40), getDayFromNow(-10))
  await charge(tenant, { amount: 300, date: getDayFromNow(-8), dueDate: getDayFromNow(-5) })
  await charge(tenant, { amount: 200, date: getDayFromNow(-8), dueDate: getDayFromNow(5) })
  await pay(tenant, 1100)
  expect(await loadDueDate(tenant)).toEqual({ dueDate: getDayFromNow(-5), overdue: 200, leftToPay: 400 })
  await pay(tenant, 250)
  expect(await loadDueDate(tenant)).toEqual({ dueDate: getDayFromNow(5), overdue: 0, leftToPay: 150 })
})

test('a new statement does not postpone the due date of earlier arrears on any page', async () => {
  await importStatement(tenant, 1000, getDayFromNow(-40), getDayFromNow(-25))
  await importStatement(tenant, 3000, getDayFromNow(-10), getDayFromNow(5))
  expect(await loadDueDate(tenant)).toEqual({ dueDate: getDayFromNow(-25), overdue: 1000, leftToPay: 3000 })
  expect(await loadOverdueOnAllPages(tenant)).toEqual(createExpectedDues(1000))
  const cheque = await pay(tenant, 400)
  expect(await loadDueDate(tenant)).toMatchObject({ overdue: 600 })
  expect((await requestReversal(admin, cheque)).status).toBe(201)
  expect(await loadDueDate(tenant)).toMatchObject({ overdue: 1000 })
  await pay(tenant, 1200)
  expect(await loadOverdueOnAllPages(tenant)).toEqual(createExpectedDues(0))
  const uniqId = await importStatement(tenant, 9000, getDayFromNow(-2), getDayFromNow(1))
  expect(await loadDueDate(tenant)).toMatchObject({ dueDate: getDayFromNow(1) })
  expect((await admin.delete(`/statement-import/${uniqId}`)).status).toBe(200)
  expect(await loadDueDate(tenant)).toMatchObject({ dueDate: getDayFromNow(5), overdue: 0 })
})

test('an amount without a due date is due with the next statement that has one', async () => {
  await importStatement(tenant, 1000, getDayFromNow(-70))
  await charge(tenant, { amount: 50, date: getDayFromNow(-60) })
  const noDueDate = { dueDate: null, overdue: 0, leftToPay: 1050 }
  expect(await loadDueDate(tenant)).toEqual(noDueDate)
  const importIdToUndo = await importStatement(tenant, 1500, getDayFromNow(-45), getDayFromNow(-30))
  expect((await admin.delete(`/statement-import/${importIdToUndo}`)).status).toBe(200)
  expect(await loadDueDate(tenant)).toEqual(noDueDate)
  await importStatement(tenant, 1500, getDayFromNow(-40), getDayFromNow(-25))
  await charge(tenant, { amount: 70, date: getDayFromNow(-20) })
  expect(await loadDueDate(tenant)).toEqual({ dueDate: getDayFromNow(-25), overdue: 1500, leftToPay: 1570 })
  expect(await loadAgeingAmounts(tenant)).toEqual([0, 1570, 0, 0, 0])
  expect(await loadAgeingAmounts(tenant, getDayFromNow(-41))).toEqual([0, 1050, 0, 0, 0])
  const latestImport = await importStatement(tenant, 1570, getDayFromNow(-10), getDayFromNow(5))
  expect(await loadOverdueOnAllPages(tenant)).toMatchObject({
    home: [1500, getDayFromNow(5)],
    ageing: 1500,
    past: 1500,
  })
  expect((await admin.delete(`/statement-import/${latestImport}`)).status).toBe(200)
  expect(await loadDueDate(tenant)).toEqual({ dueDate: getDayFromNow(-25), overdue: 1500, leftToPay: 1570 })
})

test('of arrears paid elsewhere and billed again, the oldest entry counts', async () => {
  await importStatement(tenant, 1000, getDayFromNow(-40), getDayFromNow(-25))
  await importStatement(tenant, 1000, getDayFromNow(-10), getDayFromNow(5))
  expect(await loadDueDate(tenant)).toEqual({ dueDate: getDayFromNow(-25), overdue: 1000, leftToPay: 1000 })
})

test('another due date of a statement changes its age and no sum; an undo restores the former', async () => {
  await importStatement(tenant, 1000, getDayFromNow(-40), getDayFromNow(-10))
  await charge(tenant, { amount: 50, date: getDayFromNow(-50) })
  const uniqId = await importStatement(tenant, 1000, getDayFromNow(-40), getDayFromNow(20))
  expect(await loadDueDate(tenant)).toEqual({ dueDate: getDayFromNow(20), overdue: 0, leftToPay: 1050 })
  expect(await loadAgeingAmounts(tenant)).toEqual([1000, 0, 50, 0, 0])
  expect(await loadStatementDueDates(tenant)).toEqual([getDayFromNow(20), getDayFromNow(-10)])
  await importStatement(tenant, 1000, getDayFromNow(-40), getDayFromNow(20))
  await importStatement(tenant, 1000, getDayFromNow(-40))
  expect(await loadStatementDueDates(tenant)).toHaveLength(2)
  // Only the latest import that changed something can be undone, so the earlier one gives 409.
  const latestImport = await importStatement(tenant, 1000, getDayFromNow(-40), getDayFromNow(25))
  expect((await admin.delete(`/statement-import/${uniqId}`)).status).toBe(409)
  expect((await admin.delete(`/statement-import/${latestImport}`)).status).toBe(200)
  expect(await loadDueDate(tenant)).toEqual({ dueDate: getDayFromNow(20), overdue: 0, leftToPay: 1050 })
  expect(await loadAgeingAmounts(tenant)).toEqual([1000, 0, 50, 0, 0])
  expect((await admin.delete(`/statement-import/${uniqId}`)).status).toBe(200)
  expect(await loadStatementDueDates(tenant)).toEqual([getDayFromNow(-10)])
})

test('another due date changes no other statement of the tenant, and no other tenant of that day', async () => {
  const otherTenant = await portal.as('client')
  await importStatement(tenant, 1000, getDayFromNow(-40), getDayFromNow(-30))
  await importStatement(tenant, 1500, getDayFromNow(-20), getDayFromNow(-10))
  await importStatement(otherTenant, 700, getDayFromNow(-20), getDayFromNow(-5))
  const uniqId = await importStatement(tenant, 1500, getDayFromNow(-20), getDayFromNow(20))
  expect(await loadLedgerDueDates(tenant)).toEqual([getDayFromNow(20), getDayFromNow(-30)])
  expect(await loadLedgerDueDates(otherTenant)).toEqual([getDayFromNow(-5)])
  expect((await admin.delete(`/statement-import/${uniqId}`)).status).toBe(200)
  expect(await loadLedgerDueDates(tenant)).toEqual([getDayFromNow(-10), getDayFromNow(-30)])
  expect(await loadLedgerDueDates(otherTenant)).toEqual([getDayFromNow(-5)])
})

test('days of grace give a due date to statements without one that are saved later', async () => {
  const [tenantBeforeSetting, tenantAfterSetting, tenantWithDueDate] = [
    await portal.as('client'),
    await portal.as('client'),
    await portal.as('client'),
  ]
  await importStatement(tenantBeforeSetting, 100, getDayFromNow(-30))
  expect(await loadDueDate(tenantBeforeSetting)).toMatchObject({ dueDate: null, overdue: 0 })
  expect((await setGraceDays('15')).status).toBe(200)
  await importStatement(tenantBeforeSetting, 100, getDayFromNow(-30))
  expect(await loadDueDate(tenantBeforeSetting)).toMatchObject({ dueDate: null })
  await importStatement(tenantAfterSetting, 100, getDayFromNow(-30))
  expect(await loadDueDate(tenantAfterSetting)).toMatchObject({ dueDate: getDayFromNow(-15), overdue: 100 })
  expect(await loadAgeingAmounts(tenantAfterSetting)).toEqual([0, 100, 0, 0, 0])
  await importStatement(tenantWithDueDate, 100, getDayFromNow(-30), getDayFromNow(3))
  expect(await loadDueDate(tenantWithDueDate)).toMatchObject({ dueDate: getDayFromNow(3), overdue: 0 })
  for (const invalidDays of ['366', '1.5'])
    expect((await setGraceDays(invalidDays)).body.errors).toHaveProperty('graceDays')
  expect((await setGraceDays('')).status).toBe(200)
})

const addLedgerEntry = (overrides: object) =>
  admin.post<{ errors: object }>('/ledger-entry', {
    tenantId: tenant.id,
    label: 'Water',
    amount: 10,
    date: getDayFromNow(-2),
    remarks: 'Read late',
    ...overrides,
  })

test('a charge may have a due date that is not before it, a credit may not', async () => {
  for (const invalidEntry of [
    { kind: 'charge', dueDate: getDayFromNow(-3) },
    { kind: 'charge', dueDate: 'soon' },
    { kind: 'credit', dueDate: getDayFromNow(3) },
  ])
    expect((await addLedgerEntry(invalidEntry)).body.errors).toHaveProperty('dueDate')
  expect((await addLedgerEntry({ kind: 'charge', dueDate: getDayFromNow(-2) })).body).toMatchObject({
    dueDate: getDayFromNow(-2),
  })
})

test('a charge posted after a statement is not due with it, one of its day before it is', async () => {
  await charge(tenant, { amount: 20, date: getDayFromNow(-20) })
  await importStatement(tenant, 1500, getDayFromNow(-20), getDayFromNow(-5))
  expect(await loadDueDate(tenant)).toMatchObject({ overdue: 1500, leftToPay: 1500 })
  // The charge is dated before the statement but was entered after it, so the statement does not contain it.
  await charge(tenant, { amount: 70, date: getDayFromNow(-30) })
  const { overdue, leftToPay } = await loadDueDate(tenant)
  expect([overdue, leftToPay]).toEqual([1500, 1570])
})
