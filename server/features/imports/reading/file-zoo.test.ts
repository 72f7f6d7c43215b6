import { expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'
import { postFile } from '#testing/uploads.ts'
import {
  codeMaker,
  filesOf,
  importsOf,
  newUniqId,
  soaCsv,
  webClientCsv,
  type ImportBody,
} from '../testing.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin')
const { prepare, save, importFiles, lines, tenantOf, statementsOf } = importsOf(portal, admin)

const code = codeMaker('Z')
const HEADER = 'urefno,uoccname,uothdep'

/** Prepares a web-client file of these rows and a good one; returns the answer and the rows. */
async function tryRows(rows: readonly string[], header = HEADER) {
  const good = code()
  const { body, uniqId } = await prepare({
    webClient: [header, ...rows, `${good},Good,"1,000.00"`].join('\r\n'),
  })
  const refused = await lines(uniqId, 'refused')
  const saved = await save(uniqId)
  expect(saved.body.created + saved.body.updated + saved.body.unchanged).toBe(saved.body.total)
  expect((await tenantOf(good))?.soa_amount).toBe(1000)
  return { body, refused, saved: saved.body }
}

test.each([
  ['UTF-8', (text: string) => Buffer.from(text)],
  ['UTF-8 with a byte-order mark', (text: string) => Buffer.from(`\ufeff${text}`)],
  ['Windows-1252', (text: string) => Buffer.from(text, 'latin1')],
  ['CR alone', (text: string) => Buffer.from(text.replaceAll('\r\n', '\r'))],
  ['LF', (text: string) => Buffer.from(text.replaceAll('\r\n', '\n'))],
  ['semicolons', (text: string) => Buffer.from(text.replaceAll(',', ';'))],
  ['tabs', (text: string) => Buffer.from(text.replaceAll(',', '\t'))],
])('%s is imported', async (_, encode) => {
  const urefno = code()
  const webClient = encode(`${HEADER},unknown\r\n${urefno},PEÑA,1234.50,x\r\n`)
  const { body, uniqId } = await prepare({ webClient })
  expect(body).toMatchObject({ state: 'prepared', total: 1, created: 1, refused: 0 })
  await save(uniqId)
  expect(await tenantOf(urefno)).toMatchObject({ uoccname: 'PEÑA', soa_amount: 1234.5 })
})

test.each([
  ['two signs', 'X-1,A,-5-', 'cannot be read'],
  ['half a pair of parentheses', 'X-1,A,"(1,234.00"', 'cannot be read'],
  ['an absurd amount', 'X-1,A,99999999999999', 'too large'],
  ['a third decimal', 'X-1,A,1.001', 'two decimals'],
  ['no amount', 'X-1,A,', 'missing'],
  ['words for an amount', 'X-1,A,lots', 'cannot be read: lots'],
  ['a formula for an amount', 'X-1,A,=1+1', 'formula'],
  ['a formula for a reference', '"=HYPERLINK(""http://x"")",A,5', 'formula'],
  ['a reference on two lines', '"X\n-1",A,5', 'control character'],
  ['a name that cannot be read', 'X-1,A\ufffd,5', 'cannot be read'],
  ['a reference that is too long', `${'x'.repeat(60)},A,5`, 'longer than 50'],
  ['a name that is too long', `X-1,${'x'.repeat(300)},5`, 'longer than 255'],
  ['an amount whose comma is not quoted', 'X-1,A,1,234.00', 'more cells'],
  ['an open quote', 'X-1,"A,5', 'not closed'],
  ['a quote inside of a cell', 'X-1,"A"B,5', 'middle of a cell'],
])('%s is refused by file, line and reason; the rest goes in', async (_, row, reason) => {
  const { body, refused, saved } = await tryRows([row])
  expect(body).toMatchObject({ total: 1, refused: 1 })
  expect(refused).toMatchObject([{ file: 'webclient.csv', line: 2, verdict: 'refused' }])
  expect(refused[0]?.reason).toContain(reason)
  expect(saved).toMatchObject({
    count: 1,
    total: 1,
    created: 1,
    refused: [{ row: 2, file: 'webclient.csv', reason: refused[0]?.reason }],
  })
  expect(await tenantOf('X-1')).toBeUndefined()
})

