import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { MAX_BANK_FILE_LINES } from '@tahanan/contract/billing/bank.ts'
import { parse, type HashedLine } from './parse-bank-file.ts'
import {
  listAmounts,
  BDO_FORMAT,
  createCamt,
  createTransactionDetails,
  createCamtEntry,
  CSV_HEADER,
  loadTestBankFile,
  loadRefusal,
  SETTLEMENT_FORMAT,
} from './testing.ts'

test("a CSV file is read by its mapping, below the bank's lines about the account", async () => {
  const file = await loadTestBankFile(
    Buffer.from(
      `Account,1234\r\nPeriod;March\r\n\r\n${CSV_HEADER}\r\n03/14/2026,PEÑA A-101,,"1,500.50",REF 1\r\n` +
        `14-Mar-26,Charge,20.00,,\r\n02/30/2026,No such day,,1,\r\n,TOTAL,20.00,"1,500.50",\r\n`,
      'latin1',
    ),
  )
  const texts = { reference: 'REF 1', description: 'PEÑA A-101' }
  expect(file.lines).toMatchObject([
    { line: 5, date: '2026-03-14', amount: '1500.50', fee: '0.00', ...texts },
  ])
  expect([file.debits, file.refused.map(({ line }) => line)]).toEqual([1, [7, 8]])
})

test.each([
  ['03/14/2026', 'MDY', '2026-03-14'],
  ['14.03.26', 'DMY', '2026-03-14'],
  ['Mar 14, 2026', 'MDY', '2026-03-14'],
  ['14 March 2026', 'MDY', '2026-03-14'],
  ['2026-03-14T23:30:00', 'MDY', '2026-03-14'],
  ['02/30/2026', 'MDY', null],
  ['14 Foo 2026', 'MDY', null],
] as const)('the date %s in the order %s is %s', async (cell, dateOrder, day) => {
  const { lines } = await loadTestBankFile(`${CSV_HEADER}\n"${cell}",x,,1,\n2026-03-15,x,,1,`, {
    ...BDO_FORMAT,
    dateOrder,
  })
  expect(lines.map(({ date }) => date)).toEqual(day ? [day, '2026-03-15'] : ['2026-03-15'])
})

test.each([
  ['.', '"1,234.50"', '1234.50'],
  [',', '"1.234,50"', '1234.50'],
  [',', '"1,234.50"', null],
  ['.', '"1.234,50"', null],
  ['.', '1.234', null],
  ['.', '1234.50 CR', '1234.50'],
  // Tests exact amounts: in floating point, 100 * 19.99 is 1998.9999999999998.
  ['.', '19.99', '19.99'],
  ['.', '=1+1', null],
] as const)('with the decimal sign %s the amount %s is %s', async (decimalSign, cell, amount) => {
  const file = await loadTestBankFile(`${CSV_HEADER}\n03/14/2026,x,,${cell},\n03/14/2026,x,,7,`, {
    ...BDO_FORMAT,
    decimalSign,
  })
  expect(listAmounts(file)).toEqual(amount ? [amount, '7.00'] : ['7.00'])
})

test('an amount marked DR is a debit, also in the column of money in', async () => {
  const file = await loadTestBankFile(
    `${CSV_HEADER}\n03/14/2026,x,,1234.50 DR,\n03/14/2026,x,,1,`,
    BDO_FORMAT,
  )
  expect([file.lines.map(({ amount }) => amount), file.debits]).toEqual([['1.00'], 1])
})

test.each([
  ['DR 1234.50', [], 1],
  ['dr.1234.50', [], 1],
  ['DR (1234.50)', [], 1],
  ['CR 1234.50', ['1234.50'], 0],
  ['"Cr. ₱1,234.50"', ['1234.50'], 0],
  ['CR -1234.50', [], 1],
  ['CR1234.50', ['1234.50'], 0],
])('a mark before the amount, as in %s, has the meaning of one after it', async (cell, amounts, debits) => {
  const file = await loadTestBankFile(`${CSV_HEADER}\n03/14/2026,x,,${cell},\n03/14/2026,x,,7,`, BDO_FORMAT)
  expect([listAmounts(file), file.debits, file.refused]).toEqual([[...amounts, '7.00'], debits, []])
})

