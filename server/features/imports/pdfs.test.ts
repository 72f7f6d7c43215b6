import { expect, test } from 'vitest'
import { cleanFiles } from '#platform/files/cleaner.ts'
import { buildPdf } from '#platform/files/content/pdf/testing-pdfs.ts'
import { openTestPortal } from '#testing/portal.ts'
import { codeMaker, amountsOf, filesOf, importsOf, newUniqId, soaCsv, statementPdf } from './testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin')
const { prepare, save, uploadPdfs, importFiles, recordOf, tenantOf, statementsOf } = importsOf(portal, admin)

const code = codeMaker('P')
const monthOf = (codes: readonly string[], invdate = '31/10/2026', uothdep = '10') =>
  filesOf(amountsOf(codes, uothdep), invdate)
const namesOf = async (uniqId: string, kind: string) =>
  (await admin.get<{ data: string[]; total: number }>(`/statement-imports/${uniqId}/pdfs?kind=${kind}`)).body
/** Cleans files without an owner as if a day had passed. */
async function cleanADayLater() {
  await portal.db
    .updateTable('files')
    .set({ released_at: new Date(Date.now() - 25 * 3600_000) })
    .where('owner_id', 'is', null)
    .execute()
  await cleanFiles(portal.db, portal.services.files)
}
const filesInTable = async () =>
  (await portal.db.selectFrom('files').select('key').where('folder', '=', 'soa/pdf').execute()).length

test('a part without a file name answers 400', async () => {
  const { uniqId } = await prepare(monthOf([code()]))
  const answer = await portal.app.inject({
    method: 'POST',
    url: `/api/statement-imports/${uniqId}/pdfs`,
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'multipart/form-data; boundary=x' },
    payload:
      '--x\r\nContent-Disposition: form-data; name="files"\r\nContent-Type: ' +
      'application/octet-stream\r\n\r\nx\r\n--x--\r\n',
  })
  expect(answer.statusCode).toBe(400)
})

test('a call reports each PDF by name; a refused one does not stop the others', async () => {
  const [a, b] = [code(), code()]
  const { uniqId } = await prepare(monthOf([a, b]))
  const { status, body } = await uploadPdfs(uniqId, {
    'protected.pdf': buildPdf({ trailer: '/Encrypt << /Filter /Standard >>' }),
    [`${a}.pdf`]: statementPdf('a'),
    'page.pdf': '<html>not a PDF</html>',
    'empty.pdf': '',
    [`${b}.pdf`]: Buffer.alloc(26 * 1024 * 1024, '%PDF-1.7 '),
    [`../../${b}.PDF`]: statementPdf('b'),
  })
  expect(status).toBe(200)
  const results = Object.fromEntries(body.data.map(({ name, ok, message }) => [`${name} ${ok}`, message]))
  expect(results).toMatchObject({
    [`${a}.pdf true`]: undefined,
    [`${b}.pdf true`]: undefined,
    'protected.pdf false': expect.stringContaining('Save it without protection'),
    'page.pdf false': expect.stringContaining('Accepted: PDF'),
    'empty.pdf false': 'This file is empty.',
    [`${b}.pdf false`]: 'This is too large. The limit is 25 MB.',
  })
  expect(body.data).toHaveLength(6)
  expect((await namesOf(uniqId, 'uploaded')).data.toSorted()).toEqual([`${a}.pdf`, `${b}.pdf`])
  expect(await recordOf(uniqId)).toMatchObject({ missingPdfs: 0, extraPdfs: 0, files: { uploaded: 2 } })
})

test('names match without regard to case, path and ending; missing and extra ones are listed', async () => {
  const [a, b, c] = [code(), code(), code()]
  const soa = soaCsv([
    { urefno: a, attachment: `C:\\Statements\\${a}.PDF` },
    { urefno: b, attachment: b },
    { urefno: c, attachment: `${c}.pdf` },
  ])
  const { uniqId } = await prepare({ soa, webClient: monthOf([a, b, c]).webClient })
  await uploadPdfs(uniqId, {
    [`${a.toLowerCase()}.pdf`]: statementPdf('a'),
    [`${b}.pdf`]: statementPdf('b'),
    'stray.pdf': statementPdf('s'),
  })
  expect((await namesOf(uniqId, 'missing')).data).toEqual([`${c}.pdf`])
  expect((await namesOf(uniqId, 'extra')).data).toEqual(['stray.pdf'])
  await save(uniqId)
  expect((await tenantOf(a))?.soa_name).toContain(a.toLowerCase())
  expect((await tenantOf(b))?.soa_name).toBeTruthy()
  expect((await tenantOf(c))?.soa_name).toBeNull()
  expect(await recordOf(uniqId)).toMatchObject({ missingPdfs: 1, extraPdfs: 1 })
})

