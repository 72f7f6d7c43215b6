import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { UnreadableFileError } from '#platform/files/parsing/parser.ts'
import type { DateOrder } from '@tahanan/contract/billing/statement-import.ts'
import { createSoaCsv, createWebClientCsv } from '../testing.ts'
import { loadFiles } from './load-files.ts'
import type { MergedRow } from './merged-row.ts'
import { parseMergedList } from './parse-merged-list.ts'

interface ImportTestFiles {
  soa?: string
  webClient?: string | Buffer
  dateOrder?: DateOrder
}
const createContentOpener = (content: string | Buffer | undefined) =>
  content === undefined ? null : () => Promise.resolve(Readable.from([Buffer.from(content)]))

async function loadTestFiles({ soa, webClient, dateOrder }: ImportTestFiles) {
  const files = { soaFile: createContentOpener(soa), webClientFile: createContentOpener(webClient) }
  const parsedFiles = await loadFiles(files, { timeZone: 'Asia/Manila', dateOrder })
  const rows: MergedRow[] = []
  if (!parsedFiles.examples) for await (const batch of parsedFiles.batches) rows.push(...batch)
  return {
    ...parsedFiles,
    accepted: rows.filter(({ reason }) => reason === null),
    refused: rows.filter(({ reason }) => reason !== null),
  }
}

const WEB_CLIENT_HEADER = 'urefno,uoccname,uothdep'
async function parseTestRows(rows: readonly string[], header = WEB_CLIENT_HEADER) {
  const { accepted, refused } = await loadTestFiles({
    webClient: [header, ...rows, 'GOOD,Good,"1,000.00"'].join('\r\n'),
  })
  expect(accepted.at(-1)).toMatchObject({ urefno: 'GOOD', webClient: { amount: '1000.00' } })
  return { accepted: accepted.slice(0, -1), refused }
}
async function findRefusal(testFiles: ImportTestFiles): Promise<UnreadableFileError> {
  const error = await loadTestFiles(testFiles).catch((thrownError: unknown) => thrownError)
  expect(error).toBeInstanceOf(UnreadableFileError)
  return error as UnreadableFileError
}

test.each([
  ['two signs', 'X-1,A,-5-', 'cannot be read'],
  ['half a pair of parentheses', 'X-1,A,"(1,234.00"', 'cannot be read'],
  ['an absurd amount', 'X-1,A,99999999999999', 'too large'],
  ['a third decimal', 'X-1,A,1.001', 'two decimals'],
  ['no amount', 'X-1,A,', 'missing'],
  ['words for an amount', 'X-1,A,lots', 'cannot be read: lots'],
  ['a formula for an amount', 'X-1,A,=1+1', 'formula'],
  ['a formula for a reference', '"=HYPERLINK(""http://x"")",A,5', 'formula'],
  ['an error of a spreadsheet for a reference', '#NAME?,A,5', 'error of a spreadsheet'],
  ['a reference that was wider than its column', '########,A,5', 'error of a spreadsheet'],
  ['a reference on two lines', '"X\n-1",A,5', 'control character'],
  ['a name that cannot be read', 'X-1,A\ufffd,5', 'cannot be read'],
  ['a reference that is too long', `${'x'.repeat(60)},A,5`, 'longer than 50'],
  ['a name that is too long', `X-1,${'x'.repeat(300)},5`, 'longer than 255'],
  ['an amount whose comma is not quoted', 'X-1,A,1,234.00', 'more cells'],
  ['an open quote', 'X-1,"A,5', 'not closed'],
  ['a quote inside of a cell', 'X-1,"A"B,5', 'middle of a cell'],
])('%s is refused by file, line and reason; the rest is read', async (_, row, reason) => {
  const { accepted, refused } = await parseTestRows([row])
  expect(accepted).toEqual([])
  expect(refused).toMatchObject([{ source: 'webClient', line: 2, reason: expect.stringContaining(reason) }])
})