test.each(['DR 1234.50 CR', 'CR 1234.50 CR', 'DR CR 5', 'DR CR', '+DR 5', 'PHP DR 5', '5 CR PHP'])(
  'the amount %s with two marks or a mark inside it is refused',
  async (cell) => {
    const file = await loadTestBankFile(`${CSV_HEADER}\n03/14/2026,x,,${cell},\n03/14/2026,x,,7,`, BDO_FORMAT)
    expect([listAmounts(file), file.debits]).toEqual([['7.00'], 0])
    expect(file.refused).toEqual([{ line: 2, reason: `The amount cannot be read: ${cell}.` }])
  },
)

test('in a settlement the fee is added to net amounts', async () => {
  const text = 'Date|Reference Number|Description|Amount|Fee\n03/14/2026|D1|Paid|985|15'
  expect((await loadTestBankFile(text, { ...SETTLEMENT_FORMAT, amountIs: 'net' })).lines).toMatchObject([
    { amount: '1000.00', fee: '15.00' },
  ])
  expect((await loadTestBankFile(text, SETTLEMENT_FORMAT)).lines).toMatchObject([
    { amount: '985.00', fee: '15.00' },
  ])
})

const OFX_FILE = `OFXHEADER:100\r\nDATA:OFXSGML\r\n\r\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>PHP
<BANKACCTFROM><BANKID>010530667<ACCTID>001234<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260314120000[+8:PHT]<TRNAMT>+1500.50<FITID>F1<NAME>DELA CRUZ &amp; SON<MEMO>B-202</STMTTRN>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260315<TRNAMT>-20.00<FITID>F2</STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`

test('both versions of OFX give the same lines', async () => {
  const xml = `<?xml version="1.0"?><?OFX OFXHEADER="200"?>${OFX_FILE.slice(
    OFX_FILE.indexOf('<OFX>'),
  ).replaceAll(/<([A-Z0-9]+)>([^<\r\n]+)/g, '<$1>$2</$1>')}`
  for (const text of [OFX_FILE, xml]) {
    const { lines, debits } = await loadTestBankFile(text, null)
    expect(debits).toBe(1)
    const texts = { account: '010530667 001234', reference: 'F1', description: 'DELA CRUZ & SON B-202' }
    expect(lines).toMatchObject([{ line: 1, date: '2026-03-14', amount: '1500.50', ...texts }])
  }
})

test('camt.053 gives a line for each entry and for each transaction of a batch', async () => {
  const batchEntries = ['E1', 'E2']
    .map((name) => createTransactionDetails(name, '<d:Amt Ccy="PHP">750.25</d:Amt>'))
    .join('')
  const { lines, debits, refused } = await loadTestBankFile(
    createCamt(
      createCamtEntry('1000', `<d:NtryDtls>${createTransactionDetails('NOTPROVIDED')}</d:NtryDtls>`) +
        createCamtEntry('1500.50', `<d:NtryDtls>${batchEntries}</d:NtryDtls>`) +
        createCamtEntry('9', '', 'DBIT') +
        createCamtEntry('9').replace('PHP', 'USD'),
    ),
    null,
  )
  expect([lines[0]?.account, debits, refused.length]).toEqual(['001-77', 1, 1])
  expect(
    lines.map(({ line, amount, reference, description }) => [line, amount, reference, description]),
  ).toEqual([
    [1, '1000.00', 'S1', 'Maria A-101'],
    [2, '750.25', 'E1', 'Maria A-101'],
    [2, '750.25', 'E2', 'Maria A-101'],
  ])
})

test.each<[content: string | Buffer, message: string, format?: null]>([
  ['urefno,uothdep\nA-1,5', 'does not fit the format BDO'],
  [`${CSV_HEADER}\nsoon,x,,5,\nlater,x,,5,\n`, '2 of its lines cannot be read'],
  ['03/14/2026,5', 'choose the format', null],
  ['<?xml version="1.0"?><Document><CstmrCdtTrfInitn/></Document>', 'neither OFX nor camt.053'],
  [OFX_FILE.replace('PHP', 'USD'), 'in USD'],
  [`<!DOCTYPE a [<!ENTITY b "c">]>${createCamt(createCamtEntry('1', '&b;'))}`, 'entities'],
  [createCamt('<d:Ntry>'.repeat(10_000)), 'ends in the middle'],
  [createCamt(createCamtEntry('1')).replace('001-77', ''), 'names no account'],
  [createCamt(createCamtEntry('9', '', 'DBIT')), 'no lines of money that came'],
  ['', 'choose the format', null],
])('another file is refused as a whole: %#', async (content, message, format) => {
  expect(await loadRefusal(content, format)).toContain(message)
})

