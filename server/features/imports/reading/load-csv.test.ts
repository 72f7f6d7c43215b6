import { expect, test } from 'vitest'
import { UnreadableFileError } from '#platform/files/parsing/parser.ts'
import { toCsv } from '@tahanan/contract/csv.ts'
import { loadCsv } from './load-csv.ts'

const TEST_COLUMNS = ['urefno', 'name', 'amount'] as const

const splitIntoPieces = (content: Buffer | string, size: number) => async () => {
  const bytes = Buffer.from(content)
  return (async function* () {
    for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
  })()
}

async function loadTestCsv(content: Buffer | string, size = 7) {
  const parsedRows: unknown[] = []
  for await (const batch of (
    await loadCsv(splitIntoPieces(content, size), TEST_COLUMNS, ['urefno', 'amount'])
  ).rows)
    parsedRows.push(...batch)
  return parsedRows as { line: number; values: Record<string, string>; reason?: string }[]
}
const simpleRows = [
  { line: 2, values: { urefno: 'A', name: 'Añ', amount: '1' } },
  { line: 3, values: { urefno: 'B', name: '', amount: '2' } },
]

test.each([
  ['UTF-8', Buffer.from('urefno,name,amount\nA,Añ,1\nB,,2\n')],
  ['UTF-8 with a byte-order mark', Buffer.from('\ufeffurefno,name,amount\nA,Añ,1\nB,,2\n')],
  ['Windows-1252', Buffer.from('urefno,name,amount\nA,Añ,1\nB,,2\n', 'latin1')],
  ['CRLF', Buffer.from('urefno,name,amount\r\nA,Añ,1\r\nB,,2\r\n')],
  ['CR', Buffer.from('urefno,name,amount\rA,Añ,1\rB,,2\r')],
  ['no line end at the end', Buffer.from('urefno,name,amount\nA,Añ,1\nB,,2')],
  ['semicolons', Buffer.from('urefno;name;amount\nA;Añ;1\nB;;2\n')],
  ['tabs', Buffer.from('urefno\tname\tamount\nA\tAñ\t1\nB\t\t2\n')],
  ['all quoted', Buffer.from('"urefno","name","amount"\n"A","Añ","1"\n"B","","2"\n')],
  [
    'another order, case and spaces, further columns',
    Buffer.from('Amount, U Ref No ,x,NAME\n1,A,?,Añ\n2,B,?,\n'),
  ],
])('%s is read', async (_, content) => {
  for (const pieceSize of [1, 7, 1000]) expect(await loadTestCsv(content, pieceSize)).toEqual(simpleRows)
})

test('cells that our own files escape are read as they were (rules 13.48)', async () => {
  const cellTexts = [
    '00123',
    '1E5',
    '3-12',
    '09175550101',
    '2-Jan',
    '1,234.00',
    '=1+1',
    '+63 917',
    '-5',
    "'00123",
    "''=x",
    'A-101',
    "'Tita Ana",
    "D'Arcy",
    "'",
  ]
  const file = toCsv(
    ['urefno', 'name', 'amount'],
    cellTexts.map((text) => [text, text, 1]),
  )
  expect((await loadTestCsv(file)).map(({ values }) => values)).toEqual(
    cellTexts.map((text) => ({ urefno: text, name: text, amount: '1' })),
  )
})

test('Windows-1252 letters between 128 and 159 are decoded', async () => {
  const rows = await loadTestCsv(
    Buffer.from([...Buffer.from('urefno,name,amount\nA,'), 0x80, 0x93, 0x94, ...Buffer.from(',1\n')]),
  )
  expect(rows[0]?.values['name']).toBe('€“”')
})

test('separators, quotes and line ends in quoted cells are text; lines are counted as in an editor', async () => {
  expect(await loadTestCsv('urefno,name,amount\nA,"x, ""y""\r\nz",1\n\n\nB,2nd "floor",2\n')).toEqual([
    { line: 2, values: { urefno: 'A', name: 'x, "y"\nz', amount: '1' } },
    { line: 6, values: { urefno: 'B', name: '2nd "floor"', amount: '2' } },
  ])
})