test('the second row of a reference is refused and names the first, ignoring case', async () => {
  const twice = code()
  const { refused } = await tryRows([`${twice},First,1`, `${twice.toLowerCase()} ,Second,2`])
  expect(refused).toMatchObject([{ line: 3, reason: `${twice.toLowerCase()} stands on line 2 already.` }])
  expect(await tenantOf(twice)).toMatchObject({ uoccname: 'First', soa_amount: 1 })
})

test('rows without a reference and blank lines are skipped', async () => {
  const { body } = await tryRows(['', ',,', ' ,TOTAL,"5,000.00"', '""'])
  expect(body).toMatchObject({ total: 1, refused: 0 })
})

test('an SOA row without a reference is refused and counted, blank lines are not', async () => {
  const urefno = code()
  const soa = `urefno,invdate,attachment\r\n${urefno},31/10/2026,${urefno}.pdf\r\n,31/10/2026,lost.pdf\r\n , ,\r\n`
  const prepared = await prepare({ soa, webClient: webClientCsv([{ urefno, uothdep: '1' }]) })
  expect(prepared.body).toMatchObject({ total: 1, refused: 1 })
  expect(await lines(prepared.uniqId, 'refused')).toMatchObject([
    {
      file: 'soa.csv',
      line: 3,
      urefno: '',
      reason: 'The reference (urefno) is missing. The attachment is lost.pdf.',
    },
  ])
})

test('an SOA file without any reference is refused as a whole', async () => {
  const prepared = await prepare({
    soa: 'urefno,invdate,attachment\r\n,31/10/2026,a.pdf\r\n',
    webClient: webClientCsv([{ urefno: code(), uothdep: '1' }]),
  })
  expect(prepared).toMatchObject({
    status: 400,
    body: { errors: { soaFile: ['This file has no rows with a reference (urefno).'] } },
  })
})

test('formulas and markup are stored as plain text', async () => {
  const urefno = code()
  await tryRows([`${urefno},"=cmd|' /C calc'!A0 <script>alert(1)</script>",1`])
  expect((await tenantOf(urefno))?.uoccname).toBe("=cmd|' /C calc'!A0 <script>alert(1)</script>")
})

test('line ends in a quoted cell become spaces', async () => {
  const urefno = code()
  await tryRows([`${urefno},"JUAN\r\nDELA  CRUZ\t",1`])
  expect((await tenantOf(urefno))?.uoccname).toBe('JUAN DELA CRUZ')
})

test('names of prototype members are ordinary references and columns', async () => {
  const { body } = await tryRows(['__proto__,A,1,', 'constructor,B,2,'], `${HEADER},__proto__`)
  expect(body).toMatchObject({ total: 3, refused: 0 })
  expect(await tenantOf('__proto__')).toMatchObject({ soa_amount: 1 })
})

test.each([
  ['soaFile', 'invdate', 'urefno,attachment\nA,a.pdf\n'],
  ['soaFile', 'urefno, invdate and attachment', 'a,b\n1,2\n'],
  ['webClientFile', 'uothdep', 'urefno,uoccname\nA,B\n'],
] as const)(
  'a %s without the column %s is refused as a whole, naming it',
  async (field, columns, content) => {
    const webClient = webClientCsv([{ urefno: code(), uothdep: '1' }])
    const answer = await prepare(field === 'soaFile' ? { soa: content, webClient } : { webClient: content })
    expect(answer.status).toBe(400)
    expect(answer.body.errors[field]?.[0]).toContain(`no column ${columns}`)
    expect((await admin.get(`/statement-imports/${answer.uniqId}`)).status).toBe(404)
  },
)

test('a file with only headers is refused', async () => {
  const answer = await prepare({ webClient: `${HEADER}\r\n` })
  expect(answer.body.errors['webClientFile']?.[0]).toContain('no rows')
})