test('a line with an unclosed quotation mark or unreadable text is refused', async () => {
  const file = await loadTestBankFile(
    Buffer.concat([
      Buffer.from(
        `\ufeff${CSV_HEADER}\n03/14/2026,"open,,5,\n03/14/2026,a,,5,\n03/14/2026,b,,6,\n03/14/2026,`,
      ),
      Buffer.from([0xff]),
      Buffer.from(',,7,\n'),
    ]),
  )
  expect(file.lines.map(({ amount }) => amount)).toEqual(['5.00', '6.00'])
  expect(file.refused.map(({ line }) => line)).toEqual([2, 5])
})

test('an entry with invalid XML is refused alone', async () => {
  const { lines, refused } = await loadTestBankFile(
    createCamt(createCamtEntry('5', '<!-- not closed') + createCamtEntry('6')),
    null,
  )
  expect(lines.map(({ amount }) => amount)).toEqual(['6.00'])
  expect(refused).toEqual([{ line: 1, reason: 'This entry cannot be read.' }])
})

test('a file with too many lines is refused as a whole', async () => {
  const row = '03/14/2026,a,,5,\n'
  expect(await loadRefusal(`${CSV_HEADER}\n${row.repeat(MAX_BANK_FILE_LINES + 1)}`)).toContain(
    'more than 50,000 lines',
  )
})

test('an entry of more than 64 kB is refused alone', async () => {
  const { lines, refused } = await loadTestBankFile(
    createCamt(createCamtEntry('5', 'x'.repeat(64 * 1024)) + createCamtEntry('6')),
    null,
  )
  expect(lines.map(({ amount }) => amount)).toEqual(['6.00'])
  expect(refused).toEqual([{ line: 1, reason: 'This entry is longer than 64 kB.' }])
})

test('the raw text of a line never ends in half a character', async () => {
  const { lines } = await loadTestBankFile(
    createCamt(createCamtEntry('5', `<!--${'x'.repeat(1795)}${'💰'.repeat(100)}-->`)),
    null,
  )
  expect(lines[0]?.raw).toHaveLength(2000)
  expect(lines[0]?.raw.isWellFormed()).toBe(true)
})

test('a file with more than 1,000 unreadable lines is refused as a whole', async () => {
  const goodRow = '03/14/2026,a,,5,\n'
  const badRow = ',a,,5,\n'
  expect(
    (await loadTestBankFile(`${CSV_HEADER}\n${goodRow.repeat(1001)}${badRow.repeat(1000)}`)).refused,
  ).toHaveLength(1000)
  expect(await loadRefusal(`${CSV_HEADER}\n${goodRow.repeat(1002)}${badRow.repeat(1001)}`)).toBe(
    'More than 1,000 of its lines cannot be read. Is it another bank’s file? Line 1004: The date is missing.',
  )
})

const UTF_16_CSV = `\ufeff${CSV_HEADER}\r\n03/14/2026,PEÑA 💰,,"1,500.50",R1\r\n`
test.each([
  ['UTF-16 with a mark', Buffer.from(UTF_16_CSV, 'utf16le')],
  ['UTF-16 with its bytes swapped', Buffer.from(UTF_16_CSV, 'utf16le').swap16()],
  ['UTF-16 without a mark', Buffer.from(UTF_16_CSV.slice(1), 'utf16le')],
  ['UTF-16 of Excel, with tabs', Buffer.from(UTF_16_CSV.replaceAll(/,(?=\D)/g, '\t'), 'utf16le')],
])('a CSV file in %s is read', async (_, content) => {
  const texts = { description: 'PEÑA 💰', reference: 'R1' }
  expect((await loadTestBankFile(content)).lines).toMatchObject([{ line: 2, amount: '1500.50', ...texts }])
})

test('OFX and camt.053 in UTF-16 are read', async () => {
  for (const text of [OFX_FILE, createCamt(createCamtEntry('5'))])
    expect((await loadTestBankFile(Buffer.from(`\ufeff${text}`, 'utf16le'), null)).lines).toHaveLength(1)
})

