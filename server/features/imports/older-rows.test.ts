import { expect, test } from 'vitest'
import { createLedgerCalls, getDayFromNow } from '#features/ledger/testing.ts'
import { openTestPortal } from '#testing/portal.ts'
import { createCodeGenerator, createImportCalls, prepareRows, createImportRows, saveRows } from './testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin')
const { save, undo, findImportRecord, findTenant, listStatements } = createImportCalls(portal, admin)
const { loadBalances, pay, loadLedger } = createLedgerCalls(portal, admin)

const generateCode = createCodeGenerator('OLD')

const prepareAmounts = (amounts: Readonly<Record<string, string>>, statementDate: string) =>
  prepareRows(portal, admin, createImportRows(amounts, statementDate))
const importAmounts = (amounts: Readonly<Record<string, string>>, statementDate: string) =>
  saveRows(portal, admin, createImportRows(amounts, statementDate))
const saveWithOlderRows = (uniqId: string) => save(uniqId, { confirmOlder: true })
const findAmount = async (code: string) => (await findTenant(code))?.soa_amount

test('rows older than the present statements are counted, and saved if that is confirmed', async () => {
  const [firstCode, secondCode, newCode] = [generateCode(), generateCode(), generateCode()]
  await importAmounts({ [firstCode]: '100', [secondCode]: '200' }, '2026-03-31')
  const olderAmounts = { [firstCode]: '10', [secondCode]: '-20', [newCode]: '5' }

  const skippedImport = await prepareAmounts(olderAmounts, '2026-02-28')
  expect(await findImportRecord(skippedImport)).toMatchObject({
    total: 1,
    skipped: 2,
    older: { rows: 2, amountBefore: 300, amountAfter: -10 },
  })
  expect((await save(skippedImport)).body).toMatchObject({
    count: 1,
    skipped: [{ urefno: firstCode }, { urefno: secondCode }],
  })
  expect([await findAmount(firstCode), await findAmount(secondCode)]).toEqual([100, 200])

  const savedImport = await prepareAmounts(olderAmounts, '2026-02-28')
  const { data } = (await admin.get<{ data: string[] }>(`/statement-imports/${savedImport}/pdfs?kind=older`))
    .body
  expect(data).toEqual([`${firstCode}.pdf`, `${secondCode}.pdf`])
  expect((await saveWithOlderRows(savedImport)).body).toMatchObject({
    count: 3,
    total: 3,
    updated: 2,
    unchanged: 1,
    skipped: [],
  })
  expect(await findTenant(firstCode)).toMatchObject({
    soa_amount: 10,
    title: 'Statement of Account, February 2026',
  })
  expect(await findAmount(secondCode)).toBe(-20)
  expect(await findImportRecord(skippedImport)).toMatchObject({ total: 1, skipped: 2 })
  expect(await listStatements(firstCode)).toHaveLength(2)
})

test('an older row not shown as older, or with another balance since, is not saved', async () => {
  const [hiddenCode, shownCode] = [generateCode(), generateCode()]
  await importAmounts({ [hiddenCode]: '1', [shownCode]: '2' }, '2026-03-31')
  const olderImportId = await prepareAmounts({ [hiddenCode]: '10', [shownCode]: '20' }, '2026-02-28')
  const nextImportId = await prepareAmounts({ [hiddenCode]: '30' }, '2026-04-30')
  await importAmounts({ [hiddenCode]: '40', [shownCode]: '50' }, '2026-05-31')
  // Both imports were prepared before the import of May replaced the statements. They were compared with
  // outdated statements, so their rows are not saved.
  expect((await saveWithOlderRows(olderImportId)).body).toMatchObject({ count: 0, total: 0 })
  expect((await saveWithOlderRows(nextImportId)).body).toMatchObject({
    count: 0,
    skipped: [{ urefno: hiddenCode }],
  })
  expect([await findAmount(hiddenCode), await findAmount(shownCode)]).toEqual([40, 50])
})

