import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { cleanFiles } from '#platform/files/clean-files.ts'
import { buildPdf } from '#platform/files/content/pdf/testing-pdfs.ts'
import { openTestPortal } from '#testing/portal.ts'
import {
  createAmounts,
  createCodeGenerator,
  createImportFiles,
  createImportCalls,
  createUniqId,
  createImportRows,
  saveRows,
  createSoaCsv,
  createStatementPdf,
} from './testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin')
const { prepare, save, uploadPdfs, importFiles, findImportRecord, findTenant, listStatements } =
  createImportCalls(portal, admin)

const generateCode = createCodeGenerator('P')
const createMonth = (codes: readonly string[], statementDate = '31/10/2026', amount = '10') =>
  createImportFiles(createAmounts(codes, amount), statementDate)
const listNames = async (uniqId: string, kind: string) =>
  (await admin.get<{ data: string[]; total: number }>(`/statement-imports/${uniqId}/pdfs?kind=${kind}`)).body
async function cleanFilesOneDayLater() {
  await portal.db
    .updateTable('files')
    .set({ released_at: new Date(Date.now() - 25 * 3600_000) })
    .where('owner_id', 'is', null)
    .execute()
  await cleanFiles(portal.db, portal.services.files)
}
const countFiles = async () =>
  (await portal.db.selectFrom('files').select('key').where('folder', '=', 'soa/pdf').execute()).length

test('a part without a file name answers 400', async () => {
  const { uniqId } = await prepare(createMonth([generateCode()]))
  const uploadResponse = await portal.app.inject({
    method: 'POST',
    url: `/api/statement-imports/${uniqId}/pdfs`,
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'multipart/form-data; boundary=x' },
    payload:
      '--x\r\nContent-Disposition: form-data; name="files"\r\nContent-Type: ' +
      'application/octet-stream\r\n\r\nx\r\n--x--\r\n',
  })
  expect(uploadResponse.statusCode).toBe(400)
})

test('a call reports each PDF by name; a refused one does not stop the others', async () => {
  const [a, b] = [generateCode(), generateCode()]
  const { uniqId } = await prepare(createMonth([a, b]))
  const { status, body } = await uploadPdfs(uniqId, {
    'protected.pdf': buildPdf({ trailer: '/Encrypt << /Filter /Standard >>' }),
    [`${a}.pdf`]: createStatementPdf('a'),
    'page.pdf': '<html>not a PDF</html>',
    'empty.pdf': '',
    [`../../${b}.PDF`]: createStatementPdf('b'),
  })
  expect(status).toBe(200)
  const messagesByPdf = Object.fromEntries(
    body.data.map(({ name, ok, message }) => [`${name} ${ok}`, message]),
  )
  expect(messagesByPdf).toMatchObject({
    [`${a}.pdf true`]: undefined,
    [`${b}.PDF true`]: undefined,
    'protected.pdf false': expect.stringContaining('Save it without protection'),
    'page.pdf false': expect.stringContaining('Accepted: PDF'),
    'empty.pdf false': 'This file is empty.',
  })
  expect(body.data).toHaveLength(5)
  expect((await listNames(uniqId, 'uploaded')).data.toSorted()).toEqual([`${a}.pdf`, `${b}.PDF`])
  expect(await findImportRecord(uniqId)).toMatchObject({
    missingPdfs: 0,
    extraPdfs: 0,
    files: { uploaded: 2 },
  })
})

test('names match without regard to case, path and ending; missing and extra ones are listed', async () => {
  const [a, b, c] = [generateCode(), generateCode(), generateCode()]
  const soaCsv = createSoaCsv([
    { urefno: a, attachment: `C:\\Statements\\${a}.PDF` },
    { urefno: b, attachment: b },
    { urefno: c, attachment: `${c}.pdf` },
  ])
  const { uniqId } = await prepare({ soa: soaCsv, webClient: createMonth([a, b, c]).webClient })
  await uploadPdfs(uniqId, {
    [`${a.toLowerCase()}.pdf`]: createStatementPdf('a'),
    [`${b}.pdf`]: createStatementPdf('b'),
    'stray.pdf': createStatementPdf('s'),
  })
  expect((await listNames(uniqId, 'missing')).data).toEqual([`${c}.pdf`])
  expect((await listNames(uniqId, 'extra')).data).toEqual(['stray.pdf'])
  await save(uniqId)
  expect((await findTenant(a))?.soa_name).toContain(a.toLowerCase())
  expect((await findTenant(b))?.soa_name).toBeTruthy()
  expect((await findTenant(c))?.soa_name).toBeNull()
  expect(await findImportRecord(uniqId)).toMatchObject({ missingPdfs: 1, extraPdfs: 1 })
})