const QIF_FILE = '!Type:Bank\nD11/28/2026\nT1,500.00\nPMARIA\n^\n'
const MT940_FILE =
  ':20:STMT\r\n:25:001/77\r\n:28C:1/1\r\n:60F:C261128PHP5,00\r\n:61:2611281128C1500,NTRFREF\r\n'
test.each([
  ['QIF', `\n${QIF_FILE.toLowerCase()}`, 'This is a QIF file. Please download CSV'],
  ['QIF of an account', `!Account\nNBDO\n^\n${QIF_FILE}`, 'This is a QIF file'],
  [
    'MT940',
    MT940_FILE,
    'This is an MT940 file. Please download CSV from the bank instead, or ask the bank for camt.053.',
  ],
  [
    'MT940 in a SWIFT block',
    `{1:F01BNORPHMMXXX0000000000}{2:I940}{4:\r\n${MT940_FILE}-}`,
    'This is an MT940 file',
  ],
  ['HTML', '\ufeff\n<HTML><body><table><tr><td>Date</td></tr></table></body></HTML>', 'This is a web page'],
  ['a table', '<table border="1"><tr><th>Date</th></tr></table>', 'save it as CSV'],
  ['a page with a head', '<!DOCTYPE html><meta charset="utf-8">', 'even if its name ends in .xls'],
  [
    'XML of Excel',
    '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?><Workbook/>',
    'a workbook',
  ],
  [
    'camt.052',
    '<Document><BkToCstmrAcctRpt><Rpt/></BkToCstmrAcctRpt></Document>',
    'ask the bank for camt.053',
  ],
  ['camt.054', '<n:Document><n:BkToCstmrDbtCdtNtfctn/></n:Document>', 'This is camt.054'],
])('of %s it is said what to do, with and without a format', async (_, text, message) => {
  for (const format of [BDO_FORMAT, null]) {
    expect(await loadRefusal(text, format)).toContain(message)
    expect(await loadRefusal(Buffer.from(`\ufeff${text}`, 'utf16le'), format)).toContain(message)
  }
})

const createDatedFile = (...cells: string[]) =>
  `${CSV_HEADER}\n${cells.map((cell) => `"${cell}",x,,5,`).join('\n')}`

test.each([
  ['MDY', 'day', '31/03/2026'],
  ['MDY', 'day', '31-3-26'],
  ['MDY', 'day', '13.10.2026 08:30'],
  ['DMY', 'month', '03/31/2026'],
  ['DMY', 'month', '3-31-26'],
] as const)(
  'a file that contradicts the order %s of its format is refused: it has the %s first',
  async (dateOrder, first, cell) => {
    const ambiguousDate = '05/06/2026'
    const fileWithDebit = `${createDatedFile(ambiguousDate, ambiguousDate, '2026-03-31')}\n${cell},x,5,,`
    for (const text of [createDatedFile(ambiguousDate, ambiguousDate, cell, ambiguousDate), fileWithDebit])
      expect(await loadRefusal(text, { ...BDO_FORMAT, dateOrder })).toMatch(
        new RegExp(
          `^This file has the ${first} first: ${cell} on line [45]\\. The format BDO has the .* first`,
        ),
      )
  },
)

test('a file with dates in both orders is refused, naming two of them', async () => {
  expect(await loadRefusal(createDatedFile('05/06/2026', '05/14/2026', '31/03/2026'))).toBe(
    'This file has dates in both orders: 05/14/2026 on line 3, 31/03/2026 on line 4. Please correct it.',
  )
  expect(
    (await loadTestBankFile(createDatedFile('05/14/2026', '2026-05-31', '31 May 2026'))).lines,
  ).toHaveLength(3)
})

test('dates in the future or more than two years back are refused lines', async () => {
  // Tomorrow's date is allowed, because a bank gives the date of the next day to transfers made after its
  // closing time.
  const today = '2026-11-28'
  const file = await loadTestBankFile(
    createDatedFile(
      '2026-11-28',
      '2026-11-29',
      '2026-11-30',
      '2027-01-05',
      '2024-11-28',
      '2024-11-27',
      '2026-01-01',
    ),
    BDO_FORMAT,
    today,
  )
  expect(file.lines.map(({ date }) => date)).toEqual(['2026-11-28', '2026-11-29', '2024-11-28', '2026-01-01'])
  expect(file.refused.map(({ reason }) => reason)).toEqual([
    'The date 2026-11-30 is in the future.',
    'The date 2027-01-05 is in the future.',
    'The date 2024-11-27 is more than two years ago.',
  ])
  for (const text of [OFX_FILE, createCamt(createCamtEntry('5'))]) {
    expect(await loadRefusal(text, null, '2026-03-10')).toContain('2026-03-14 is in the future')
    expect(await loadRefusal(text, null, '2028-03-15')).toContain('more than two years ago')
  }
})