const upload = (content: Buffer) => postFile(portal, admin, 'soa/csv', content, 'x.csv')

test('a file that is no CSV is refused at its upload with the reason', async () => {
  expect(await upload(Buffer.from('%PDF-1.7 …'))).toMatchObject({
    status: 415,
    body: { message: expect.stringContaining('not a workbook, a PDF or UTF-16') },
  })
  expect((await upload(Buffer.from('\ufeffurefno', 'utf16le'))).status).toBe(415)
  expect((await upload(Buffer.from('urefno,\0\n'))).status).toBe(415)
  expect(await upload(Buffer.alloc(0))).toMatchObject({
    status: 400,
    body: { message: 'This file is empty.' },
  })
  expect(await upload(Buffer.alloc(100 * 1024 * 1024, 'a,'))).toMatchObject({
    status: 413,
    body: { message: 'This is too large. The limit is 25 MB.' },
  })
})

/** Returns an SOA file with these dates. */
const soaOf = async (dates: string[]) => {
  const rows = dates.map((invdate) => ({ urefno: code(), invdate }))
  const prepared = await prepare({
    soa: soaCsv(rows),
    webClient: webClientCsv(rows.map(({ urefno }) => ({ urefno, uothdep: '1' }))),
  })
  return (await lines(prepared.uniqId)).map(({ invdate }) => invdate)
}

test('dates in either order and in ISO are read; one day above 12 decides the file', async () => {
  expect(await soaOf(['05/09/2026', '28/09/2026'])).toEqual([
    '2026-09-04T16:00:00.000Z',
    '2026-09-27T16:00:00.000Z',
  ])
  expect(await soaOf(['05/09/2026 13:30', '09/28/2026 00:00'])).toEqual([
    '2026-05-09T05:30:00.000Z',
    '2026-09-27T16:00:00.000Z',
  ])
  expect(await soaOf(['2026-09-05', '2026-09-05T10:00:00+08:00'])).toEqual([
    '2026-09-04T16:00:00.000Z',
    '2026-09-05T02:00:00.000Z',
  ])
})

test('an ambiguous order is asked about once, and nothing is stored until the answer', async () => {
  const urefno = code()
  const files = filesOf({ [urefno]: '1' }, '05/09/2026')
  const asked = await prepare(files)
  expect(asked.status).toBe(200)
  expect(asked.body).toEqual({ state: 'question', question: 'dateOrder', examples: ['05/09/2026'] })
  expect((await admin.get(`/statement-imports/${asked.uniqId}`)).status).toBe(404)
  const answered = await prepare({ ...files, dateOrder: 'MDY' })
  expect(await lines(answered.uniqId)).toMatchObject([{ invdate: '2026-05-08T16:00:00.000Z' }])
})

test('contradicting dates are refused, with the rows of the same tenants in the other file', async () => {
  const [a, b, c] = [code(), code(), code()]
  const soa = soaCsv([
    { urefno: a, invdate: '25/12/2026' },
    { urefno: b, invdate: '26/12/2026' },
    { urefno: c, invdate: '12/27/2026' },
  ])
  const webClient = webClientCsv([a, b, c].map((urefno) => ({ urefno, uothdep: '1' })))
  const { uniqId } = await prepare({ soa, webClient })
  expect(await lines(uniqId, 'refused')).toMatchObject([
    {
      file: 'soa.csv',
      line: 4,
      urefno: c,
      reason: expect.stringMatching(/contradicts.* Line 4 of the web-client file is left out with it\.$/),
    },
  ])
})

test('a PDF named for a second tenant is refused', async () => {
  const [a, b] = [code(), code()]
  const soa = soaCsv([
    { urefno: a, attachment: 'same.pdf' },
    { urefno: b, attachment: 'C:\\SOA\\SAME.PDF' },
  ])
  const webClient = webClientCsv([a, b].map((urefno) => ({ urefno, uothdep: '1' })))
  const { uniqId, body } = await prepare({ soa, webClient })
  expect(body).toMatchObject({ total: 1, refused: 1 })
  expect((await lines(uniqId, 'refused'))[0]).toMatchObject({
    urefno: b,
    line: 3,
    reason: expect.stringContaining('stands on line 2 already'),
  })
})

