import { expect, test } from 'vitest'
import { createLedgerCalls, dayFromNow } from '#features/ledger/testing.ts'
import { openTestPortal } from '#testing/portal.ts'
import { createCodeGenerator, createImportCalls, prepareRows, createImportRows, saveRows } from './testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin')
const { save, undo, findImportRecord, findTenant, listStatements } = createImportCalls(portal, admin)
const { loadBalances, pay, loadLedger } = createLedgerCalls(portal, admin)

const generateCode = createCodeGenerator('OLD')

const prepareAmounts = (amounts: Readonly<Record<string, string>>, invdate: string) =>
  prepareRows(portal, admin, createImportRows(amounts, invdate))
const importAmounts = (amounts: Readonly<Record<string, string>>, invdate: string) =>
  saveRows(portal, admin, createImportRows(amounts, invdate))
const saveWithOlder = (uniqId: string) => save(uniqId, { confirmOlder: true })
const findAmount = async (urefno: string) => (await findTenant(urefno))?.soa_amount

test('rows older than the present statements are counted, and saved if that is confirmed', async () => {
  const [one, two, fresh] = [generateCode(), generateCode(), generateCode()]
  await importAmounts({ [one]: '100', [two]: '200' }, '2026-03-31')
  const olderAmounts = { [one]: '10', [two]: '-20', [fresh]: '5' }

  const skippedImport = await prepareAmounts(olderAmounts, '2026-02-28')
  expect(await findImportRecord(skippedImport)).toMatchObject({
    total: 1,
    skipped: 2,
    older: { rows: 2, amountBefore: 300, amountAfter: -10 },
  })
  expect((await save(skippedImport)).body).toMatchObject({
    count: 1,
    skipped: [{ urefno: one }, { urefno: two }],
  })
  expect([await findAmount(one), await findAmount(two)]).toEqual([100, 200])

  const savedImport = await prepareAmounts(olderAmounts, '2026-02-28')
  const { data } = (await admin.get<{ data: string[] }>(`/statement-imports/${savedImport}/pdfs?kind=older`))
    .body
  expect(data).toEqual([`${one}.pdf`, `${two}.pdf`])
  expect((await saveWithOlder(savedImport)).body).toMatchObject({
    count: 3,
    total: 3,
    updated: 2,
    unchanged: 1,
    skipped: [],
  })
  expect(await findTenant(one)).toMatchObject({
    soa_amount: 10,
    title: 'Statement of Account, February 2026',
  })
  expect(await findAmount(two)).toBe(-20)
  expect(await findImportRecord(skippedImport)).toMatchObject({ total: 1, skipped: 2 })
  expect(await listStatements(one)).toHaveLength(2)
})

test('an older row not shown as older, or with another balance since, is not saved', async () => {
  const [notShown, shown] = [generateCode(), generateCode()]
  await importAmounts({ [notShown]: '1', [shown]: '2' }, '2026-03-31')
  const olderImportId = await prepareAmounts({ [notShown]: '10', [shown]: '20' }, '2026-02-28')
  const importBetween = await prepareAmounts({ [notShown]: '30' }, '2026-04-30')
  await importAmounts({ [notShown]: '40', [shown]: '50' }, '2026-05-31')
  // Both imports were prepared before the import of May replaced the statements. They were compared with
  // outdated statements, so their rows are not saved.
  expect((await saveWithOlder(olderImportId)).body).toMatchObject({ count: 0, total: 0 })
  expect((await saveWithOlder(importBetween)).body).toMatchObject({
    count: 0,
    skipped: [{ urefno: notShown }],
  })
  expect([await findAmount(notShown), await findAmount(shown)]).toEqual([40, 50])
})

test('entries covered by the newer statement count again until the older one is undone', async () => {
  const tenant = await portal.as('client')
  const { clientCode } = tenant.account
  const findBalance = async () => (await loadBalances(tenant)).leftToPay
  await importAmounts({ [clientCode]: '1000' }, '2026-01-31')
  await pay(tenant, 300)
  await importAmounts({ [clientCode]: '700' }, dayFromNow(0))
  await pay(tenant, 50)
  expect(await findBalance()).toBe(650)

  const olderImport = await prepareAmounts({ [clientCode]: '1500' }, '2026-02-28')
  await saveWithOlder(olderImport)
  expect(await loadBalances(tenant)).toEqual({ soaAmount: 1500, receivedSince: 350, leftToPay: 1150 })
  expect((await undo(olderImport)).status).toBe(200)
  expect(await loadBalances(tenant)).toEqual({ soaAmount: 700, receivedSince: 50, leftToPay: 650 })
  const { data } = await loadLedger(tenant)
  expect(data.reduce((sum, { amount }) => sum + amount, 0)).toBe(650)
})