test('entries covered by the newer statement count again until the older one is undone', async () => {
  const tenant = await portal.as('client')
  const { clientCode } = tenant.account
  const findBalance = async () => (await loadBalances(tenant)).leftToPay
  await importAmounts({ [clientCode]: '1000' }, '2026-01-31')
  await pay(tenant, 300)
  await importAmounts({ [clientCode]: '700' }, getDayFromNow(0))
  await pay(tenant, 50)
  expect(await findBalance()).toBe(650)

  const olderImport = await prepareAmounts({ [clientCode]: '1500' }, '2026-02-28')
  await saveWithOlderRows(olderImport)
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
  await importAmounts({ [clientCode]: '900' }, getDayFromNow(-2))
  expect(await loadBalances(tenant)).toEqual({ soaAmount: 900, receivedSince: 300, leftToPay: 600 })
  const olderImport = await prepareAmounts({ [clientCode]: '1500' }, '2026-02-28')
  await saveWithOlderRows(olderImport)
  expect((await loadBalances(tenant)).leftToPay).toBe(1200)
  expect((await undo(olderImport)).status).toBe(200)
  expect(await loadBalances(tenant)).toEqual({ soaAmount: 900, receivedSince: 300, leftToPay: 600 })
})

test('a withdrawn statement covers nothing again when an older one is undone', async () => {
  const tenant = await portal.as('client')
  const { clientCode } = tenant.account
  await importAmounts({ [clientCode]: '1000' }, getDayFromNow(-60))
  await pay(tenant, 300)
  const withdrawnImport = await importAmounts({ [clientCode]: '700' }, getDayFromNow(0))
  expect((await loadBalances(tenant)).receivedSince).toBe(0)
  expect((await undo(withdrawnImport)).status).toBe(200)
  const olderImport = await prepareAmounts({ [clientCode]: '1500' }, getDayFromNow(-90))
  await saveWithOlderRows(olderImport)
  expect((await undo(olderImport)).status).toBe(200)
  expect(await loadBalances(tenant)).toEqual({ soaAmount: 1000, receivedSince: 300, leftToPay: 700 })
})

test('tenants with a balance and no row are counted', async () => {
  const [includedCode, missingCode, owesNothing] = [generateCode(), generateCode(), generateCode()]
  const amountsByCode = { [includedCode]: '1', [missingCode]: '-2', [owesNothing]: '0' }
  const firstImportId = await prepareAmounts(amountsByCode, '2026-03-31')
  const notInFilesBefore = (await findImportRecord(firstImportId)).notInFiles
  await save(firstImportId)
  expect((await findImportRecord(firstImportId)).notInFiles).toBe(0)
  const nextImportId = await prepareAmounts({ [includedCode]: '3' }, '2026-04-30')
  expect((await findImportRecord(nextImportId)).notInFiles).toBe(notInFilesBefore + 1)
})

test('the first Payfile batch does not change what statements of files read before it cover', async () => {
  const [previewedTenant, withdrawnTenant] = [await portal.as('client'), await portal.as('client')]
  await importAmounts({ [withdrawnTenant.account.clientCode]: '1000' }, '2026-01-31')
  await pay(withdrawnTenant, 300)
  await importAmounts({ [withdrawnTenant.account.clientCode]: '700' }, getDayFromNow(0))
  const olderImport = await prepareAmounts({ [withdrawnTenant.account.clientCode]: '1500' }, '2026-02-28')
  await saveWithOlderRows(olderImport)

  await pay(previewedTenant, 400)
  const previewImport = await prepareAmounts(
    { [previewedTenant.account.clientCode]: '600' },
    getDayFromNow(0),
  )
  expect((await findImportRecord(previewImport)).inStatement).toBe(400)
  expect((await admin.post('/payfile-batch', {})).status).toBe(201)
  expect((await findImportRecord(previewImport)).inStatement).toBe(400)
  await save(previewImport)
  expect(await loadBalances(previewedTenant)).toEqual({ soaAmount: 600, receivedSince: 0, leftToPay: 600 })

  expect((await undo(olderImport)).status).toBe(409)
  await undo(previewImport)
  expect((await undo(olderImport)).status).toBe(200)
  expect(await loadBalances(withdrawnTenant)).toEqual({ soaAmount: 700, receivedSince: 0, leftToPay: 700 })
})
