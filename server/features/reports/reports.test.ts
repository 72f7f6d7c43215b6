import { expect, test } from 'vitest'
import { saveRows } from '#features/imports/testing.ts'
import { createLedgerCalls, getDayFromNow } from '#features/ledger/testing.ts'
import {
  enableWithholding,
  payOnline,
  requestReversal,
  reportOutcome,
  createTaxFields,
} from '#features/posting/testing.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { BillingList, Ledger } from '@tahanan/contract/billing/answers.ts'
import { BALANCE_AMOUNTS } from '@tahanan/contract/billing/balance.ts'
import { formatPesos, sumAmounts } from '@tahanan/contract/money.ts'
import type { TenantAgeing, StatementCheck, Collection } from '@tahanan/contract/reports/answers.ts'
import { toAgeingRows, STATEMENT_CHECK_COLUMNS } from '@tahanan/contract/reports/reports.ts'
import { buildAgeingReport, buildLedgerReport } from './report.ts'
import { expectPdf } from './testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin')
const resident = await portal.as('client', { clientCode: 'A-101', uoccname: 'José Ñuñez' })
const { pay, charge, importStatement } = createLedgerCalls(portal, admin)

const listCollections = async (from: string, to = from) =>
  (await admin.get<{ data: Collection[] }>(`/collections?from=${from}&to=${to}`)).body.data
const setPostedAt = (id: number, postedAt: string) =>
  portal.db.updateTable('payments').set('posted_date', new Date(postedAt)).where('id', '=', id).execute()

const NO_REVERSALS = { chequesReturned: 0, reversed: 0 }

test('posts and reversals are summed by local day and payment type', async () => {
  const [latePaymentId, earlyPaymentId, previousDayPaymentId] = [
    await pay(resident, 100),
    await pay(resident, 50.25),
    await pay(resident, 9),
  ]
  // In UTC, midnight in Manila is 16:00 of the day before. `latePaymentId` is one second before the end of 10 March in
  // Manila, `earlyPaymentId` at its start.
  await setPostedAt(latePaymentId, '2026-03-10T15:59:59Z')
  await setPostedAt(earlyPaymentId, '2026-03-09T16:00:00Z')
  await setPostedAt(previousDayPaymentId, '2026-03-09T15:59:59Z')
  const onlinePayment = await payOnline(portal, resident)
  await reportOutcome(portal, onlinePayment.paymentId, 'S')
  expect((await admin.put(`/payment/${onlinePayment.paymentId}`, { status: 4 })).status).toBe(200)
  await setPostedAt(onlinePayment.paymentId, '2026-03-10T04:00:00Z')
  expect(await listCollections('2026-03-10')).toEqual([
    { day: '2026-03-10', type: 1, posted: 150.25, ...NO_REVERSALS },
    { day: '2026-03-10', type: 2, posted: 1000, ...NO_REVERSALS },
  ])
  expect(await listCollections('2026-03-09')).toEqual([
    { day: '2026-03-09', type: 1, posted: 9, ...NO_REVERSALS },
  ])
  expect((await listCollections('2026-03-01', '2026-03-31')).map(({ day, posted }) => [day, posted])).toEqual(
    [
      ['2026-03-10', 150.25],
      ['2026-03-10', 1000],
      ['2026-03-09', 9],
    ],
  )
  expect((await requestReversal(admin, earlyPaymentId)).status).toBe(201)
  const wrongPaymentId = await pay(resident, 20)
  expect((await requestReversal(admin, wrongPaymentId, { kind: 'enteredInError' })).status).toBe(201)
  expect(await listCollections(getDayFromNow(0))).toEqual([
    { day: getDayFromNow(0), type: 1, posted: 20, chequesReturned: 50.25, reversed: 20 },
  ])
  expect((await listCollections('2026-03-10')).map(({ reversed }) => reversed)).toEqual([0, 0])
  expect(await listCollections(getDayFromNow(1))).toEqual([])
})

const [startDay, today] = [getDayFromNow(-3), getDayFromNow(0)]
const loadStatementCheck = async ({ id }: LoggedInCaller, from = startDay, to = today) => {
  const path = `/statement-check?from=${from}&to=${to}`
  const { data } = (await admin.get<{ data: StatementCheck[] }>(path)).body
  return data
    .filter(({ tenantId }) => tenantId === id)
    .map((row) => [row.clientCode, row.date, ...STATEMENT_CHECK_COLUMNS.map(({ key }) => row[key])])
}

// Runs before the test that closes a Payfile batch: without a batch, the date of a payment decides which
// statement covers it.
test('a statement that an older one replaced counts in the row of the older one', async () => {
  const tenant = await portal.as('client', { clientCode: 'C-2' })
  const { clientCode, uoccname } = tenant.account
  const importOlderStatement = (uothdep: string, invdate: string) => {
    const row = { urefno: clientCode, uoccname, uothdep, invdate, attachment: 'C-2.pdf' }
    return saveRows(portal, admin, [row], { confirmOlder: true, confirmCorrections: true })
  }
  const loadRows = () => loadStatementCheck(tenant, startDay, getDayFromNow(3))
  await importStatement(tenant, 1000, startDay)
  await pay(tenant, 300)
  await importStatement(tenant, 1200, getDayFromNow(2))
  const firstRow = ['C-2', startDay, 0, 0, 0, 1000, 1000, 0]
  const newerRow = ['C-2', getDayFromNow(2), 1000, 300, 0, 500, 1200, 0]
  expect(await loadRows()).toEqual([firstRow, newerRow])
  // The day of this older statement is after the payment, so the statement covers the payment too.
  const importId = await importOlderStatement('900.00', getDayFromNow(1))
  expect(await loadRows()).toEqual([firstRow, ['C-2', getDayFromNow(1), 1000, 300, 0, 200, 900, 0]])
  expect((await admin.delete(`/statement-import/${importId}`)).status).toBe(200)
  expect(await loadRows()).toEqual([firstRow, newerRow])
  // The day of this older statement is before the payment.
  await importOlderStatement('1050.00', startDay)
  const olderRow = ['C-2', startDay, 1000, 0, 0, 50, 1050, 0]
  expect(await loadRows()).toEqual([firstRow, olderRow])
  await importStatement(tenant, 1400, getDayFromNow(3))
  expect(await loadRows()).toEqual([
    firstRow,
    olderRow,
    ['C-2', getDayFromNow(3), 1050, 300, 0, 650, 1400, 0],
  ])
})