async function parseContent(
  content: string,
  { scope = 'format 7', mapping = BDO_FORMAT as typeof BDO_FORMAT | null } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'bank-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'bank.csv')
  await writeFile(file, content)
  const lines: HashedLine[] = []
  const result = await parse({ file }, { scope, mapping, today: '2026-11-28' }, async (slice) => {
    lines.push(...slice)
  })
  return { ...result, lines }
}
const createRow = (day: number, amount: string, reference = 'R1', description = 'Dues') =>
  `11/${day}/2026,${description},,"${amount}",${reference}`
const toCsv = (...rows: string[]) => [CSV_HEADER, ...rows].join('\n')

test('the oldest day comes first; lines of a day stay in the order of the file', async () => {
  const { lines } = await parseContent(
    toCsv(createRow(15, '1'), createRow(14, '3'), createRow(15, '2'), createRow(14, '1')),
  )
  expect(lines.map(({ date, amount }) => [date.slice(8), amount])).toEqual([
    ['14', '3.00'],
    ['14', '1.00'],
    ['15', '1.00'],
    ['15', '2.00'],
  ])
})

test('a line is known again by account, day, amount, reference and description, equal ones by their number', async () => {
  const row = createRow(15, '1')
  const differingRows = [
    createRow(16, '1'),
    createRow(15, '2'),
    createRow(15, '1', 'R2'),
    createRow(15, '1', 'R1', 'Rent'),
  ]
  const hashes = (await parseContent(toCsv(row, ...differingRows, row, row))).lines.map(({ hash }) => hash)
  expect(new Set(hashes).size).toBe(7)
  // Another file may have other lines between the equal lines. The hashes of the equal lines must stay the
  // same.
  const repeatedHashes = (await parseContent(toCsv(row, row, createRow(14, '9'), row))).lines.map(
    ({ hash }) => hash,
  )
  expect(repeatedHashes.filter((hash) => hashes.includes(hash))).toHaveLength(3)
  const [lineOfOtherFormat] = (await parseContent(toCsv(row), { scope: 'format 8' })).lines
  expect(hashes).not.toContain(lineOfOtherFormat?.hash)
})

test('files imported before an upgrade are known after it: the hash of a line stays the same', async () => {
  const { lines } = await parseContent(
    toCsv(createRow(15, '1,500.50', 'R1', 'PEÑA'), createRow(15, '1,500.50', 'R1', 'PEÑA')),
  )
  expect(lines.map(({ hash }) => hash.slice(0, 16))).toEqual(['dc6c79389d0ab0fa', '21f6b362f22a6963'])
  const { lines: linesWithAccount, accounts } = await parseContent(createCamt(createCamtEntry('5')), {
    mapping: null,
  })
  expect([linesWithAccount[0]?.hash.slice(0, 16), accounts]).toEqual(['770d428486777890', ['001-77']])
})

test('all refused lines are kept, the accounts in other currencies first', async () => {
  const goodRows = Array<string>(250).fill(createRow(15, '5'))
  const { lines, refused } = await parseContent(toCsv(...goodRows, ...Array<string>(249).fill(',x,,5,')))
  expect([lines.length, refused.length, refused[0]?.line]).toEqual([250, 249, 252])
  const unreadEntry = createCamtEntry('x')
  const dollars = `<d:Stmt><d:Acct><d:Id><d:IBAN>US1</d:IBAN></d:Id><d:Ccy>USD</d:Ccy></d:Acct>${createCamtEntry('6')}</d:Stmt>`
  const camtFile = createCamt(unreadEntry + createCamtEntry('5')).replace(
    '</d:BkToCstmrStmt>',
    `${dollars}</d:BkToCstmrStmt>`,
  )
  const file = await parseContent(camtFile, { mapping: null })
  expect(file.refused.map(({ line }) => line)).toEqual([3, 1])
})
