import { expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'
import { uploadFile } from '#testing/uploads.ts'
import { IMPORT_LIMITS } from '@tahanan/contract/billing/statement-import.ts'
import {
  toSavedAnswer,
  createCodeGenerator,
  filesOf,
  importsOf,
  newUniqId,
  statementPdf,
  type ImportBody,
  type SavedBody,
} from './testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin')
const { tenantOf, statementsOf, importFiles } = importsOf(portal, admin)

const code = createCodeGenerator('L')
const row = (urefno: string, more: Record<string, unknown> = {}) => ({
  urefno,
  uoccname: `Occupant ${urefno}`,
  uoccpers: 'Person',
  uocctel1: '0917',
  uocctel2: '',
  ubtname: 'Business',
  ubaddln1: '1',
  ubaddln2: '2',
  ubaddln3: '3',
  ubaddln4: '4',
  uothdep: '1,234.50',
  invdate: '31/10/2026',
  attachment: `${urefno}.pdf`,
  ...more,
})
const put = (pdfFiles: unknown, uniqId = newUniqId(), more: object = {}, who = admin) =>
  who.put<SavedBody>('/tenant-soa-info', { pdfFiles, uniqId, ...more })

test('a row with cells that a file of ours escapes is the row itself (rules 13.48)', async () => {
  const urefno = `00${code().replace(/\D/g, '')}1`
  expect((await put([row(urefno)])).body).toEqual(toSavedAnswer({ count: 1, total: 1, created: 1 }))
  const escaped = row(urefno, { urefno: `'${urefno}`, uocctel1: "'0917" })
  expect((await put([escaped])).body).toMatchObject({ created: 0, updated: 0, unchanged: 1 })
})

test('a list of merged rows is saved, with the PDFs that were uploaded one by one', async () => {
  const [a, b] = [code(), code()]
  await uploadFile(portal, admin, 'soa/pdf', statementPdf('old'), `${a}.pdf`)
  const key = await uploadFile(portal, admin, 'soa/pdf', statementPdf('new'), `${a}.PDF`)
  const other = await portal.as('admin')
  await uploadFile(portal, other, 'soa/pdf', statementPdf('not mine'), `${b}.pdf`)
  const answer = await put([row(a), row(b, { uocctel1: '+63 917 555 0101' })])
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual(toSavedAnswer({ count: 2, total: 2, created: 2 }))
  const tenant = await tenantOf(a)
  expect(tenant).toMatchObject({
    soa_amount: 1234.5,
    soa_name: key.slice('soa/pdf/'.length),
    uoccname: `Occupant ${a}`,
    password_hash: null,
  })
  expect(await statementsOf(a)).toMatchObject([{ soa_amount: 1234.5, attachment: `${a}.pdf` }])
  expect(await tenantOf(b)).toMatchObject({ soa_name: null, uocctel1: '09175550101' })
})

test('a PDF uploaded with an import is recognized when it is uploaded again alone', async () => {
  const a = code()
  await importFiles(filesOf({ [a]: '1234.50' }, '31/10/2026'), { [`${a}.pdf`]: statementPdf(a) })
  await uploadFile(portal, admin, 'soa/pdf', statementPdf(a), `${a}.pdf`)
  const address = { ubaddln1: 'Unit 1', ubaddln2: 'Street', ubaddln3: 'City', ubaddln4: 'Metro Manila' }
  expect((await put([row(a, address)])).body).toMatchObject({ unchanged: 1, updated: 0 })
  expect(await statementsOf(a)).toHaveLength(1)
  await uploadFile(portal, admin, 'soa/pdf', statementPdf('another'), `${a}.pdf`)
  expect((await put([row(a, address)])).body).toMatchObject({ unchanged: 0, updated: 1 })
})

const countStatements = async () =>
  (
    await portal.db
      .selectFrom('statements')
      .select((rows) => rows.fn.countAll().as('n'))
      .executeTakeFirstOrThrow()
  ).n

test('the same list again changes nothing, under its own name or another', async () => {
  const [list, uniqId] = [[row(code()), row(code())], newUniqId()]
  await put(list, uniqId)
  const before = await countStatements()
  expect((await put(list, uniqId)).body).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
  expect((await put(list)).body).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
  expect(await countStatements()).toBe(before)
  const record = await admin.get<{ data: ImportBody[] }>('/statement-imports?limit=3')
  expect(record.body.data.map(({ uniqId: name, created }) => [name === uniqId, created])).toEqual([
    [false, 0],
    [true, 0],
    [true, 2],
  ])
})