test('the second row of a reference is refused and names the first, ignoring case', async () => {
  const { accepted, refused } = await parseTestRows(['Twice,First,1', 'twice ,Second,2'])
  expect(refused).toMatchObject([{ line: 3, reason: 'twice stands on line 2 already.' }])
  expect(accepted).toMatchObject([{ urefno: 'Twice', webClient: { amount: '1.00' } }])
})

test('rows without a reference and blank lines are skipped', async () => {
  const { accepted, refused } = await parseTestRows(['', ',,', ' ,TOTAL,"5,000.00"', '""'])
  expect([accepted, refused]).toEqual([[], []])
})

test.each([
  'TOTAL',
  'Total:',
  'GRAND TOTAL',
  'Sub-total',
  'Totals',
  '** Total amount due (PHP) **',
  'KABUUAN',
])('a line %s below the tenants is no tenant', async (total) => {
  const { accepted, refused } = await parseTestRows([`${total},,300`, `${total},${total},300`])
  expect([accepted, refused]).toEqual([[], []])
  const soa = await loadTestFiles({ soa: `${createSoaCsv([{ urefno: 'A' }])}${total},,\r\n` })
  expect([soa.accepted.length, soa.refused]).toEqual([1, []])
})

test('letters of another encoding are restored, and the row says so', async () => {
  const { accepted } = await parseTestRows(['X-1,PE¥A,5', 'X-2,PE?A,5', 'X-3,PEÑA,5'])
  expect(accepted.map(({ webClient }) => [webClient?.fields.uoccname, webClient?.note])).toEqual([
    ['PEÑA', 'The text of uoccname was in another encoding: PE¥A was read as PEÑA.'],
    ['PE?A', 'The text of uoccname has lost a letter: PE?A.'],
    ['PEÑA', undefined],
  ])
})

test('an SOA row without a reference is refused and counted, blank lines are not', async () => {
  const { accepted, refused } = await loadTestFiles({
    soa: 'urefno,invdate,attachment\r\nA,31/10/2026,a.pdf\r\n,31/10/2026,lost.pdf\r\n , ,\r\n',
    webClient: createWebClientCsv([{ urefno: 'A', uothdep: '1' }]),
  })
  expect(accepted).toHaveLength(1)
  const reason = 'The reference (urefno) is missing. The attachment is lost.pdf.'
  expect(refused).toMatchObject([{ source: 'soa', line: 3, urefno: '', reason }])
})

test('an SOA file without any reference is refused as a whole', async () => {
  const { field, message } = await findRefusal({ soa: 'urefno,invdate,attachment\r\n,31/10/2026,a.pdf\r\n' })
  expect([field, message]).toEqual(['soaFile', 'This file has no rows with a reference (urefno).'])
})

test('formulas and markup stay plain text, and line ends in a quoted cell become spaces', async () => {
  const formula = "=cmd|' /C calc'!A0 <script>alert(1)</script>"
  const { accepted } = await parseTestRows([`A,"${formula}",1`, 'B,"JUAN\r\nDELA  CRUZ\t",1'])
  expect(accepted.map(({ webClient }) => webClient?.fields.uoccname)).toEqual([formula, 'JUAN DELA CRUZ'])
})

test('names of prototype members are ordinary references and columns', async () => {
  const { accepted, refused } = await parseTestRows(
    ['__proto__,A,1,', 'constructor,B,2,'],
    `${WEB_CLIENT_HEADER},__proto__`,
  )
  expect(accepted.map(({ urefno, webClient }) => [urefno, webClient?.amount])).toEqual([
    ['__proto__', '1.00'],
    ['constructor', '2.00'],
  ])
  expect(refused).toEqual([])
})

test.each([
  ['soaFile', 'invdate', 'urefno,attachment\nA,a.pdf\n'],
  ['soaFile', 'urefno, invdate and attachment', 'a,b\n1,2\n'],
  ['webClientFile', 'uothdep', 'urefno,uoccname\nA,B\n'],
] as const)(
  'a %s without the column %s is refused as a whole, naming it',
  async (field, columns, content) => {
    const error = await findRefusal(field === 'soaFile' ? { soa: content } : { webClient: content })
    expect([error.field, error.message]).toEqual([field, expect.stringContaining(`no column ${columns}`)])
  },
)