test('entries after the newer statement’s date count both before and after the older one is undone', async () => {
  const tenant = await portal.as('client')
  const { clientCode } = tenant.account
  await importAmounts({ [clientCode]: '1000' }, '2026-01-31')
  await pay(tenant, 300)
  await importAmounts({ [clientCode]: '900' }, dayFromNow(-2))
  expect(await loadBalances(tenant)).toEqual({ soaAmount: 900, receivedSince: 300, leftToPay: 600 })
  const olderImport = await prepareAmounts({ [clientCode]: '1500' }, '2026-02-28')
  await saveWithOlder(olderImport)
  expect((await loadBalances(tenant)).leftToPay).toBe(1200)
  expect((await undo(olderImport)).status).toBe(200)
  expect(await loadBalances(tenant)).toEqual({ soaAmount: 900, receivedSince: 300, leftToPay: 600 })
})

test('a withdrawn statement covers nothing again when an older one is undone', async () => {
  const tenant = await portal.as('client')
  const { clientCode } = tenant.account
  await importAmounts({ [clientCode]: '1000' }, dayFromNow(-60))
  await pay(tenant, 300)
  const withdrawnImport = await importAmounts({ [clientCode]: '700' }, dayFromNow(0))
  expect((await loadBalances(tenant)).receivedSince).toBe(0)
  expect((await undo(withdrawnImport)).status).toBe(200)
  const olderImport = await prepareAmounts({ [clientCode]: '1500' }, dayFromNow(-90))
  await saveWithOlder(olderImport)
  expect((await undo(olderImport)).status).toBe(200)
  expect(await loadBalances(tenant)).toEqual({ soaAmount: 1000, receivedSince: 300, leftToPay: 700 })
})

test('tenants with a balance and no row are counted', async () => {
  const [inFiles, missing, owesNothing] = [generateCode(), generateCode(), generateCode()]
  const amountsByCode = { [inFiles]: '1', [missing]: '-2', [owesNothing]: '0' }
  const firstImportId = await prepareAmounts(amountsByCode, '2026-03-31')
  const notInFilesBefore = (await findImportRecord(firstImportId)).notInFiles
  await save(firstImportId)
  expect((await findImportRecord(firstImportId)).notInFiles).toBe(0)
  const nextImportId = await prepareAmounts({ [inFiles]: '3' }, '2026-04-30')
  expect((await findImportRecord(nextImportId)).notInFiles).toBe(notInFilesBefore + 1)
})

test('the first Payfile batch does not change what statements of files read before it cover', async () => {
  const [previewed, withdrawn] = [await portal.as('client'), await portal.as('client')]
  await importAmounts({ [withdrawn.account.clientCode]: '1000' }, '2026-01-31')
  await pay(withdrawn, 300)
  await importAmounts({ [withdrawn.account.clientCode]: '700' }, dayFromNow(0))
  const olderImport = await prepareAmounts({ [withdrawn.account.clientCode]: '1500' }, '2026-02-28')
  await saveWithOlder(olderImport)

  await pay(previewed, 400)
  const previewImport = await prepareAmounts({ [previewed.account.clientCode]: '600' }, dayFromNow(0))
  expect((await findImportRecord(previewImport)).inStatement).toBe(400)
  expect((await admin.post('/payfile-batch', {})).status).toBe(201)
  expect((await findImportRecord(previewImport)).inStatement).toBe(400)
  await save(previewImport)
  expect(await loadBalances(previewed)).toEqual({ soaAmount: 600, receivedSince: 0, leftToPay: 600 })

  expect((await undo(olderImport)).status).toBe(409)
  await undo(previewImport)
  expect((await undo(olderImport)).status).toBe(200)
  expect(await loadBalances(withdrawn)).toEqual({ soaAmount: 700, receivedSince: 0, leftToPay: 700 })
})
