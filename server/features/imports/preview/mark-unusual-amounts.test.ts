import { expect, test } from 'vitest'
import { createLedgerCalls, getDayFromNow } from '#features/ledger/testing.ts'
import { openTestPortal } from '#testing/portal.ts'
import { mayHaveShiftedRows } from '@tahanan/contract/billing/statement-import.ts'
import { createImportFiles, createImportCalls, createImportRows, saveRows } from '../testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin')
const { prepare, lines } = createImportCalls(portal, admin)
const { importStatement, pay } = createLedgerCalls(portal, admin)

const loadUnusualCounts = async (amounts: Readonly<Record<string, string>>) =>
  (await prepare(createImportFiles(amounts, getDayFromNow(-30)))).body.unusual

test('amounts shifted by a row are reported, an ordinary month is not', async () => {
  const bills = [1000, 9000, 2500, 30_000, 4200, 600]
  const createMonth = (monthIndex: number, shift = 0) =>
    Object.fromEntries(
      bills.map((_, index) => [`S-${index}`, `${bills.at(index - shift)! * (monthIndex + 1)}`]),
    )
  for (const monthIndex of [0, 1, 2])
    await saveRows(
      portal,
      admin,
      createImportRows(createMonth(monthIndex), getDayFromNow(monthIndex * 30 - 120)),
    )
  const [shiftedCounts, correctCounts] = [
    await loadUnusualCounts(createMonth(3, 1)),
    await loadUnusualCounts(createMonth(3)),
  ]
  expect([shiftedCounts.of, mayHaveShiftedRows(shiftedCounts), correctCounts]).toEqual([
    6,
    true,
    { rows: 0, of: 6 },
  ])
})

test('a row far from the expected amount is listed under To check, one with an unknown payment is not', async () => {
  const [steadyTenant, paidTenant] = [await portal.as('client'), await portal.as('client')]
  for (const tenant of [steadyTenant, paidTenant])
    for (const [month, amount] of [3000, 6000, 9100, 12_200].entries())
      await importStatement(tenant, amount, getDayFromNow(month * 30 - 150))
  await pay(paidTenant, 12_200)
  const createBills = (amount: string) =>
    createImportFiles(
      { [steadyTenant.account.clientCode]: amount, [paidTenant.account.clientCode]: '15300' },
      getDayFromNow(-1),
    )
  const unusualPreview = await prepare(createBills('25,000'))
  expect(unusualPreview.body).toMatchObject({ warned: 1, unusual: { rows: 1, of: 2 } })
  // Expected range: the balance of 12,200 plus 3,000 to 3,100 a month, with a tolerance of 40 % on both ends.
  expect(await lines(unusualPreview.uniqId, 'warned')).toMatchObject([
    {
      urefno: steadyTenant.account.clientCode,
      reason: 'Far from what is expected: ₱14,000.00 to ₱16,540.00.',
    },
  ])
  for (const amount of ['16,540', '12,200'])
    expect((await prepare(createBills(amount))).body).toMatchObject({
      warned: 0,
      unusual: { rows: 0, of: 2 },
    })
})

test('a correction of a saved statement is not judged by what months add', async () => {
  const tenant = await portal.as('client')
  for (const [month, amount] of [3000, 6000, 9100, 12_200].entries())
    await importStatement(tenant, amount, getDayFromNow(month * 30 - 150))
  const correctionPreview = await prepare(
    createImportFiles({ [tenant.account.clientCode]: '25,000' }, getDayFromNow(-60)),
  )
  expect(correctionPreview.body).toMatchObject({ corrections: 1, unusual: { rows: 0, of: 0 } })
})