test('each statement is listed with the posts before it, and those that it does not cover', async () => {
  const tenant = await portal.as('client', { clientCode: 'C-1' })
  await importStatement(tenant, 1000, startDay)
  const wrongPaymentId = await pay(tenant, 400)
  await enableWithholding(portal, tenant)
  await pay(tenant, 245, createTaxFields(5))
  expect((await requestReversal(admin, wrongPaymentId)).status).toBe(201)
  await charge(tenant)
  const secondImportId = await importStatement(tenant, 900, today)
  const firstRow = ['C-1', startDay, 0, 0, 0, 1000, 1000, 0]
  const secondRow = ['C-1', today, 1000, 250, 10, 140, 900]
  expect(await loadStatementCheck(tenant)).toEqual([firstRow, [...secondRow, 0]])
  expect(await loadStatementCheck(tenant, today)).toEqual([[...secondRow, 0]])
  // This payment is posted on the day of the statement but after the statement was saved, so the statement
  // does not include it.
  await pay(tenant, 75.5)
  expect(await loadStatementCheck(tenant)).toEqual([firstRow, [...secondRow, 75.5]])
  await expectPdf(admin, `/statement-check/pdf?from=${startDay}&to=${today}`)

  expect((await admin.delete(`/statement-import/${secondImportId}`)).status).toBe(200)
  expect(await loadStatementCheck(tenant)).toEqual([firstRow])
  expect((await admin.post('/payfile-batch')).status).toBe(201)
  await pay(tenant, 60)
  await importStatement(tenant, 700, today)
  const thirdRow = ['C-1', today, 1000, 325.5, 10, 15.5, 700, 60]
  expect(await loadStatementCheck(tenant)).toEqual([firstRow, thirdRow])
  expect((await admin.post('/payfile-batch')).status).toBe(201)
  await importStatement(tenant, 640, today)
  expect(await loadStatementCheck(tenant)).toEqual([
    firstRow,
    thirdRow,
    ['C-1', today, 700, 60, 0, 0, 640, 0],
  ])
  await portal.db.updateTable('tenants').set({ status: 0 }).where('id', '=', tenant.id).execute()
  expect(await loadStatementCheck(tenant)).toEqual([])
})

test('a period must not end before it begins or be too long', async () => {
  for (const [call, query, message] of [
    ['collections', 'from=2026-03-02&to=2026-03-01', 'The last day is before the first.'],
    ['collections', 'from=2025-01-01&to=2026-01-02', 'A report holds a year at most.'],
    ['statement-check', 'from=2026-03-01&to=2026-04-01', 'A report holds a month at most.'],
  ]) {
    const { status, body } = await admin.get(`/${call}?${query}`)
    expect([status, body.errors]).toEqual([400, { to: [message] }])
  }
  expect((await admin.get('/collections?from=yesterday&to=2026-01-01')).status).toBe(400)
})

test('balance, credit and net have the same sums on Billings, in the ageing and in its PDF', async () => {
  const [debtor, tenantInCredit] = [await portal.as('client'), await portal.as('client')]
  await importStatement(debtor, 4000, getDayFromNow(-40))
  await pay(debtor, 1000.5)
  await importStatement(tenantInCredit, 100, getDayFromNow(-40))
  await pay(tenantInCredit, 700.25)
  const { totals } = (await admin.get<BillingList>('/billings')).body
  const { data } = (await admin.get<{ data: TenantAgeing[] }>('/ageing')).body
  const rows = toAgeingRows(data)
  const columnSums = BALANCE_AMOUNTS.map(({ key }) => [key, sumAmounts(rows.map((row) => row[key]))])
  const { leftToPay, credit, net } = totals
  expect(Object.fromEntries(columnSums)).toEqual({ leftToPay, credit, net })
  expect(net).toBe(sumAmounts([leftToPay, -credit]))
  const [table] = buildAgeingReport(data).tables
  expect(table?.columns.slice(-3).map(({ label }) => label)).toEqual(['Left To Pay', 'Credit', 'Net'])
  expect(table?.totals?.[0]?.slice(-3)).toEqual([leftToPay, credit, net].map(formatPesos))
  expect(rows.find(({ tenantId }) => tenantId === tenantInCredit.id)).toMatchObject({
    leftToPay: 0,
    credit: 600.25,
  })
})

test('a printed ledger names returned cheques, and negative balances as credit', async () => {
  const tenant = await portal.as('client')
  const cheque = await pay(tenant, 500)
  expect((await requestReversal(admin, cheque)).status).toBe(201)
  await pay(tenant, 80.5)
  const { data } = (await admin.get<Ledger>(`/ledger/${tenant.id}`)).body
  const cells = buildLedgerReport(data.toReversed()).tables[0]?.rows.map((row) => [row[1], row[2], row[5]])
  expect(cells).toEqual([
    ['Payment', '', 'Credit ₱500.00'],
    ['Cheque returned', '', '₱0.00'],
    ['Payment', '', 'Credit ₱80.50'],
  ])
})