test('a PDF matches its row by its own name, with dots, marks, doubled spaces and more than 100 letters', async () => {
  const codes = Array.from({ length: 6 }, generateCode)
  const longName = `${'Dela Cruz '.repeat(15)}${codes[2]}`
  const attachments = [
    'Cruz Jr.pdf',
    'Cruz Jr..pdf',
    `${longName}.pdf`,
    'A  101.pdf',
    'B:101?.pdf',
    'C101.pdf',
  ]
  const soaCsv = createSoaCsv(codes.map((urefno, at) => ({ urefno, attachment: attachments[at] ?? '' })))
  const { uniqId } = await prepare({ soa: soaCsv, webClient: createMonth(codes).webClient })
  const { body } = await uploadPdfs(uniqId, {
    ...Object.fromEntries(attachments.slice(0, 3).map((name) => [name, createStatementPdf(name)])),
    'A \u00a0101.pdf': createStatementPdf('doubled space'),
    'B:101?.pdf': createStatementPdf('marks'),
    'C\u200b101.pdf': createStatementPdf('invisible'),
  })
  expect(body.data.map(({ name, ok }) => [name, ok])).toEqual(
    ['Cruz Jr.pdf', 'Cruz Jr..pdf', `${longName}.pdf`, 'A 101.pdf', 'B:101?.pdf', 'C101.pdf'].map((name) => [
      name,
      true,
    ]),
  )
  expect(await listNames(uniqId, 'missing')).toMatchObject({ data: [], total: 0 })
  expect(await listNames(uniqId, 'extra')).toMatchObject({ data: [], total: 0 })
  expect((await listNames(uniqId, 'uploaded')).data).toContain('Cruz Jr..pdf')
  await save(uniqId)
  const keys = await Promise.all(codes.map(async (code) => (await findTenant(code))?.soa_name))
  expect(new Set(keys.filter(Boolean)).size).toBe(codes.length)
})

test('a refused PDF is reported by its own name, and a name that no row can have is refused', async () => {
  const { uniqId } = await prepare(createMonth([generateCode()]))
  const tooLongName = `${'x'.repeat(256)}.pdf`
  const { body } = await uploadPdfs(uniqId, {
    'Cruz Jr..pdf': 'no PDF',
    [tooLongName]: createStatementPdf('long'),
  })
  expect(body.data.toSorted((a, b) => b.name.length - a.name.length)).toEqual([
    { name: tooLongName, ok: false, message: 'The name of this file is longer than 255 characters.' },
    { name: 'Cruz Jr..pdf', ok: false, message: expect.stringContaining('Accepted: PDF') },
  ])
})

test('the list of uploaded PDFs has the SHA-256 of each file as it was sent', async () => {
  const [a, b] = [generateCode(), generateCode()]
  const { uniqId } = await prepare(createMonth([a, b]))
  const pdfs = { [`${a}.pdf`]: createStatementPdf('sha a'), [`${b}.pdf`]: createStatementPdf('sha b') }
  await uploadPdfs(uniqId, pdfs)
  expect(await listNames(uniqId, 'uploaded')).toMatchObject({
    data: Object.keys(pdfs),
    sha256: Object.values(pdfs).map((pdf) => createHash('sha256').update(pdf).digest('hex')),
  })
  expect(await listNames(uniqId, 'missing')).toEqual({ data: [], total: 0, from: 0 })
})

test('a PDF that no row names is removed a day later; those of statements stay', async () => {
  const a = generateCode()
  const uniqId = await importFiles(createMonth([a]), {
    [`${a}.pdf`]: createStatementPdf('kept'),
    'stray-2.pdf': createStatementPdf('stray'),
  })
  await cleanFilesOneDayLater()
  const name = (await findTenant(a))?.soa_name
  expect(await portal.services.files.stat(`soa/pdf/${name}`)).not.toBeNull()
  expect((await listNames(uniqId, 'uploaded')).data).toEqual([`${a}.pdf`])
})

test('equal content is stored once, within an import and in the next one', async () => {
  const a = generateCode()
  const pdfs = { [`${a}.pdf`]: createStatementPdf(`content of ${a}`) }
  const firstImport = await prepare(createMonth([a]))
  const fileCountBefore = await countFiles()
  await uploadPdfs(firstImport.uniqId, pdfs)
  await uploadPdfs(firstImport.uniqId, pdfs)
  expect(await countFiles()).toBe(fileCountBefore + 1)
  await save(firstImport.uniqId)
  const secondImport = await prepare(createMonth([a]))
  await uploadPdfs(secondImport.uniqId, pdfs)
  expect(await countFiles()).toBe(fileCountBefore + 1)
  expect(await findImportRecord(secondImport.uniqId)).toMatchObject({
    unchanged: 1,
    updated: 0,
    files: { uploaded: 1 },
  })
  expect((await save(secondImport.uniqId)).body).toMatchObject({ unchanged: 1, updated: 0, created: 0 })
  expect(await listStatements(a)).toHaveLength(1)
})

