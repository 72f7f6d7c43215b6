import { expect, test } from 'vitest'
import { createLedgerCalls, getDayFromNow, type Resident } from '#features/ledger/testing.ts'
import { TEST_PASSWORD } from '#testing/accounts.ts'
import type { UntypedBody } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import { createAmounts, createImportCalls, prepareRows, createImportRows } from '../testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin')
const { save, undo, lines, findImportRecord } = createImportCalls(portal, admin)
const { loadBalances, pay, charge, loadLedger } = createLedgerCalls(portal, admin)

function prepareTenantsImport(
  tenants: readonly Resident[],
  statementDate: string,
  uniqId?: string,
  amount = '1000',
) {
  const codes = tenants.map(({ account }) => account.clientCode)
  return prepareRows(portal, admin, createImportRows(createAmounts(codes, amount), statementDate), uniqId)
}
const moveEntry = (uniqId: string, entryId: number | undefined, inStatement: boolean) =>
  admin.put<UntypedBody>(`/statement-imports/${uniqId}/entries/${entryId}`, { inStatement })
const listEntries = async (uniqId: string) => (await lines(uniqId)).map(({ entries }) => entries)

test('the office moves entries into and out of statements; saving applies and undoing reverts it', async () => {
  const [earlyTenant, lateTenant] = [await portal.as('client'), await portal.as('client')]
  const payment = await pay(earlyTenant, 300)
  await pay(earlyTenant, 40)
  await pay(lateTenant, 200)
  await charge(lateTenant, { amount: 15 })
  const firstImportId = await prepareTenantsImport([earlyTenant], '2026-01-31')
  const [[paymentEntry] = []] = await listEntries(firstImportId)
  await moveEntry(firstImportId, paymentEntry?.id, true)
  expect(await findImportRecord(firstImportId)).toMatchObject({
    moved: 1,
    inStatement: 300,
    receivedSince: 40,
  })
  expect(await listEntries(firstImportId)).toMatchObject([
    [
      { kind: 'payment', amount: -300, inStatement: true, moved: true, canMove: true },
      { kind: 'payment', amount: -40, inStatement: false, moved: false },
    ],
  ])
  await moveEntry(firstImportId, paymentEntry?.id, true)
  expect(await findImportRecord(firstImportId)).toMatchObject({ moved: 1, inStatement: 300 })
  await moveEntry(firstImportId, paymentEntry?.id, false)
  expect(await findImportRecord(firstImportId)).toMatchObject({
    moved: 0,
    inStatement: 0,
    receivedSince: 340,
  })
  await moveEntry(firstImportId, paymentEntry?.id, true)
  await save(firstImportId)
  expect(await findImportRecord(firstImportId)).toMatchObject({ state: 'done', moved: 1 })
  expect(await loadBalances(earlyTenant)).toEqual({ soaAmount: 1000, receivedSince: 40, leftToPay: 960 })

  const secondImportId = await prepareTenantsImport([lateTenant], getDayFromNow(0))
  const [[transfer, chargeEntry] = []] = await listEntries(secondImportId)
  expect([transfer?.inStatement, chargeEntry?.inStatement]).toEqual([true, true])
  for (const entry of [transfer, chargeEntry])
    expect((await moveEntry(secondImportId, entry?.id, false)).status).toBe(200)
  await save(secondImportId)
  expect(await loadBalances(lateTenant)).toEqual({ soaAmount: 1000, receivedSince: 200, leftToPay: 815 })
  expect((await loadLedger(lateTenant)).balance).toBe(815)

  // The statement includes the payment but not its later reversal, so the reversal counts in `receivedSince`.
  const reversalBody = { kind: 'chequeReturned', remarks: 'Came back', password: TEST_PASSWORD }
  expect((await admin.post(`/payment/${payment}/reversal`, reversalBody)).status).toBe(201)
  expect(await loadBalances(earlyTenant)).toEqual({ soaAmount: 1000, receivedSince: -260, leftToPay: 1260 })

  for (const uniqId of [secondImportId, firstImportId]) expect((await undo(uniqId)).status).toBe(200)
  expect(await loadBalances(earlyTenant)).toEqual({ soaAmount: 0, receivedSince: 40, leftToPay: -40 })
  expect(await loadBalances(lateTenant)).toEqual({ soaAmount: 0, receivedSince: 200, leftToPay: -185 })
  const auditRows = await portal.db
    .selectFrom('audit_log')
    .select(['actor_name', 'detail'])
    .where('detail', 'is not', null)
    .where('subject', '=', 'statement_imports')
    .orderBy('id')
    .execute()
  const code = earlyTenant.account.clientCode
  expect(auditRows).toHaveLength(5)
  expect(auditRows[0]).toEqual({
    actor_name: admin.account.name,
    detail: `Payment ${paymentEntry?.reference} of ${code}, ₱300.00, was moved into the statement.`,
  })
})

