import { expect, test } from 'vitest'
import { getDayFromNow } from '#features/ledger/testing.ts'
import { openTestPortal } from '#testing/portal.ts'
import { createImportCalls, createUniqId, prepareRows, createSoaCsv, createWebClientCsv } from '../testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin')
const { prepare, save, importFiles, findImportRecord, lines, findTenant } = createImportCalls(portal, admin)

const createWebClientFile = (...rows: readonly string[]) =>
  ['urefno,uoccname,uothdep', ...rows, ''].join('\r\n')
const formatResemblance = (code: string) => `No tenant has this code. It resembles ${code}, WAS ${code}.`
const listRowsToCheck = async (uniqId: string) =>
  (await lines(uniqId, 'warned')).map(({ urefno, verdict, reason }) => [urefno, verdict, reason])

test('a line of totals makes no tenant', async () => {
  const { body, uniqId } = await prepare({
    webClient: createWebClientFile('TR-1,A,100', 'TR-2,B,200', 'TOTAL,,300'),
  })
  expect(body).toMatchObject({ total: 2, created: 2, refused: 0, amountAfter: 300 })
  await save(uniqId)
  expect(await findTenant('TOTAL')).toBeUndefined()
})

test('codes that a spreadsheet damaged are to check, and new tenants only if that is confirmed', async () => {
  const originalFile = createWebClientFile('0012,WAS 0012,10', '1E10,WAS 1E10,10', '1-2,WAS 1-2,10')
  await importFiles({ webClient: originalFile })
  const damagedFile = createWebClientFile(
    '12,WAS 0012,100',
    '1.00E+10,WAS 1E10,100',
    '2-Jan,WAS 1-2,100',
    'FRESH-1,New,100',
  )
  const { body, uniqId } = await prepare({ webClient: damagedFile })
  expect(body).toMatchObject({ total: 1, created: 1, skipped: 3, doubtful: 3, creatable: 3, warned: 3 })
  expect(await listRowsToCheck(uniqId)).toEqual([
    ['12', 'skipped', formatResemblance('0012')],
    ['1.00E+10', 'skipped', formatResemblance('1E10')],
    ['2-Jan', 'skipped', formatResemblance('1-2')],
  ])
  expect((await save(uniqId)).body).toMatchObject({ count: 1, created: 1, skipped: [{}, {}, {}] })
  expect([await findTenant('12'), (await findTenant('0012'))?.soa_amount]).toEqual([undefined, 10])

  const secondImport = await prepare({ webClient: damagedFile })
  expect((await save(secondImport.uniqId, { confirmDoubtful: true })).body).toMatchObject({
    count: 4,
    total: 4,
    created: 3,
    unchanged: 1,
    skipped: [],
  })
  expect(await findTenant('2-Jan')).toMatchObject({ soa_amount: 100, soa_date: null })
  expect(await findImportRecord(secondImport.uniqId)).toMatchObject({ doubtful: 0, warned: 0, unexpected: 0 })
})

test('a list is treated as files are', async () => {
  await importFiles({ webClient: createWebClientFile('0077,Seven,10') })
  const listBody = { uniqId: createUniqId(), pdfFiles: [{ urefno: '77', uoccname: 'Seven', uothdep: '5' }] }
  const saveAnswer = await admin.put('/tenant-soa-info', listBody)
  expect(saveAnswer.body).toMatchObject({ count: 0, skipped: [{ urefno: '77' }] })
  const confirmedAnswer = await admin.put('/tenant-soa-info', { ...listBody, confirmDoubtful: true })
  expect(confirmedAnswer.body).toMatchObject({ count: 1, created: 1 })
})