test('bad rows are refused with their number and reason, and the others are saved', async () => {
  const [good, twice] = [code(), code()]
  const { body } = await put([
    row(good),
    row(code(), { uothdep: '--5' }),
    row(code(), { uothdep: '=1+1' }),
    row(code(), { invdate: '31/02/2026' }),
    row(code(), { invdate: 'soon' }),
    row(twice),
    row(twice.toLowerCase()),
    'not a row',
    null,
    row(''),
    { uothdep: '5' },
    row(code(), { uothdep: '99999999999' }),
    row(code(), { uothdep: undefined }),
    row('UNKNOWN', {
      ...Object.fromEntries(Object.keys(row('')).map((key) => [key, ''])),
      urefno: 'UNKNOWN',
      invdate: '31/10/2026',
    }),
  ])
  expect(body).toMatchObject({ count: 2, total: 2, created: 2 })
  expect(body.refused.map((refusal) => [refusal.row, refusal.reason])).toEqual([
    [2, expect.stringContaining('cannot be read')],
    [3, expect.stringContaining('formula')],
    [4, expect.stringContaining('no such day')],
    [5, expect.stringContaining('cannot be read')],
    [7, expect.stringContaining('stands on line 6 already')],
    [8, 'This is not a row.'],
    [9, 'This is not a row.'],
    [10, expect.stringContaining('reference (urefno) is missing')],
    [12, expect.stringContaining('too large')],
    [13, expect.stringContaining('missing')],
    [14, expect.stringContaining('No tenant has this reference')],
  ])
  expect(await tenantOf(good)).toBeDefined()
})

test('numbers are accepted as texts, and fields missing in a row stay unchanged', async () => {
  const known = await portal.as('client', { clientCode: code(), soaAmount: 5, uoccname: 'Known' })
  expect((await put([{ urefno: known.account.clientCode, uothdep: 20.5 }])).body).toMatchObject({
    updated: 1,
  })
  expect(await tenantOf(known.account.clientCode)).toMatchObject({
    soa_amount: 20.5,
    uoccname: 'Known',
    soa_date: null,
  })
})

test('ambiguous dates are refused with a question, and nothing is stored', async () => {
  const [list, uniqId] = [[row(code(), { invdate: '05/09/2026' })], newUniqId()]
  const asked = await put(list, uniqId)
  expect(asked.status).toBe(400)
  expect(asked.body.errors['dateOrder']?.[0]).toContain('05/09/2026')
  expect((await admin.get(`/statement-imports/${uniqId}`)).status).toBe(404)
  expect((await put(list, uniqId, { dateOrder: 'MDY' })).body).toMatchObject({ created: 1 })
})

test('malformed lists are refused', async () => {
  expect((await put('rows')).status).toBe(400)
  expect((await put([row(code())], '../x')).status).toBe(400)
  const unstorable = await put([row(code()), row('NUL\0')])
  expect([unstorable.status, Object.keys(unstorable.body.errors)]).toEqual([400, ['pdfFiles.1.urefno']])
  expect((await put(Array.from({ length: IMPORT_LIMITS.rows + 1 }, () => 0))).status).toBe(400)
  expect((await put([JSON.parse('{"__proto__": {"urefno": "X", "uothdep": "5"}}')])).status).toBe(400)
  expect((await admin.put('/tenant-soa-info', { uniqId: newUniqId() })).status).toBe(404)
  expect((await put([])).body).toEqual(toSavedAnswer({}))
  const bad = Array.from({ length: 1001 }, () => row(code(), { uothdep: 'x' }))
  expect((await put(bad)).body.errors['pdfFiles']?.[0]).toContain('More than 1,000 of its rows are refused')
  const giant = (await put([row('x'.repeat(64 * 1024)), row(code())])).body
  expect(giant).toMatchObject({ created: 1, refused: [{ reason: 'This row is longer than 64 kB.' }] })
  for (const more of [{ confirmOlder: [] }, { dateOrder: 'x'.repeat(300) }, { dateOrder: {} }])
    expect((await put([row(code())], newUniqId(), more)).status).toBe(400)
})

test('a list may be larger than other bodies, up to a limit of its own, which the refusal states', async () => {
  // unknown columns are ignored
  const large = [row(code(), { other: 'x'.repeat(1_100_000) })]
  expect((await put(large)).body).toMatchObject({ count: 1, created: 1 })
  const answer = await portal.app.inject({
    method: 'PUT',
    url: '/api/tenant-soa-info',
    headers: {
      authorization: `Bearer ${admin.token}`,
      'content-type': 'application/json',
      'content-length': String(70 * 1024 * 1024),
    },
    payload: '[]',
  })
  expect(answer.statusCode).toBe(413)
  expect(answer.json()).toMatchObject({ message: 'This is too large. The limit is 64 MB.' })
})
