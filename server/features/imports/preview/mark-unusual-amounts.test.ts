import { expect, test } from 'vitest'
import { createLedgerCalls, dayFromNow } from '#features/ledger/testing.ts'
import { openTestPortal } from '#testing/portal.ts'
import { mayHaveShiftedRows } from '@tahanan/contract/billing/statement-import.ts'
import { createImportFiles, createImportCalls, createImportRows, saveRows } from '../testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin')
const { prepare, lines } = createImportCalls(portal, admin)
const { importStatement, pay } = createLedgerCalls(portal, admin)

const countUnusual = async (amounts: Readonly<Record<string, string>>) =>
  (await prepare(createImportFiles(amounts, dayFromNow(-30)))).body.unusual

test('amounts shifted by a row are reported, an ordinary month is not', async () => {
  const bills = [1000, 9000, 2500, 30_000, 4200, 600]
  const createMonth = (nth: number, shift = 0) =>
    Object.fromEntries(bills.map((_, place) => [`S-${place}`, `${bills.at(place - shift)! * (nth + 1)}`]))
  for (const nth of [0, 1, 2])
    await saveRows(portal, admin, createImportRows(createMonth(nth), dayFromNow(nth * 30 - 120)))
  const [wrong, right] = [await countUnusual(createMonth(3, 1)), await countUnusual(createMonth(3))]
  expect([wrong.of, mayHaveShiftedRows(wrong), right]).toEqual([6, true, { rows: 0, of: 6 }])
})

test('a row far from the expected amount is listed under To check, one with an unknown payment is not', async () => {
  const [steady, paid] = [await portal.as('client'), await portal.as('client')]
  for (const tenant of [steady, paid])
    for (const [month, amount] of [3000, 6000, 9100, 12_200].entries())
      await importStatement(tenant, amount, dayFromNow(month * 30 - 150))
  await pay(paid, 12_200)
  const createBills = (amount: string) =>
    createImportFiles(
      { [steady.account.clientCode]: amount, [paid.account.clientCode]: '15300' },
      dayFromNow(-1),
    )
  const farPreview = await prepare(createBills('25,000'))
  expect(farPreview.body).toMatchObject({ warned: 1, unusual: { rows: 1, of: 2 } })
  // Expected range: the balance of 12,200 plus 3,000 to 3,100 a month, with a tolerance of 40 % on both ends.
  expect(await lines(farPreview.uniqId, 'warned')).toMatchObject([
    {
      urefno: steady.account.clientCode,
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
    await importStatement(tenant, amount, dayFromNow(month * 30 - 150))
  const correctionPreview = await prepare(
    createImportFiles({ [tenant.account.clientCode]: '25,000' }, dayFromNow(-60)),
  )
  expect(correctionPreview.body).toMatchObject({ corrections: 1, unusual: { rows: 0, of: 0 } })
})