test('a tenant only in the SOA file keeps the amount and gets the statement; an unknown one is refused', async () => {
  const known = await portal.as('client', { clientCode: code(), soaAmount: 777 })
  const soa = soaCsv([{ urefno: known.account.clientCode }, { urefno: 'NOBODY-1' }])
  const { uniqId } = await prepare({ soa })
  expect(await lines(uniqId)).toMatchObject([
    { verdict: 'changed', amountBefore: 777, amountAfter: 777 },
    { verdict: 'refused', reason: expect.stringContaining('No tenant has this reference') },
  ])
  expect((await save(uniqId)).body).toMatchObject({ count: 1, updated: 1 })
  expect(await statementsOf(known.account.clientCode)).toMatchObject([
    { soa_amount: 777, title: 'Statement of Account, October 2026' },
  ])
})

test('a tenant only in the web-client file keeps date and PDF and gets the amount', async () => {
  const urefno = code()
  await importFiles(filesOf({ [urefno]: '10' }, '31/10/2026'))
  const before = await tenantOf(urefno)
  await importFiles(filesOf({ [urefno]: '20' }))
  const after = await tenantOf(urefno)
  expect(after).toMatchObject({ soa_amount: 20, soa_date: before?.soa_date, title: before?.title })
  expect(await statementsOf(urefno)).toMatchObject([
    { soa_amount: 10 },
    { soa_amount: 20, soa_date: before?.soa_date },
  ])
})

test("a deleted tenant's code creates a new tenant, and the deleted one stays unchanged", async () => {
  const old = await portal.as('client', { clientCode: code(), soaAmount: 5 })
  await portal.db.updateTable('tenants').set({ status: 0 }).where('id', '=', old.id).execute()
  const { uniqId, body } = await prepare({
    ...filesOf({ [old.account.clientCode]: '9' }),
  })
  expect(body).toMatchObject({ created: 1 })
  await save(uniqId)
  expect(await tenantOf(old.account.clientCode)).toMatchObject({ soa_amount: 9 })
  expect(
    await portal.db.selectFrom('tenants').select('soa_amount').where('id', '=', old.id).executeTakeFirst(),
  ).toEqual({ soa_amount: 5 })
})

test('files uploaded by others or to other folders are refused', async () => {
  const other = await portal.as('admin')
  const mine = await importsOf(portal, other).prepare(filesOf({ [code()]: '1' }))
  const key = (
    await portal.db
      .selectFrom('statement_imports')
      .select('web_client_file')
      .where('uniq_id', '=', mine.uniqId)
      .executeTakeFirst()
  )?.web_client_file
  for (const webClientFile of [
    key,
    'soa/csv/nothing-00000000000000000000000000000000.csv',
    '../../etc/passwd',
    'images/x.png',
  ]) {
    const answer = await admin.post<ImportBody>('/statement-imports', { uniqId: newUniqId(), webClientFile })
    expect(answer.status).toBe(400)
    expect(answer.body.errors['webClientFile']).toEqual(['This file was not uploaded here.'])
  }
  expect((await admin.post('/statement-imports', { uniqId: newUniqId() })).status).toBe(400)
  expect((await admin.post('/statement-imports', { uniqId: '../x', webClientFile: key })).status).toBe(400)
})

const unreadable = (count: number): string =>
  `${HEADER}\n${code()},A,1\n${Array.from({ length: count }, () => `${code()},A,x\n`).join('')}`

test('a file with more than 1,000 refused rows is refused as a whole, naming the first', async () => {
  expect((await prepare({ webClient: unreadable(1000) })).body).toMatchObject({ total: 1, refused: 1000 })
  const { status, body } = await prepare({ webClient: unreadable(1001) })
  const why = 'More than 1,000 of its rows are refused. Line 3: The amount cannot be read: x.'
  expect([status, body.errors]).toEqual([400, { webClientFile: [why] }])
})
