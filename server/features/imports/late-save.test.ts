import { expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'
import { resumeImports } from './saving/save-import.ts'
import { createCodeGenerator, createImportCalls, prepareRows, createImportRows, saveRows } from './testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin')
const { save, lines, findImportRecord, findTenant, listStatements } = createImportCalls(portal, admin)

const generateCode = createCodeGenerator('LATE')

const prepareTenantImport = (code: string, amount: string, statementDate?: string) =>
  prepareImport({ [code]: amount }, statementDate)
async function prepareImport(amounts: Readonly<Record<string, string>>, statementDate?: string) {
  const uniqId = await prepareRows(portal, admin, createImportRows(amounts, statementDate))
  return { uniqId, body: await findImportRecord(uniqId) }
}
const importTenantAmount = (code: string, amount: string, statementDate?: string) =>
  saveRows(portal, admin, createImportRows({ [code]: amount }, statementDate), {})
const saveConfirmed = (uniqId: string) => save(uniqId, { confirmCorrections: true })
const findAmount = async (code: string) => (await findTenant(code))?.soa_amount

test('an import prepared before this month’s and saved after it does not restore the old balance', async () => {
  const code = generateCode()
  await importTenantAmount(code, '10', '31/08/2026')
  const september = await prepareTenantImport(code, '20', '30/09/2026')
  expect(september.body).toMatchObject({ updated: 1, skipped: 0 })
  await importTenantAmount(code, '30', '31/10/2026')
  const lateSaveResponse = await save(september.uniqId)
  expect(lateSaveResponse.body).toMatchObject({
    count: 0,
    total: 0,
    refused: [],
    skipped: [{ urefno: code, row: 1, reason: 'This tenant has a newer statement already.' }],
  })
  expect(await findTenant(code)).toMatchObject({
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
  expect(await listStatements(code)).toHaveLength(2)
})

test('a row older than the present statement is skipped, and the preview says so', async () => {
  const [knownCode, newCode] = [generateCode(), generateCode()]
  await importTenantAmount(knownCode, '10', '31/10/2026')
  const { uniqId, body } = await prepareImport({ [knownCode]: '5', [newCode]: '6' }, '30/09/2026')
  expect(body).toMatchObject({ total: 1, created: 1, updated: 0, skipped: 1, warned: 0, missingPdfs: 1 })
  expect(await lines(uniqId, 'skipped')).toMatchObject([
    { urefno: knownCode, verdict: 'skipped', reason: expect.stringContaining('newer') },
  ])
  expect((await save(uniqId)).body).toMatchObject({ count: 1, total: 1, skipped: [{ urefno: knownCode }] })
  expect(await findImportRecord(uniqId)).toMatchObject({ skipped: 1, unexpected: 0 })
  expect([await findAmount(knownCode), await findAmount(newCode)]).toEqual([10, 6])
})

test('an undated amount is dated by its preparation: refused if an import was saved since', async () => {
  const [overtakenCode, undisturbedCode] = [generateCode(), generateCode()]
  const undatedImport = await prepareImport({ [overtakenCode]: '100', [undisturbedCode]: '100' })
  await importTenantAmount(overtakenCode, '70')
  expect((await save(undatedImport.uniqId)).body).toMatchObject({
    count: 1,
    total: 1,
    created: 1,
    refused: [{ urefno: overtakenCode, reason: expect.stringContaining('after these files were compared') }],
    skipped: [],
  })
  expect([await findAmount(overtakenCode), await findAmount(undisturbedCode)]).toEqual([70, 100])

  // Before this row is saved, an amount without a date is imported. It is dated on the day of its
  // preparation, which is later than the row's date. So the row is older and is skipped.
  const datedImport = await prepareTenantImport(undisturbedCode, '40', '31/10/2026')
  await importTenantAmount(undisturbedCode, '90')
  expect((await save(datedImport.uniqId)).body).toMatchObject({
    count: 0,
    skipped: [{ urefno: undisturbedCode }],
  })
  expect(await findAmount(undisturbedCode)).toBe(90)
  expect(await findImportRecord(await importTenantAmount(undisturbedCode, '80'))).toMatchObject({
    updated: 1,
  })
})

test('the same date with another amount is a correction: shown, and saved once confirmed', async () => {
  const code = generateCode()
  await importTenantAmount(code, '10', '31/10/2026')
  const unconfirmedImport = await prepareTenantImport(code, '12', '31/10/2026')
  expect(unconfirmedImport.body).toMatchObject({ updated: 1, corrections: 1, warned: 1 })
  expect(await lines(unconfirmedImport.uniqId, 'warned')).toMatchObject([
    { verdict: 'changed', reason: expect.stringContaining('corrects') },
  ])
  expect((await save(unconfirmedImport.uniqId)).body).toMatchObject({
    count: 0,
    skipped: [{ urefno: code, reason: expect.stringContaining('not confirmed') }],
  })
  expect(await findAmount(code)).toBe(10)

  const confirmedImport = await prepareTenantImport(code, '12', '31/10/2026')
  expect((await saveConfirmed(confirmedImport.uniqId)).body).toMatchObject({
    count: 1,
    updated: 1,
    skipped: [],
  })
  expect(await findAmount(code)).toBe(12)
})

test('a correction compared with an amount that has changed since is not saved', async () => {
  const [shownCode, hiddenCode] = [generateCode(), generateCode()]
  await importTenantAmount(shownCode, '10', '31/10/2026')
  const firstImport = await prepareTenantImport(shownCode, '12', '31/10/2026')
  await saveConfirmed((await prepareTenantImport(shownCode, '15', '31/10/2026')).uniqId)
  expect((await saveConfirmed(firstImport.uniqId)).body).toMatchObject({
    count: 0,
    refused: [{ urefno: shownCode }],
  })
  expect(await findAmount(shownCode)).toBe(15)

  await importTenantAmount(hiddenCode, '10', '30/09/2026')
  const nextImport = await prepareTenantImport(hiddenCode, '12', '31/10/2026')
  expect(nextImport.body).toMatchObject({ corrections: 0 })
  await importTenantAmount(hiddenCode, '10', '31/10/2026')
  expect((await saveConfirmed(nextImport.uniqId)).body).toMatchObject({
    count: 0,
    refused: [{ urefno: hiddenCode }],
  })
  expect(await findAmount(hiddenCode)).toBe(10)
})

test('a confirmation survives a crash of the saving process', async () => {
  const code = generateCode()
  await importTenantAmount(code, '10', '31/10/2026')
  const { uniqId } = await prepareTenantImport(code, '11', '31/10/2026')
  await portal.db
    .updateTable('statement_imports')
    .set({ state: 'saving', corrections_confirmed: true })
    .where('uniq_id', '=', uniqId)
    .execute()
  await resumeImports(portal.services)
  expect(await findAmount(code)).toBe(11)
})

test('a time of day makes no other date: another amount for the same day is a correction', async () => {
  const code = generateCode()
  await importTenantAmount(code, '10', '31/10/2026 09:30')
  const laterOnThatDay = await prepareTenantImport(code, '12', '31/10/2026 16:05')
  expect(laterOnThatDay.body).toMatchObject({ updated: 1, corrections: 1 })
  expect((await save(laterOnThatDay.uniqId)).body).toMatchObject({
    count: 0,
    skipped: [{ urefno: code, reason: expect.stringContaining('not confirmed') }],
  })
  expect(await findAmount(code)).toBe(10)

  const withoutTime = await prepareTenantImport(code, '11', '31/10/2026')
  expect(withoutTime.body).toMatchObject({ updated: 1, corrections: 1, skipped: 0 })
  expect((await saveConfirmed(withoutTime.uniqId)).body).toMatchObject({ count: 1, skipped: [] })
  expect(await findAmount(code)).toBe(11)
  expect((await prepareTenantImport(code, '11', '31/10/2026 20:00')).body).toMatchObject({ unchanged: 1 })

  const overtakenImport = await prepareTenantImport(code, '13', '31/10/2026')
  await saveConfirmed((await prepareTenantImport(code, '14', '31/10/2026 16:05')).uniqId)
  expect((await saveConfirmed(overtakenImport.uniqId)).body).toMatchObject({
    count: 0,
    skipped: [],
    refused: [{ urefno: code, reason: expect.stringContaining('after these files were compared') }],
  })
})