test('an unclosed quote costs only its own line', async () => {
  const otherLines = Array.from({ length: 50 }, (_, n) => `R${n},x,${n}`)
  const rows = await loadTestCsv(['urefno,name,amount', 'A,"open,1', ...otherLines].join('\n'))
  expect(rows).toHaveLength(51)
  expect(rows[0]).toEqual({
    line: 2,
    values: { urefno: 'A', name: '', amount: '' },
    reason: expect.stringContaining('not closed'),
  })
  expect(rows[50]).toEqual({ line: 52, values: { urefno: 'R49', name: 'x', amount: '49' } })
  expect((await loadTestCsv('urefno,name,amount\nA,x,1\nB,"open,1'))[1]).toMatchObject({
    line: 3,
    reason: expect.stringContaining('not closed'),
  })
  expect((await loadTestCsv('urefno,name,amount\nA,"x"y,1\nB,"z",2')).map(({ reason }) => reason)).toEqual([
    expect.stringContaining('middle of a cell'),
    undefined,
  ])
})

const createCsvWithLongCell = (lines: number) =>
  `urefno,name,amount\nA,"${Array(lines).fill('x').join('\n')}",1\nB,y,2`

test('a quoted cell may have 20 lines', async () => {
  expect((await loadTestCsv(createCsvWithLongCell(20))).map(({ line, reason }) => [line, reason])).toEqual([
    [2, undefined],
    [22, undefined],
  ])
  const [longRow] = await loadTestCsv(createCsvWithLongCell(21))
  expect(longRow).toMatchObject({ line: 2, reason: expect.stringContaining('not closed') })
})

test('a row with too many cells is refused: probably an amount with an unquoted comma', async () => {
  const rows = await loadTestCsv('urefno,name,amount\nA,x,1,234.00\nB,y,2,,\n')
  expect(rows[0]?.reason).toContain('more cells')
  expect(rows[1]).toEqual({ line: 3, values: { urefno: 'B', name: 'y', amount: '2' } })
})

test('lines of separators are blank, and a line that declares the separator is skipped', async () => {
  expect(await loadTestCsv('sep=;\n\nurefno;amount\n;;\nA;1\n ; \n\u001a')).toEqual([
    { line: 5, values: { urefno: 'A', amount: '1' } },
  ])
})

test.each([
  ['empty', '', 'empty'],
  ['blank', ' \n\n', 'empty'],
  ['without a column', 'urefno,name\nA,x\n', 'no column amount.'],
  [
    'without a header',
    'A,x,1\nB,y,2\n',
    'no column urefno and amount. Its first line must name the columns.',
  ],
  ['with a column twice', 'urefno,amount,amount\n', 'twice'],
  ['a PDF', '%PDF-1.7\n…', 'PDF'],
  ['a workbook', 'PK\u0003\u0004…', 'workbook'],
  ['one endless line', `urefno,amount\n${'x'.repeat(200_000)}`, 'very long'],
  ['nothing but open quotes', `urefno,amount\n${'"x,1\n'.repeat(5000)}`, 'not a CSV'],
])('a file that is %s is refused as a whole, with its reason', async (_, content, reason) => {
  const error = await loadTestCsv(content, 64 * 1024).catch((thrownError: unknown) => thrownError)
  expect(error).toBeInstanceOf(UnreadableFileError)
  expect((error as Error).message).toContain(reason)
})

test('UTF-16 is read in pieces of any size, with and without a mark', async () => {
  const text = 'urefno,amount\nPEÑA 💰,1\n'
  const utf16Contents = [`\ufeff${text}`, text].map((content) => Buffer.from(content, 'utf16le'))
  for (const content of [...utf16Contents, ...utf16Contents.map((bytes) => Buffer.from(bytes).swap16())])
    for (const pieceSize of [32, 1000])
      expect(await loadTestCsv(content, pieceSize)).toEqual([
        { line: 2, values: { urefno: 'PEÑA 💰', amount: '1' } },
      ])
})

test('a row of more than 64 kB is refused, even if its lines are short', async () => {
  const line = `${'x'.repeat(20_000)}\n`
  const rows = await loadTestCsv(`urefno,amount\nA,"${line.repeat(5)}",1\n`, 64 * 1024)
  expect(rows[0]).toMatchObject({ line: 2, reason: expect.stringContaining('not closed') })
})
