import { expect, test } from 'vitest'
import { cleanFiles } from '../../../platform/files/cleaner.ts'
import { pdfWith } from '../../../platform/files/content/testing-samples.ts'
import { openTestPortal } from '../../../testing/portal.ts'
import {
  newUniqId,
  prepare,
  save,
  soaCsv,
  statementPdf,
  statementsOf,
  tenantOf,
  uploadPdfs,
  webClientCsv,
  type ImportBody,
} from './testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin')

let n = 0
const code = () => `P-${++n}`
const monthOf = (codes: readonly string[], invdate = '31/10/2026', uothdep = '10') => ({
  soa: soaCsv(codes.map((urefno) => ({ urefno, invdate }))),
  webClient: webClientCsv(codes.map((urefno) => ({ urefno, uothdep }))),
})
const namesOf = async (uniqId: string, kind: string) =>
  (await admin.get<{ data: string[]; total: number }>(`/statement-imports/${uniqId}/pdfs?kind=${kind}`)).body
const look = async (uniqId: string) => (await admin.get<ImportBody>(`/statement-imports/${uniqId}`)).body
const filesInTable = async () =>
  (await portal.db.selectFrom('files').select('key').where('folder', '=', 'soa/pdf').execute()).length

test('a part without a file name answers 400', async () => {
  const { uniqId } = await prepare(portal, admin, monthOf([code()]))
  const answer = await portal.app.inject({
    method: 'POST',
    url: `/api/statement-imports/${uniqId}/pdfs`,
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'multipart/form-data; boundary=x' },
    payload:
      '--x\r\nContent-Disposition: form-data; name="files"\r\nContent-Type: application/octet-stream\r\n\r\nx\r\n--x--\r\n',
  })
  expect(answer.statusCode).toBe(400)
})

test('each PDF of a call is told of by its name; a bad one stops nothing but itself', async () => {
  const [a, b] = [code(), code()]
  const { uniqId } = await prepare(portal, admin, monthOf([a, b]))
  const { status, body } = await uploadPdfs(portal, admin, uniqId, {
    'script.pdf': pdfWith('<< /S /JavaScript /JS (app.alert(1)) >>'),
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
    'script.pdf false': expect.stringContaining('without scripts'),
    'page.pdf false': expect.stringContaining('Accepted: PDF'),
    'empty.pdf false': 'This file is empty.',
    [`${b}.pdf false`]: 'This is too large. The limit is 25 MB.',
  })
  expect(body.data).toHaveLength(6)
  expect((await namesOf(uniqId, 'uploaded')).data.toSorted()).toEqual([`${a}.pdf`, `${b}.pdf`])
  expect(await look(uniqId)).toMatchObject({ missingPdfs: 0, extraPdfs: 0, files: { uploaded: 2 } })
})

test('names are matched without regard to case, path and ending; missing and extra ones are named', async () => {
  const [a, b, c] = [code(), code(), code()]
  const soa = soaCsv([
    { urefno: a, attachment: `C:\\Statements\\${a}.PDF` },
    { urefno: b, attachment: b },
    { urefno: c, attachment: `${c}.pdf` },
  ])
  const { uniqId } = await prepare(portal, admin, { soa, webClient: monthOf([a, b, c]).webClient })
  await uploadPdfs(portal, admin, uniqId, {
    [`${a.toLowerCase()}.pdf`]: statementPdf('a'),
    [`${b}.pdf`]: statementPdf('b'),
    'stray.pdf': statementPdf('s'),
  })
  expect((await namesOf(uniqId, 'missing')).data).toEqual([`${c}.pdf`])
  expect((await namesOf(uniqId, 'extra')).data).toEqual(['stray.pdf'])
  await save(admin, uniqId)
  expect((await tenantOf(portal, a))?.soa_name).toContain(a.toLowerCase())
  expect((await tenantOf(portal, b))?.soa_name).toBeTruthy()
  expect((await tenantOf(portal, c))?.soa_name).toBeNull()
  expect(await look(uniqId)).toMatchObject({ missingPdfs: 1, extraPdfs: 1 })
})

test('a PDF that no row names is removed a day later; statements stay', async () => {
  const a = code()
  const { uniqId } = await prepare(portal, admin, monthOf([a]))
  await uploadPdfs(portal, admin, uniqId, {
    [`${a}.pdf`]: statementPdf('kept'),
    'stray-2.pdf': statementPdf('stray'),
  })
  await save(admin, uniqId)
  await portal.db
    .updateTable('files')
    .set({ released_at: new Date(Date.now() - 25 * 3600_000) })
    .where('owner_id', 'is', null)
    .execute()
  await cleanFiles(portal.db, portal.services.files)
  const name = (await tenantOf(portal, a))?.soa_name
  expect(await portal.services.files.stat(`soa/pdf/${name}`)).not.toBeNull()
  expect((await namesOf(uniqId, 'uploaded')).data).toEqual([`${a}.pdf`])
})