test('a code with invisible characters is to check and never becomes a tenant', async () => {
  await importFiles({ webClient: createWebClientFile('INV-1,Seen,10') })
  const { uniqId, body } = await prepare({
    soa: createSoaCsv([{ urefno: 'INV-1' }]),
    webClient: createWebClientFile('INV-1\u200b,Seen,20', '\u202dINV-2\u202c,X,5'),
  })
  expect(body).toMatchObject({ total: 0, doubtful: 3, creatable: 0 })
  const hiddenCharactersNote = 'The code has characters that cannot be seen.'
  expect((await listRowsToCheck(uniqId)).map(([, , reason]) => reason)).toEqual([
    `${hiddenCharactersNote} No tenant has this code. It resembles INV-1, Seen.`,
    hiddenCharactersNote,
    expect.stringContaining('may be its other half'),
  ])
  expect((await save(uniqId, { confirmDoubtful: true })).body).toMatchObject({ count: 0 })
})

test('a tenant whose code is damaged in one of the files gets neither half', async () => {
  await importFiles({ webClient: createWebClientFile('0081,A,10', '0082,B,10', '0083,C,10') })
  const { uniqId, body } = await prepare({
    soa: createSoaCsv([{ urefno: '0081' }, { urefno: '82' }, { urefno: '0083' }]),
    webClient: createWebClientCsv(['81', '0082', '0083'].map((code) => ({ urefno: code, uothdep: '20' }))),
  })
  expect(body).toMatchObject({ total: 1, skipped: 3, refused: 1, doubtful: 3, creatable: 1 })
  expect((await lines(uniqId, 'skipped')).map(({ urefno, reason }) => [urefno, reason])).toEqual([
    ['81', 'No tenant has this code. It resembles 0081, A.'],
    ['0082', 'The row of 82, which is left out, may be its other half.'],
    ['0081', 'The row of 81, which is left out, may be its other half.'],
  ])
  expect(await lines(uniqId, 'refused')).toMatchObject([
    { urefno: '82', reason: expect.stringContaining('It resembles 0082, B.') },
  ])
  const { body: pdfs } = await admin.get(`/statement-imports/${uniqId}/pdfs?kind=doubtful`)
  expect(pdfs.data).toEqual([])
  expect((await save(uniqId, { confirmDoubtful: true })).body).toMatchObject({
    count: 2,
    total: 2,
    created: 1,
    skipped: [{ urefno: '0081' }, { urefno: '0082' }],
  })
  expect(await findTenant('81')).toMatchObject({ soa_amount: 20 })
  expect(await findTenant('0081')).toMatchObject({ soa_amount: 10, soa_date: null })
  expect(await findTenant('0082')).toMatchObject({ soa_amount: 10, soa_date: null })
})

test('an older half of a tenant whose other half is left out is not offered as an older row', async () => {
  await importFiles({
    soa: createSoaCsv([{ urefno: '0091' }]),
    webClient: createWebClientFile('0091,A,10'),
  })
  const { soa_date: dateBefore } = (await findTenant('0091')) ?? {}
  const { uniqId, body } = await prepare({
    soa: createSoaCsv([{ urefno: '0091', invdate: '30/09/2026' }]),
    webClient: createWebClientFile('91,A,20'),
  })
  expect(body).toMatchObject({ skipped: 2, doubtful: 2, creatable: 1, older: { rows: 0 } })
  expect((await save(uniqId, { confirmOlder: true })).body).toMatchObject({ count: 0 })
  expect(await findTenant('0091')).toMatchObject({ soa_amount: 10, soa_date: dateBefore })
})

test('a date more than 60 days ahead and a repaired name are to check', async () => {
  const row = { urefno: 'AHEAD-1', uoccname: 'Pe¤a', attachment: 'a.pdf' }
  const firstImportId = await prepareRows(portal, admin, [
    { ...row, uothdep: '10', invdate: getDayFromNow(59) },
  ])
  const repairNote = 'The text of uoccname was in another encoding: Pe¤a was read as Peña.'
  expect(await listRowsToCheck(firstImportId)).toEqual([['AHEAD-1', 'new', repairNote]])
  await save(firstImportId)
  const nextImportId = await prepareRows(portal, admin, [
    { ...row, uothdep: '20', invdate: getDayFromNow(61) },
  ])
  const [[, , reason] = []] = await listRowsToCheck(nextImportId)
  expect(reason).toMatch(/^The date is far ahead: \d+ \w+ \d{4}\.$/)
})