test('a PDF that no row names is removed a day later; those of statements stay', async () => {
  const a = code()
  const uniqId = await importFiles(monthOf([a]), {
    [`${a}.pdf`]: statementPdf('kept'),
    'stray-2.pdf': statementPdf('stray'),
  })
  await cleanADayLater()
  const name = (await tenantOf(a))?.soa_name
  expect(await portal.services.files.stat(`soa/pdf/${name}`)).not.toBeNull()
  expect((await namesOf(uniqId, 'uploaded')).data).toEqual([`${a}.pdf`])
})

test('equal content is stored once, within an import and in the next one', async () => {
  const a = code()
  const pdfs = { [`${a}.pdf`]: statementPdf(`content of ${a}`) }
  const first = await prepare(monthOf([a]))
  const before = await filesInTable()
  await uploadPdfs(first.uniqId, pdfs)
  await uploadPdfs(first.uniqId, pdfs)
  expect(await filesInTable()).toBe(before + 1)
  await save(first.uniqId)
  const second = await prepare(monthOf([a]))
  await uploadPdfs(second.uniqId, pdfs)
  expect(await filesInTable()).toBe(before + 1)
  expect(await recordOf(second.uniqId)).toMatchObject({ unchanged: 1, updated: 0, files: { uploaded: 1 } })
  expect((await save(second.uniqId)).body).toMatchObject({ unchanged: 1, updated: 0, created: 0 })
  expect(await statementsOf(a)).toHaveLength(1)
})

test('another PDF of the same statement is a change, shown in the preview after its upload', async () => {
  const a = code()
  await importFiles(monthOf([a]), { [`${a}.pdf`]: statementPdf('first') })
  const second = await prepare(monthOf([a]))
  expect(second.body).toMatchObject({ unchanged: 1, updated: 0 })
  await uploadPdfs(second.uniqId, { [`${a}.pdf`]: statementPdf('corrected') })
  expect(await recordOf(second.uniqId)).toMatchObject({ unchanged: 0, updated: 1 })
  await save(second.uniqId)
  const tenant = await tenantOf(a)
  const statements = await statementsOf(a)
  expect(statements).toHaveLength(2)
  expect(statements[1]?.soa_name).toBe(tenant?.soa_name)
  expect(statements[0]?.soa_name).not.toBe(tenant?.soa_name)
})

test('a PDF uploaded with a later import is added to the statement without one', async () => {
  const a = code()
  await importFiles(monthOf([a]))
  const second = await prepare(monthOf([a]))
  await uploadPdfs(second.uniqId, { [`${a}.pdf`]: statementPdf('late') })
  expect((await save(second.uniqId)).body).toMatchObject({ updated: 1 })
  const tenant = await tenantOf(a)
  expect(await statementsOf(a)).toMatchObject([{ soa_name: tenant?.soa_name, attachment: `${a}.pdf` }])
})

test('a new statement without its PDF does not show the old one', async () => {
  const a = code()
  await importFiles(monthOf([a]), { [`${a}.pdf`]: statementPdf('october') })
  await importFiles(monthOf([a], '30/11/2026', '20'))
  expect(await tenantOf(a)).toMatchObject({
    soa_name: null,
    title: 'Statement of Account, November 2026',
    soa_amount: 20,
  })
})

test('PDFs removed by the cleaner are listed as missing again', async () => {
  const a = code()
  const { uniqId } = await prepare(monthOf([a]))
  await uploadPdfs(uniqId, { [`${a}.pdf`]: statementPdf('slow') })
  await cleanADayLater()
  expect(await recordOf(uniqId)).toMatchObject({ missingPdfs: 1, files: { uploaded: 0 } })
  expect((await namesOf(uniqId, 'uploaded')).data).toEqual([])
  await uploadPdfs(uniqId, { [`${a}.pdf`]: statementPdf('slow') })
  await save(uniqId)
  expect((await tenantOf(a))?.soa_name).toBeTruthy()
})

test('a missing, saved or abandoned import refuses PDFs and stores none', async () => {
  const { uniqId } = await prepare(monthOf([code()]))
  await save(uniqId)
  const before = await filesInTable()
  expect((await uploadPdfs(uniqId, { 'x.pdf': statementPdf('x') })).status).toBe(409)
  expect((await uploadPdfs(newUniqId(), { 'x.pdf': statementPdf('x') })).status).toBe(404)
  expect(await filesInTable()).toBe(before)
})

test('too many PDFs in a call are refused; the earlier ones stay and are not stored again', async () => {
  const { uniqId } = await prepare(monthOf([code()]))
  const pdfs = Object.fromEntries(
    Array.from({ length: 101 }, (_, index) => [`many-${index}.pdf`, statementPdf(`many ${index}`)]),
  )
  expect((await uploadPdfs(uniqId, pdfs)).status).toBe(400)
  const kept = (await namesOf(uniqId, 'uploaded')).total
  const rest = Object.fromEntries(Object.entries(pdfs).slice(0, 100))
  const before = await filesInTable()
  expect((await uploadPdfs(uniqId, rest)).body.data.every(({ ok }) => ok)).toBe(true)
  expect(await filesInTable()).toBe(before + 100 - kept)
})