test('a late PDF completes its statement, another one is a change, and the next statement shows neither', async () => {
  const a = generateCode()
  await importFiles(createMonth([a]))
  const lateImport = await prepare(createMonth([a]))
  expect(lateImport.body).toMatchObject({ unchanged: 1, updated: 0 })
  await uploadPdfs(lateImport.uniqId, { [`${a}.pdf`]: createStatementPdf('late') })
  expect(await findImportRecord(lateImport.uniqId)).toMatchObject({ unchanged: 0, updated: 1 })
  expect((await save(lateImport.uniqId)).body).toMatchObject({ updated: 1 })
  const tenantWithPdf = await findTenant(a)
  expect(await listStatements(a)).toMatchObject([
    { soa_name: tenantWithPdf?.soa_name, attachment: `${a}.pdf` },
  ])

  await importFiles(createMonth([a]), { [`${a}.pdf`]: createStatementPdf('corrected') })
  const correctedTenant = await findTenant(a)
  expect(correctedTenant?.soa_name).not.toBe(tenantWithPdf?.soa_name)
  expect(await listStatements(a)).toMatchObject([
    { soa_name: tenantWithPdf?.soa_name },
    { soa_name: correctedTenant?.soa_name },
  ])

  await saveRows(portal, admin, createImportRows({ [a]: '20' }, '30/11/2026'))
  expect(await findTenant(a)).toMatchObject({
    soa_name: null,
    title: 'Statement of Account, November 2026',
    soa_amount: 20,
  })
})

test('an import row without a date keeps the PDF of the present statement', async () => {
  const a = generateCode()
  await importFiles(createMonth([a]), { [`${a}.pdf`]: createStatementPdf('dated') })
  const tenantBefore = await findTenant(a)
  expect(tenantBefore?.soa_name).toBeTruthy()
  await saveRows(portal, admin, createImportRows({ [a]: '20' }))
  expect(await findTenant(a)).toMatchObject({ soa_amount: 20, soa_name: tenantBefore?.soa_name })
})

test('PDFs of a prepared import stay as long as it does', async () => {
  const [a, b] = [generateCode(), generateCode()]
  const [savedImport, abandonedImport] = [await prepare(createMonth([a])), await prepare(createMonth([b]))]
  const fileCountBefore = await countFiles()
  await uploadPdfs(savedImport.uniqId, {
    [`${a}.pdf`]: createStatementPdf('slow'),
    'stray-3.pdf': createStatementPdf('s3'),
  })
  await uploadPdfs(abandonedImport.uniqId, { [`${b}.pdf`]: createStatementPdf('given up') })
  await cleanFilesOneDayLater()
  expect(await findImportRecord(savedImport.uniqId)).toMatchObject({ missingPdfs: 0, files: { uploaded: 2 } })
  expect(await countFiles()).toBe(fileCountBefore + 3)
  await save(savedImport.uniqId)
  expect((await findTenant(a))?.soa_name).toBeTruthy()
  await admin.delete(`/statement-imports/${abandonedImport.uniqId}`)
  await cleanFilesOneDayLater()
  expect(await countFiles()).toBe(fileCountBefore + 1)
})

test('a missing, saved or abandoned import refuses PDFs and stores none', async () => {
  const { uniqId } = await prepare(createMonth([generateCode()]))
  await save(uniqId)
  const fileCountBefore = await countFiles()
  expect((await uploadPdfs(uniqId, { 'x.pdf': createStatementPdf('x') })).status).toBe(409)
  expect((await uploadPdfs(createUniqId(), { 'x.pdf': createStatementPdf('x') })).status).toBe(404)
  expect(await countFiles()).toBe(fileCountBefore)
})

test('too many PDFs in a call are refused; a batch kept before stays', async () => {
  const { uniqId } = await prepare(createMonth([generateCode()]))
  const pdfs: Record<string, Buffer | string> = {}
  for (let n = 0; n < 25; n++) pdfs[`many-${n}.pdf`] = createStatementPdf('many')
  // The files are empty, because refusing a file is faster than parsing it.
  for (let n = 25; n < 101; n++) pdfs[`empty-${n}.pdf`] = ''
  expect((await uploadPdfs(uniqId, pdfs)).status).toBe(400)
  expect((await listNames(uniqId, 'uploaded')).total).toBe(25)
  delete pdfs['many-0.pdf']
  const { status, body } = await uploadPdfs(uniqId, pdfs)
  expect([status, body.data.length, body.data.filter(({ ok }) => ok).length]).toEqual([200, 100, 24])
})
