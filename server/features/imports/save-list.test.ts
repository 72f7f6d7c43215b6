import { expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'
import { uploadFile } from '#testing/uploads.ts'
import { IMPORT_LIMITS } from '@tahanan/contract/billing/statement-import.ts'
import {
  createSavedAnswer,
  createCodeGenerator,
  createImportFiles,
  createImportCalls,
  createUniqId,
  createStatementPdf,
  type ImportBody,
  type SavedBody,
} from './testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin')
const { findTenant, listStatements, importFiles } = createImportCalls(portal, admin)

const generateCode = createCodeGenerator('L')
const createRow = (clientCode: string, overrides: Record<string, unknown> = {}) => ({
  urefno: clientCode,
  uoccname: `Occupant ${clientCode}`,
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
  attachment: `${clientCode}.pdf`,
  ...overrides,
})
const saveListOfRows = (
  pdfFiles: unknown,
  uniqId = createUniqId(),
  extraFields: object = {},
  caller = admin,
) => caller.put<SavedBody>('/tenant-soa-info', { pdfFiles, uniqId, ...extraFields })

test('a row with cells that a file of ours escapes is the row itself (rules 13.48)', async () => {
  const clientCode = `00${generateCode().replace(/\D/g, '')}1`
  expect((await saveListOfRows([createRow(clientCode)])).body).toEqual(
    createSavedAnswer({ count: 1, total: 1, created: 1 }),
  )
  const escapedRow = createRow(clientCode, { urefno: `'${clientCode}`, uocctel1: "'0917" })
  expect((await saveListOfRows([escapedRow])).body).toMatchObject({ created: 0, updated: 0, unchanged: 1 })
})

test('a list of merged rows is saved, with the PDFs that were uploaded one by one', async () => {
  const [a, b] = [generateCode(), generateCode()]
  await uploadFile(portal, admin, 'soa/pdf', createStatementPdf('old'), `${a}.pdf`)
  const key = await uploadFile(portal, admin, 'soa/pdf', createStatementPdf('new'), `${a}.PDF`)
  const otherAdmin = await portal.as('admin')
  await uploadFile(portal, otherAdmin, 'soa/pdf', createStatementPdf('not mine'), `${b}.pdf`)
  const saveResponse = await saveListOfRows([createRow(a), createRow(b, { uocctel1: '+63 917 555 0101' })])
  expect(saveResponse.status).toBe(200)
  expect(saveResponse.body).toEqual(createSavedAnswer({ count: 2, total: 2, created: 2 }))
  const tenant = await findTenant(a)
  expect(tenant).toMatchObject({
    soa_amount: 1234.5,
    soa_name: key.slice('soa/pdf/'.length),
    uoccname: `Occupant ${a}`,
    password_hash: null,
  })
  expect(await listStatements(a)).toMatchObject([{ soa_amount: 1234.5, attachment: `${a}.pdf` }])
  expect(await findTenant(b)).toMatchObject({ soa_name: null, uocctel1: '09175550101' })
})

test('a PDF uploaded alone is given to no row if the names of two rows are equal when it is stored', async () => {
  const [a, b, c] = [generateCode(), generateCode(), generateCode()]
  for (const name of ['Cruz Jr..pdf', `${c}.pdf`])
    await uploadFile(portal, admin, 'soa/pdf', createStatementPdf(name), name)
  const rows = [
    createRow(a, { attachment: 'Cruz Jr.pdf' }),
    createRow(b, { attachment: 'Cruz Jr..pdf' }),
    createRow(c),
  ]
  expect((await saveListOfRows(rows)).body).toMatchObject({ count: 3 })
  expect(await findTenant(a)).toMatchObject({ soa_name: null })
  expect(await findTenant(b)).toMatchObject({ soa_name: null })
  expect(await findTenant(c)).toMatchObject({ soa_name: expect.any(String) })
})

test('a PDF uploaded with an import is recognized when it is uploaded again alone', async () => {
  const a = generateCode()
  await importFiles(createImportFiles({ [a]: '1234.50' }, '31/10/2026'), {
    [`${a}.pdf`]: createStatementPdf(a),
  })
  await uploadFile(portal, admin, 'soa/pdf', createStatementPdf(a), `${a}.pdf`)
  const address = { ubaddln1: 'Unit 1', ubaddln2: 'Street', ubaddln3: 'City', ubaddln4: 'Metro Manila' }
  expect((await saveListOfRows([createRow(a, address)])).body).toMatchObject({ unchanged: 1, updated: 0 })
  expect(await listStatements(a)).toHaveLength(1)
  await uploadFile(portal, admin, 'soa/pdf', createStatementPdf('another'), `${a}.pdf`)
  expect((await saveListOfRows([createRow(a, address)])).body).toMatchObject({ unchanged: 0, updated: 1 })
})

const countStatements = async () =>
  (
    await portal.db
      .selectFrom('statements')
      .select((rows) => rows.fn.countAll().as('n'))
      .executeTakeFirstOrThrow()
  ).n