test('the same content again is not stored a second time: in one import, and in the next', async () => {
  const a = code()
  const pdfs = { [`${a}.pdf`]: statementPdf(`content of ${a}`) }
  const first = await prepare(portal, admin, monthOf([a]))
  const before = await filesInTable()
  await uploadPdfs(portal, admin, first.uniqId, pdfs)
  await uploadPdfs(portal, admin, first.uniqId, pdfs)
  expect(await filesInTable()).toBe(before + 1)
  await save(admin, first.uniqId)
  const second = await prepare(portal, admin, monthOf([a]))
  await uploadPdfs(portal, admin, second.uniqId, pdfs)
  expect(await filesInTable()).toBe(before + 1)
  expect(await look(second.uniqId)).toMatchObject({ unchanged: 1, updated: 0, files: { uploaded: 1 } })
  expect((await save(admin, second.uniqId)).body).toMatchObject({ unchanged: 1, updated: 0, created: 0 })
  expect(await statementsOf(portal, (await tenantOf(portal, a))?.id ?? 0)).toHaveLength(1)
})

test('another PDF of the same statement is a change, which the preview shows as soon as it is there', async () => {
  const a = code()
  const first = await prepare(portal, admin, monthOf([a]))
  await uploadPdfs(portal, admin, first.uniqId, { [`${a}.pdf`]: statementPdf('first') })
  await save(admin, first.uniqId)
  const second = await prepare(portal, admin, monthOf([a]))
  expect(second.body).toMatchObject({ unchanged: 1, updated: 0 })
  await uploadPdfs(portal, admin, second.uniqId, { [`${a}.pdf`]: statementPdf('corrected') })
  expect(await look(second.uniqId)).toMatchObject({ unchanged: 0, updated: 1 })
  await save(admin, second.uniqId)
  const tenant = await tenantOf(portal, a)
  const statements = await statementsOf(portal, tenant?.id ?? 0)
  expect(statements).toHaveLength(2)
  expect(statements[1]?.soa_name).toBe(tenant?.soa_name)
  expect(statements[0]?.soa_name).not.toBe(tenant?.soa_name)
})

test('a PDF that comes with a later import completes the statement that lacked it', async () => {
  const a = code()
  await save(admin, (await prepare(portal, admin, monthOf([a]))).uniqId)
  const second = await prepare(portal, admin, monthOf([a]))
  await uploadPdfs(portal, admin, second.uniqId, { [`${a}.pdf`]: statementPdf('late') })
  expect((await save(admin, second.uniqId)).body).toMatchObject({ updated: 1 })
  const tenant = await tenantOf(portal, a)
  expect(await statementsOf(portal, tenant?.id ?? 0)).toMatchObject([
    { soa_name: tenant?.soa_name, attachment: `${a}.pdf` },
  ])
})

test('a new statement without its PDF does not show the old one', async () => {
  const a = code()
  const first = await prepare(portal, admin, monthOf([a]))
  await uploadPdfs(portal, admin, first.uniqId, { [`${a}.pdf`]: statementPdf('october') })
  await save(admin, first.uniqId)
  await save(admin, (await prepare(portal, admin, monthOf([a], '30/11/2026', '20'))).uniqId)
  expect(await tenantOf(portal, a)).toMatchObject({
    soa_name: null,
    title: 'Statement of Account, November 2026',
    soa_amount: 20,
  })
})

test('PDFs that the cleaner took are asked for again', async () => {
  const a = code()
  const { uniqId } = await prepare(portal, admin, monthOf([a]))
  await uploadPdfs(portal, admin, uniqId, { [`${a}.pdf`]: statementPdf('slow') })
  await portal.db
    .updateTable('files')
    .set({ released_at: new Date(Date.now() - 25 * 3600_000) })
    .where('owner_id', 'is', null)
    .execute()
  await cleanFiles(portal.db, portal.services.files)
  expect(await look(uniqId)).toMatchObject({ missingPdfs: 1, files: { uploaded: 0 } })
  expect((await namesOf(uniqId, 'uploaded')).data).toEqual([])
  await uploadPdfs(portal, admin, uniqId, { [`${a}.pdf`]: statementPdf('slow') })
  await save(admin, uniqId)
  expect((await tenantOf(portal, a))?.soa_name).toBeTruthy()
})

test('an import that is not there, done or given up takes no PDFs, and nothing of them is kept', async () => {
  const { uniqId } = await prepare(portal, admin, monthOf([code()]))
  await save(admin, uniqId)
  const before = await filesInTable()
  expect((await uploadPdfs(portal, admin, uniqId, { 'x.pdf': statementPdf('x') })).status).toBe(409)
  expect((await uploadPdfs(portal, admin, newUniqId(), { 'x.pdf': statementPdf('x') })).status).toBe(404)
  expect(await filesInTable()).toBe(before)
})

test('a call with more PDFs than one may hold is refused; what came before that stays and is not stored again', async () => {
  const { uniqId } = await prepare(portal, admin, monthOf([code()]))
  const pdfs = Object.fromEntries(
    Array.from({ length: 101 }, (_, index) => [`many-${index}.pdf`, statementPdf(`many ${index}`)]),
  )
  expect((await uploadPdfs(portal, admin, uniqId, pdfs)).status).toBe(400)
  const kept = (await namesOf(uniqId, 'uploaded')).total
  const rest = Object.fromEntries(Object.entries(pdfs).slice(0, 100))
  const before = await filesInTable()
  expect((await uploadPdfs(portal, admin, uniqId, rest)).body.data.every(({ ok }) => ok)).toBe(true)
  expect(await filesInTable()).toBe(before + 100 - kept)
})