test('a file with only headers is refused', async () => {
  const { field, message } = await findRefusal({ webClient: `${WEB_CLIENT_HEADER}\r\n` })
  expect([field, message]).toEqual(['webClientFile', expect.stringContaining('no rows')])
})

async function parseTestDates(dates: readonly string[]) {
  const soaRows = dates.map((statementDate, index) => ({ urefno: `D-${index}`, invdate: statementDate }))
  return (await loadTestFiles({ soa: createSoaCsv(soaRows) })).accepted.map(({ soa }) => soa?.invdate)
}

test('dates in either order and in ISO are read; one day above 12 decides the file', async () => {
  expect(await parseTestDates(['05/09/2026', '28/09/2026'])).toEqual([
    '2026-09-04T16:00:00.000Z',
    '2026-09-27T16:00:00.000Z',
  ])
  expect(await parseTestDates(['05/09/2026 13:30', '09/28/2026 00:00'])).toEqual([
    '2026-05-09T05:30:00.000Z',
    '2026-09-27T16:00:00.000Z',
  ])
  expect(await parseTestDates(['2026-09-05', '2026-09-05T10:00:00+08:00'])).toEqual([
    '2026-09-04T16:00:00.000Z',
    '2026-09-05T02:00:00.000Z',
  ])
})

test('an ambiguous order returns examples, and no row until it is given', async () => {
  const soaCsv = createSoaCsv([{ urefno: 'A', invdate: '05/09/2026' }])
  expect(await loadTestFiles({ soa: soaCsv })).toMatchObject({
    examples: ['05/09/2026'],
    accepted: [],
    refused: [],
  })
  const { accepted } = await loadTestFiles({ soa: soaCsv, dateOrder: 'MDY' })
  expect(accepted).toMatchObject([{ soa: { invdate: '2026-05-08T16:00:00.000Z' } }])
})

test('due dates help to find the date order; an unreadable or too early one refuses its row', async () => {
  const soaLines = ['31/12/2026', '30/11/2026', 'soon', '31/11/2026', '', '01/12/2026'].map(
    (dueDate, index) => `D-${index + 1},01/12/2026,${dueDate},`,
  )
  const { accepted, refused } = await loadTestFiles({
    soa: ['urefno,invdate,duedate,attachment', ...soaLines].join('\n'),
  })
  expect(refused.map(({ urefno, reason }) => [urefno, reason])).toEqual([
    ['D-2', "The due date 2026-11-30 is before the statement's date, 2026-12-01."],
    ['D-3', 'The due date (duedate) cannot be read: soon.'],
    ['D-4', 'There is no such day: 31/11/2026.'],
  ])
  expect(accepted.map(({ urefno, soa }) => [urefno, soa?.dueDate])).toEqual([
    ['D-1', '2026-12-31'],
    ['D-5', null],
    ['D-6', '2026-12-01'],
  ])
})

test('contradicting dates are refused, with the rows of the same tenants in the other file', async () => {
  const codes = ['A', 'B', 'C']
  const dates = ['25/12/2026', '26/12/2026', '12/27/2026']
  const { refused } = await loadTestFiles({
    soa: createSoaCsv(
      codes.map((clientCode, index) => ({ urefno: clientCode, invdate: dates[index] ?? '' })),
    ),
    webClient: createWebClientCsv(codes.map((clientCode) => ({ urefno: clientCode, uothdep: '1' }))),
  })
  const reason = expect.stringMatching(/contradicts.* Line 4 of the web-client file is left out with it\.$/)
  expect(refused).toMatchObject([{ source: 'soa', line: 4, urefno: 'C', reason }])
})

