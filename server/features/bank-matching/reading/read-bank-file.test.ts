import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { UnreadableFile } from '#platform/files/parsing/parser.ts'
import { BANK_FILE_LINES, EXAMPLE_BANK_FORMATS } from '@tahanan/contract/billing/bank.ts'
import { readBankFile } from './read-bank-file.ts'

const [BDO] = EXAMPLE_BANK_FORMATS
if (!BDO) throw new Error('no example')
const SETTLEMENT = { ...BDO, amountColumn: 'Amount', feeColumn: 'Fee', dateColumn: 'Date' }

const read = (content: string | Buffer, format: typeof BDO | null = BDO) =>
  readBankFile(() => Promise.resolve(Readable.from([Buffer.from(content)])), format)
const HEADER = 'Posting Date,Description,Debit,Credit,Reference Number'
const refusal = async (content: string | Buffer, format?: typeof BDO | null) => {
  const error = await read(content, format).catch((failure: unknown) => failure)
  expect(error).toBeInstanceOf(UnreadableFile)
  return (error as Error).message
}

test("a CSV file is read by its mapping, below the bank's lines about the account", async () => {
  const file = await read(
    Buffer.from(
      `Account,1234\r\nPeriod;March\r\n\r\n${HEADER}\r\n03/14/2026,PEÑA A-101,,"1,500.50",REF 1\r\n` +
        `14-Mar-26,Charge,20.00,,\r\n31/03/2026,Wrong order,,1,\r\n,TOTAL,20.00,"1,500.50",\r\n`,
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
  ['14/03/2026', 'MDY', null],
  ['14 Foo 2026', 'MDY', null],
] as const)('the date %s in the order %s is %s', async (cell, dateOrder, day) => {
  const file = await read(`${HEADER}\n"${cell}",x,,1,\n03/14/2026,x,1,,\n2026-03-14,x,1,,`, {
    ...BDO,
    dateOrder,
  })
  expect(file.lines[0]?.date ?? null).toBe(day)
})

test.each([
  ['.', '"1,234.50"', '1234.50'],
  [',', '"1.234,50"', '1234.50'],
  [',', '"1,234.50"', null],
  ['.', '"1.234,50"', null],
  ['.', '1.234', null],
  ['.', '1234.50 CR', '1234.50'],
  ['.', '=1+1', null],
] as const)('with the decimal sign %s the amount %s is %s', async (decimalSign, cell, amount) => {
  const file = await read(`${HEADER}\n03/14/2026,x,,${cell},\n03/14/2026,x,1,,`, { ...BDO, decimalSign })
  expect(file.lines[0]?.amount ?? null).toBe(amount)
})

test('in a settlement the fee is added to net amounts', async () => {
  const text = 'Date|Reference Number|Description|Amount|Fee\n03/14/2026|D1|Paid|985|15'
  expect((await read(text, { ...SETTLEMENT, amountIs: 'net' })).lines).toMatchObject([
    { amount: '1000.00', fee: '15.00' },
  ])
  expect((await read(text, SETTLEMENT)).lines).toMatchObject([{ amount: '985.00', fee: '15.00' }])
})

const OFX = `OFXHEADER:100\r\nDATA:OFXSGML\r\n\r\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>PHP
<BANKACCTFROM><BANKID>010530667<ACCTID>001234<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260314120000[+8:PHT]<TRNAMT>+1500.50<FITID>F1<NAME>DELA CRUZ &amp; SON<MEMO>B-202</STMTTRN>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260315<TRNAMT>-20.00<FITID>F2</STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`

test('both versions of OFX give the same lines', async () => {
  const xml = `<?xml version="1.0"?><?OFX OFXHEADER="200"?>${OFX.slice(OFX.indexOf('<OFX>')).replaceAll(
    /<([A-Z0-9]+)>([^<\r\n]+)/g,
    '<$1>$2</$1>',
  )}`
  for (const text of [OFX, xml]) {
    const { account, lines, debits } = await read(text, null)
    expect([account, debits]).toEqual(['010530667 001234', 1])
    const texts = { reference: 'F1', description: 'DELA CRUZ & SON B-202' }
    expect(lines).toMatchObject([{ line: 1, date: '2026-03-14', amount: '1500.50', ...texts }])
  }
})

const camt = (entries: string) =>
  `<?xml version="1.0"?><d:Document xmlns:d="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">` +
  `<d:BkToCstmrStmt><d:Stmt><d:Acct><d:Id><d:Othr><d:Id>001-77</d:Id></d:Othr></d:Id></d:Acct>${entries}` +
  `</d:Stmt></d:BkToCstmrStmt></d:Document>`
const entry = (amount: string, more = '', kind = 'CRDT') =>
  `<d:Ntry><d:Amt Ccy="PHP">${amount}</d:Amt><d:CdtDbtInd>${kind}</d:CdtDbtInd><d:Sts>BOOK</d:Sts>` +
  `<d:BookgDt><d:DtTm>2026-03-14T08:00:00+08:00</d:DtTm></d:BookgDt>` +
  `<d:AcctSvcrRef>S1</d:AcctSvcrRef>${more}</d:Ntry>`
const details = (reference: string, amount = '') =>
  `<d:TxDtls><d:Refs><d:EndToEndId>${reference}</d:EndToEndId></d:Refs>${amount}` +
  `<d:RltdPties><d:Dbtr><d:Nm>Maria</d:Nm></d:Dbtr></d:RltdPties>` +
  `<d:RmtInf><d:Ustrd>A-101</d:Ustrd></d:RmtInf></d:TxDtls>`

test('camt.053 gives a line for each entry and for each transaction of a batch', async () => {
  const batch = ['E1', 'E2'].map((name) => details(name, '<d:Amt Ccy="PHP">750.25</d:Amt>')).join('')
  const { account, lines, debits, refused } = await read(
    camt(
      entry('1000', `<d:NtryDtls>${details('NOTPROVIDED')}</d:NtryDtls>`) +
        entry('1500.50', `<d:NtryDtls>${batch}</d:NtryDtls>`) +
        entry('9', '', 'DBIT') +
        entry('9').replace('PHP', 'USD'),
    ),
    null,
  )
  expect([account, debits, refused.length]).toEqual(['001-77', 1, 1])
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
  [`${HEADER}\n31/12/2026,x,,5,\n30/12/2026,x,,5,\n`, '2 of its lines cannot be read'],
  ['03/14/2026,5', 'choose the format', null],
  ['<html><body>Log in</body></html>', 'neither OFX nor camt.053'],
  [OFX.replace('PHP', 'USD'), 'in USD'],
  [`<!DOCTYPE a [<!ENTITY b "c">]>${camt(entry('1', '&b;'))}`, 'entities'],
  [camt('<d:Ntry>'.repeat(10_000)), 'no entries'],
  [camt(entry('1')).replace('001-77', ''), 'names no account'],
  [camt(entry('9', '', 'DBIT')), 'no lines of money that came'],
  ['', 'choose the format', null],
  [Buffer.from(`\ufeff${HEADER}`, 'utf16le'), 'UTF-16'],
])('another file is refused as a whole: %#', async (content, message, format) => {
  expect(await refusal(content, format)).toContain(message)
})

test('a line with an unclosed quotation mark or unreadable text is refused', async () => {
  const file = await read(
    Buffer.concat([
      Buffer.from(`\ufeff${HEADER}\n03/14/2026,"open,,5,\n03/14/2026,a,,5,\n03/14/2026,b,,6,\n03/14/2026,`),
      Buffer.from([0xff]),
      Buffer.from(',,7,\n'),
    ]),
  )
  expect(file.lines.map(({ amount }) => amount)).toEqual(['5.00', '6.00'])
  expect(file.refused.map(({ line }) => line)).toEqual([2, 5])
})

test('an entry with invalid XML is refused alone', async () => {
  const { lines, refused } = await read(camt(entry('5', '<!-- not closed') + entry('6')), null)
  expect(lines.map(({ amount }) => amount)).toEqual(['6.00'])
  expect(refused).toEqual([{ line: 1, reason: 'This entry cannot be read.' }])
})

test('a file with too many lines is refused as a whole', async () => {
  const row = '03/14/2026,a,,5,\n'
  expect((await read(`${HEADER}\n${row.repeat(BANK_FILE_LINES)}`)).lines).toHaveLength(BANK_FILE_LINES)
  expect(await refusal(`${HEADER}\n${row.repeat(BANK_FILE_LINES + 1)}`)).toContain('more than 50,000 lines')
})

test('an entry of more than 64 kB is refused alone', async () => {
  const { lines, refused } = await read(camt(entry('5', 'x'.repeat(64 * 1024)) + entry('6')), null)
  expect(lines.map(({ amount }) => amount)).toEqual(['6.00'])
  expect(refused).toEqual([{ line: 1, reason: 'This entry is longer than 64 kB.' }])
})

test('the raw text of a line never ends in half a character', async () => {
  const { lines } = await read(camt(entry('5', `<!--${'x'.repeat(1795)}${'💰'.repeat(100)}-->`)), null)
  expect(lines[0]?.raw).toHaveLength(2000)
  expect(lines[0]?.raw.isWellFormed()).toBe(true)
})

test('a file with more than 1,000 unreadable lines is refused as a whole', async () => {
  const good = '03/14/2026,a,,5,\n'
  const bad = ',a,,5,\n'
  expect((await read(`${HEADER}\n${good.repeat(2000)}${bad.repeat(1000)}`)).refused).toHaveLength(1000)
  expect(await refusal(`${HEADER}\n${good.repeat(2000)}${bad.repeat(1001)}`)).toBe(
    'More than 1,000 of its lines cannot be read. Is it another bank’s file? Line 2002: The date is missing.',
  )
})