test('entries posted or reversed after the preview follow the rule; moved ones stay moved', async () => {
  const tenants = await Promise.all(Array.from({ length: 4 }, () => portal.as('client')))
  const payments = await Promise.all(tenants.map((tenant) => pay(tenant, 100)))
  const uniqId = await prepareTenantsImport(tenants, '2026-02-28')
  for (const [entry] of await listEntries(uniqId)) await moveEntry(uniqId, entry?.id, true)
  const reversal = { kind: 'enteredInError', remarks: 'Twice', password: TEST_PASSWORD }
  for (const tenant of tenants.slice(0, 2)) await pay(tenant, 7)
  for (const id of payments.slice(2))
    expect((await admin.post(`/payment/${id}/reversal`, reversal)).status).toBe(201)
  expect((await save(uniqId)).body).toMatchObject({ count: 4 })
  for (const [index, tenant] of tenants.entries()) {
    const receivedSince = index < 2 ? 7 : -100
    expect(await loadBalances(tenant)).toEqual({
      soaAmount: 1000,
      receivedSince,
      leftToPay: 1000 - receivedSince,
    })
  }
})

test('an entry is moved only in a prepared import, for a row with a new statement', async () => {
  const [tenant, unchangedTenant, otherTenant] = [
    await portal.as('client'),
    await portal.as('client'),
    await portal.as('client'),
  ]
  await save(await prepareTenantsImport([unchangedTenant], '2026-01-31'))
  for (const payingTenant of [tenant, unchangedTenant, otherTenant]) await pay(payingTenant, 10)
  const uniqId = await prepareTenantsImport([tenant, unchangedTenant], '2026-01-31')
  const [[movableEntry] = [], [fixedEntry] = []] = await listEntries(uniqId)
  expect(fixedEntry).toMatchObject({ inStatement: false, canMove: false })
  expect((await moveEntry(uniqId, fixedEntry?.id, true)).status).toBe(404)
  const foreignEntryId = (await loadLedger(otherTenant)).data[0]?.id
  expect((await moveEntry(uniqId, foreignEntryId, true)).status).toBe(404)
  expect((await moveEntry('nothing', movableEntry?.id, true)).status).toBe(404)
  expect((await moveEntry(uniqId, movableEntry?.id, true)).status).toBe(200)

  await prepareTenantsImport([tenant, unchangedTenant], '2026-01-31', uniqId)
  expect(await findImportRecord(uniqId)).toMatchObject({ moved: 0, inStatement: 0 })
  const rowsAnswer = await admin.get<{ total: number }>(
    `/statement-imports/${uniqId}/rows?verdict=entries&searchTerm=${tenant.account.clientCode}`,
  )
  expect(rowsAnswer.body.total).toBe(1)
  await save(uniqId)
  expect(await moveEntry(uniqId, movableEntry?.id, true)).toMatchObject({
    status: 409,
    body: { code: 'alreadyDone' },
  })
})

test('moves of a row that was not saved are not recorded as moved', async () => {
  const tenant = await portal.as('client')
  await pay(tenant, 10)
  const olderImportId = await prepareTenantsImport([tenant], '2026-02-28')
  const [[entry] = []] = await listEntries(olderImportId)
  await moveEntry(olderImportId, entry?.id, true)
  await save(await prepareTenantsImport([tenant], '2026-03-31', undefined, '50'))
  await save(olderImportId)
  expect(await findImportRecord(olderImportId)).toMatchObject({ state: 'done', skipped: 1, moved: 0 })
  expect(await loadBalances(tenant)).toEqual({ soaAmount: 50, receivedSince: 10, leftToPay: 40 })
})

test('undoing an older statement keeps the moves into the newer one', async () => {
  const tenant = await portal.as('client')
  await pay(tenant, 300)
  const newerImportId = await prepareTenantsImport([tenant], '2026-03-31', undefined, '700')
  const [[entry] = []] = await listEntries(newerImportId)
  await moveEntry(newerImportId, entry?.id, true)
  await save(newerImportId)
  const olderImportId = await prepareTenantsImport([tenant], '2026-02-28', undefined, '1500')
  await save(olderImportId, { confirmOlder: true })
  expect(await loadBalances(tenant)).toEqual({ soaAmount: 1500, receivedSince: 300, leftToPay: 1200 })
  await undo(olderImportId)
  expect(await loadBalances(tenant)).toEqual({ soaAmount: 700, receivedSince: 0, leftToPay: 700 })
})