test('a PDF named for a second tenant is refused', async () => {
  const { accepted, refused } = await loadTestFiles({
    soa: createSoaCsv([
      { urefno: 'A', attachment: 'same.pdf' },
      { urefno: 'B', attachment: 'C:\\SOA\\SAME.PDF' },
    ]),
  })
  expect(accepted.map(({ urefno }) => urefno)).toEqual(['A'])
  const reason = expect.stringContaining('stands on line 2 already')
  expect(refused).toMatchObject([{ urefno: 'B', line: 3, reason }])
})

test('each refused account is one row with its own reason first', async () => {
  const { accepted, refused } = await loadTestFiles({
    soa: createSoaCsv([
      { urefno: 'SOA', invdate: 'soon' },
      { urefno: 'AMOUNT' },
      { urefno: 'BOTH', invdate: 'x' },
    ]),
    webClient: createWebClientCsv([
      { urefno: 'AMOUNT', uothdep: 'a lot' },
      { urefno: 'SOA', uothdep: '1' },
      { urefno: 'BOTH', uothdep: '1.005' },
      ...[1, 2, 3].map(() => ({ urefno: 'THRICE', uothdep: '5' })),
    ]),
  })
  expect(accepted.map(({ urefno }) => urefno)).toEqual(['THRICE'])
  expect(refused.map(({ urefno, source, line, reason }) => [urefno, source, line, reason])).toEqual([
    ['SOA', 'soa', 2, 'The date cannot be read: soon. Line 3 of the web-client file is left out with it.'],
    [
      'BOTH',
      'soa',
      4,
      'The date cannot be read: x. Line 4 of the web-client file: The amount has more than two decimals: ' +
        '1.005.',
    ],
    [
      'AMOUNT',
      'webClient',
      2,
      'The amount cannot be read: a lot. Line 3 of the SOA file is left out with it.',
    ],
    [
      'THRICE',
      'webClient',
      6,
      'THRICE stands on line 5 already. Line 7 of the web-client file: THRICE stands on line 5 already.',
    ],
  ])
})

const createUnreadableFile = (count: number) => `${WEB_CLIENT_HEADER}\nGOOD,A,1\n${'BAD,A,x\n'.repeat(count)}`

test('a file with more than 1,000 refused rows is refused as a whole, naming the first', async () => {
  // Several refused rows of one account count as one refusal.
  expect((await loadTestFiles({ webClient: createUnreadableFile(1000) })).refused).toHaveLength(1)
  const { field, message } = await findRefusal({ webClient: createUnreadableFile(1001) })
  const refusalMessage = 'More than 1,000 of its rows are refused. Line 3: The amount cannot be read: x.'
  expect([field, message]).toEqual(['webClientFile', refusalMessage])
})

test('a list refuses each row once, in the order of the list, and reads a row of a PDF alone', async () => {
  const listRows = [
    { urefno: 'A', uothdep: 'lots', invdate: 'soon', attachment: 'a.pdf' },
    { urefno: 'B', uothdep: '1', invdate: 'soon', attachment: 'b.pdf' },
    { urefno: 'C', invdate: '2026-10-31', attachment: 'c.pdf' },
    'no row',
    { urefno: 'D', uothdep: 2, uoccname: "'=D" },
    { urefno: 'E', uothdep: 'few' },
  ]
  const parsedList = parseMergedList(listRows, { timeZone: 'Asia/Manila' })
  const rows: MergedRow[] = []
  if (!parsedList.examples) for await (const batch of parsedList.batches) rows.push(...batch)
  expect(rows).toMatchObject([
    { urefno: 'D', source: 'list', line: 5, webClient: { amount: '2.00', fields: { uoccname: '=D' } } },
    { urefno: 'C', source: 'list', line: 3, soa: { attachment: 'c.pdf' } },
    { line: 1, reason: 'The amount cannot be read: lots.' },
    { line: 2, reason: 'The date cannot be read: soon.' },
    { line: 4, reason: 'This is not a row.' },
    { line: 6, reason: 'The amount cannot be read: few.' },
  ])
})