test('the same list again changes nothing, under its own name or another', async () => {
  const [list, uniqId] = [[createRow(generateCode()), createRow(generateCode())], createUniqId()]
  await saveListOfRows(list, uniqId)
  const statementCountBefore = await countStatements()
  expect((await saveListOfRows(list, uniqId)).body).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
  expect((await saveListOfRows(list)).body).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
  expect(await countStatements()).toBe(statementCountBefore)
  const importList = await admin.get<{ data: ImportBody[] }>('/statement-imports?limit=3')
  expect(importList.body.data.map(({ uniqId: name, created }) => [name === uniqId, created])).toEqual([
    [false, 0],
    [true, 0],
    [true, 2],
  ])
})

test('bad rows are refused with their number and reason, and the others are saved', async () => {
  const [validCode, repeatedCode] = [generateCode(), generateCode()]
  const { body } = await saveListOfRows([
    createRow(validCode),
    createRow(generateCode(), { uothdep: '--5' }),
    createRow(generateCode(), { uothdep: '=1+1' }),
    createRow(generateCode(), { invdate: '31/02/2026' }),
    createRow(generateCode(), { invdate: 'soon' }),
    createRow(repeatedCode),
    createRow(repeatedCode.toLowerCase()),
    'not a row',
    null,
    createRow(''),
    { uothdep: '5' },
    createRow(generateCode(), { uothdep: '99999999999' }),
    createRow(generateCode(), { uothdep: undefined }),
    createRow('UNKNOWN', {
      ...Object.fromEntries(Object.keys(createRow('')).map((key) => [key, ''])),
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
  expect(await findTenant(validCode)).toBeDefined()
})

test('numbers are accepted as texts, and fields missing in a row stay unchanged', async () => {
  const existingTenant = await portal.as('client', {
    clientCode: generateCode(),
    soaAmount: 5,
    uoccname: 'Known',
  })
  expect(
    (await saveListOfRows([{ urefno: existingTenant.account.clientCode, uothdep: 20.5 }])).body,
  ).toMatchObject({
    updated: 1,
  })
  expect(await findTenant(existingTenant.account.clientCode)).toMatchObject({
    soa_amount: 20.5,
    uoccname: 'Known',
    soa_date: null,
  })
})

test('ambiguous dates are refused with a question, and nothing is stored', async () => {
  const [list, uniqId] = [[createRow(generateCode(), { invdate: '05/09/2026' })], createUniqId()]
  const questionAnswer = await saveListOfRows(list, uniqId)
  expect(questionAnswer.status).toBe(400)
  expect(questionAnswer.body.errors['dateOrder']?.[0]).toContain('05/09/2026')
  expect((await admin.get(`/statement-imports/${uniqId}`)).status).toBe(404)
  expect((await saveListOfRows(list, uniqId, { dateOrder: 'MDY' })).body).toMatchObject({ created: 1 })
})

test('malformed lists are refused', async () => {
  expect((await saveListOfRows('rows')).status).toBe(400)
  expect((await saveListOfRows([createRow(generateCode())], '../x')).status).toBe(400)
  const unstorableResponse = await saveListOfRows([createRow(generateCode()), createRow('NUL\0')])
  expect([unstorableResponse.status, Object.keys(unstorableResponse.body.errors)]).toEqual([
    400,
    ['pdfFiles.1.urefno'],
  ])
  expect((await saveListOfRows(Array.from({ length: IMPORT_LIMITS.rows + 1 }, () => 0))).status).toBe(400)
  expect((await saveListOfRows([JSON.parse('{"__proto__": {"urefno": "X", "uothdep": "5"}}')])).status).toBe(
    400,
  )
  expect((await admin.put('/tenant-soa-info', { uniqId: createUniqId() })).status).toBe(404)
  expect((await saveListOfRows([])).body).toEqual(createSavedAnswer({}))
  const invalidRows = Array.from({ length: 1001 }, () => createRow(generateCode(), { uothdep: 'x' }))
  expect((await saveListOfRows(invalidRows)).body.errors['pdfFiles']?.[0]).toContain(
    'More than 1,000 of its rows are refused',
  )
  const giantRowBody = (await saveListOfRows([createRow('x'.repeat(64 * 1024)), createRow(generateCode())]))
    .body
  expect(giantRowBody).toMatchObject({ created: 1, refused: [{ reason: 'This row is longer than 64 kB.' }] })
  for (const invalidOptions of [{ confirmOlder: [] }, { dateOrder: 'x'.repeat(300) }, { dateOrder: {} }])
    expect((await saveListOfRows([createRow(generateCode())], createUniqId(), invalidOptions)).status).toBe(
      400,
    )
})

test('a list may be larger than other bodies, up to a limit of its own, which the refusal states', async () => {
  const largeRows = [createRow(generateCode(), { other: 'x'.repeat(1_100_000) })]
  expect((await saveListOfRows(largeRows)).body).toMatchObject({ count: 1, created: 1 })
  const largeBodyResponse = await portal.app.inject({
    method: 'PUT',
    url: '/api/tenant-soa-info',
    headers: {
      authorization: `Bearer ${admin.token}`,
      'content-type': 'application/json',
      'content-length': String(70 * 1024 * 1024),
    },
    payload: '[]',
  })
  expect(largeBodyResponse.statusCode).toBe(413)
  expect(largeBodyResponse.json()).toMatchObject({ message: 'This is too large. The limit is 64 MB.' })
})
