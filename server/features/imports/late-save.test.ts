import { expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'
import { resumeImports } from './saving/save-import.ts'
import { createCodeGenerator, createImportCalls, prepareRows, createImportRows, saveRows } from './testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin')
const { save, lines, findImportRecord, findTenant, listStatements } = createImportCalls(portal, admin)

const generateCode = createCodeGenerator('LATE')

const prepareTenantImport = (urefno: string, uothdep: string, invdate?: string) =>
  prepareImport({ [urefno]: uothdep }, invdate)
async function prepareImport(amounts: Readonly<Record<string, string>>, invdate?: string) {
  const uniqId = await prepareRows(portal, admin, createImportRows(amounts, invdate))
  return { uniqId, body: await findImportRecord(uniqId) }
}
const importTenantAmount = (urefno: string, uothdep: string, invdate?: string) =>
  saveRows(portal, admin, createImportRows({ [urefno]: uothdep }, invdate), {})
const saveConfirmed = (uniqId: string) => save(uniqId, { confirmCorrections: true })
const findAmount = async (urefno: string) => (await findTenant(urefno))?.soa_amount

test('an import prepared before this month’s and saved after it does not restore the old balance', async () => {
  const urefno = generateCode()
  await importTenantAmount(urefno, '10', '31/08/2026')
  const september = await prepareTenantImport(urefno, '20', '30/09/2026')
  expect(september.body).toMatchObject({ updated: 1, skipped: 0 })
  await importTenantAmount(urefno, '30', '31/10/2026')
  const lateSaveResponse = await save(september.uniqId)
  expect(lateSaveResponse.body).toMatchObject({
    count: 0,
    total: 0,
    refused: [],
    skipped: [{ urefno, row: 1, reason: 'This tenant has a newer statement already.' }],
  })
  expect(await findTenant(urefno)).toMatchObject({
    soa_amount: 30,
    title: 'Statement of Account, October 2026',
  })
  expect(await findImportRecord(september.uniqId)).toMatchObject({
    state: 'done',
    saved: 0,
    updated: 0,
    refused: 0,
    skipped: 1,
    unexpected: 1,
  })
  expect(await listStatements(urefno)).toHaveLength(2)
})

test('a row older than the present statement is skipped, and the preview says so', async () => {
  const [known, fresh] = [generateCode(), generateCode()]
  await importTenantAmount(known, '10', '31/10/2026')
  const { uniqId, body } = await prepareImport({ [known]: '5', [fresh]: '6' }, '30/09/2026')
  expect(body).toMatchObject({ total: 1, created: 1, updated: 0, skipped: 1, warned: 0, missingPdfs: 1 })
  expect(await lines(uniqId, 'skipped')).toMatchObject([
    { urefno: known, verdict: 'skipped', reason: expect.stringContaining('newer') },
  ])
  expect((await save(uniqId)).body).toMatchObject({ count: 1, total: 1, skipped: [{ urefno: known }] })
  expect(await findImportRecord(uniqId)).toMatchObject({ skipped: 1, unexpected: 0 })
  expect([await findAmount(known), await findAmount(fresh)]).toEqual([10, 6])
})

test('an undated amount is dated by its preparation: refused if an import was saved since', async () => {
  const [overtaken, alone] = [generateCode(), generateCode()]
  const undatedImport = await prepareImport({ [overtaken]: '100', [alone]: '100' })
  await importTenantAmount(overtaken, '70')
  expect((await save(undatedImport.uniqId)).body).toMatchObject({
    count: 1,
    total: 1,
    created: 1,
    refused: [{ urefno: overtaken, reason: expect.stringContaining('after these files were compared') }],
    skipped: [],
  })
  expect([await findAmount(overtaken), await findAmount(alone)]).toEqual([70, 100])

  // Before this row is saved, an amount without a date is imported. It gets the day of its preparation as its
  // date, which is later than the row's date. So the row is older and is skipped.
  const datedImport = await prepareTenantImport(alone, '40', '31/10/2026')
  await importTenantAmount(alone, '90')
  expect((await save(datedImport.uniqId)).body).toMatchObject({ count: 0, skipped: [{ urefno: alone }] })
  expect(await findAmount(alone)).toBe(90)
  expect(await findImportRecord(await importTenantAmount(alone, '80'))).toMatchObject({ updated: 1 })
})

test('the same date with another amount is a correction: shown, and saved once confirmed', async () => {
  const urefno = generateCode()
  await importTenantAmount(urefno, '10', '31/10/2026')
  const unconfirmedImport = await prepareTenantImport(urefno, '12', '31/10/2026')
  expect(unconfirmedImport.body).toMatchObject({ updated: 1, corrections: 1, warned: 1 })
  expect(await lines(unconfirmedImport.uniqId, 'warned')).toMatchObject([
    { verdict: 'changed', reason: expect.stringContaining('corrects') },
  ])
  expect((await save(unconfirmedImport.uniqId)).body).toMatchObject({
    count: 0,
    skipped: [{ urefno, reason: expect.stringContaining('not confirmed') }],
  })
  expect(await findAmount(urefno)).toBe(10)

  const confirmedImport = await prepareTenantImport(urefno, '12', '31/10/2026')
  expect((await saveConfirmed(confirmedImport.uniqId)).body).toMatchObject({
    count: 1,
    updated: 1,
    skipped: [],
  })
  expect(await findAmount(urefno)).toBe(12)
})

test('a correction compared with an amount that has changed since is not saved', async () => {
  const [shown, notShown] = [generateCode(), generateCode()]
  await importTenantAmount(shown, '10', '31/10/2026')
  const firstImport = await prepareTenantImport(shown, '12', '31/10/2026')
  await saveConfirmed((await prepareTenantImport(shown, '15', '31/10/2026')).uniqId)
  expect((await saveConfirmed(firstImport.uniqId)).body).toMatchObject({
    count: 0,
    refused: [{ urefno: shown }],
  })
  expect(await findAmount(shown)).toBe(15)

  await importTenantAmount(notShown, '10', '30/09/2026')
  const nextImport = await prepareTenantImport(notShown, '12', '31/10/2026')
  expect(nextImport.body).toMatchObject({ corrections: 0 })
  await importTenantAmount(notShown, '10', '31/10/2026')
  expect((await saveConfirmed(nextImport.uniqId)).body).toMatchObject({
    count: 0,
    refused: [{ urefno: notShown }],
  })
  expect(await findAmount(notShown)).toBe(10)
})

test('a confirmation survives a crash of the saving process', async () => {
  const urefno = generateCode()
  await importTenantAmount(urefno, '10', '31/10/2026')
  const { uniqId } = await prepareTenantImport(urefno, '11', '31/10/2026')
  await portal.db
    .updateTable('statement_imports')
    .set({ state: 'saving', corrections_confirmed: true })
    .where('uniq_id', '=', uniqId)
    .execute()
  await resumeImports(portal.services)
  expect(await findAmount(urefno)).toBe(11)
})
