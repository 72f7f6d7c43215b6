import { expect, test } from 'vitest'
import {
  listAmounts,
  createCamt,
  createTransactionDetails,
  createCamtEntry,
  loadTestBankFile,
  loadRefusal,
} from './testing.ts'

const createOfx = (
  ...statements: readonly (readonly [account: string, currency: string, entries: string])[]
) =>
  `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX><BANKMSGSRSV1>\n${statements
    .map(
      ([account, currency, entries]) =>
        `<STMTTRNRS><STMTRS><CURDEF>${currency}<BANKACCTFROM><BANKID>BNK<ACCTID>${account}</BANKACCTFROM><BANKTRANLIST>\n` +
        `${entries}\n</BANKTRANLIST><LEDGERBAL><BALAMT>1.00<DTASOF>20261125</LEDGERBAL></STMTRS></STMTTRNRS>`,
    )
    .join('\n')}\n</BANKMSGSRSV1></OFX>`
const createEntry = (amount: string, extraElements = '<FITID>F1') =>
  `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261125<TRNAMT>${amount}${extraElements}</STMTTRN>`
const loadOfx = (amount: string, extraElements?: string) =>
  loadTestBankFile(
    createOfx(['A', 'PHP', `${createEntry(amount, extraElements)}${createEntry('7.00')}`]),
    null,
  )
const createStatement = (account: string, currency: string, entries: string) =>
  `<d:Stmt><d:Acct><d:Id><d:IBAN>${account}</d:IBAN></d:Id><d:Ccy>${currency}</d:Ccy></d:Acct>${entries}</d:Stmt>`
const createCamtFile = (...statements: readonly string[]) =>
  `<d:Document xmlns:d="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><d:BkToCstmrStmt>${statements.join('')}</d:BkToCstmrStmt></d:Document>`
const listByAccount = ({ lines }: Awaited<ReturnType<typeof loadTestBankFile>>) =>
  lines.map(({ account, amount }) => [account, amount])

test('each line of a file with several accounts has its own account', async () => {
  const twoAccountFile = createOfx(
    ['ACC-A', 'PHP', createEntry('811.00')],
    ['ACC-B', 'php', createEntry('812.00')],
  )
  expect(listByAccount(await loadTestBankFile(twoAccountFile, null))).toEqual([
    ['BNK ACC-A', '811.00'],
    ['BNK ACC-B', '812.00'],
  ])
  const threeStatementFile = createCamtFile(
    ...['PH1', 'PH2', 'PH1'].map((id, n) => createStatement(id, 'PHP', createCamtEntry(String(n + 1)))),
  )
  expect(listByAccount(await loadTestBankFile(threeStatementFile, null))).toEqual([
    ['PH1', '1.00'],
    ['PH2', '2.00'],
    ['PH1', '3.00'],
  ])
})

const createRefusedAccount = (line: number, account: string) => ({
  line,
  reason: `The account ${account} is in USD, not in PHP, and left out.`,
})

test('an account in another currency is left out by its name', async () => {
  const entries = createEntry('314.00') + createEntry('315.00')
  const ofxFile = await loadTestBankFile(
    createOfx(['USD-1', 'USD', entries], ['PESO-1', 'PHP', createEntry('1501.99')]),
    null,
  )
  expect([listByAccount(ofxFile), ofxFile.foreignAccounts]).toEqual([
    [['BNK PESO-1', '1501.99']],
    [createRefusedAccount(1, 'BNK USD-1')],
  ])
  const pesoStatement = createStatement('PESO', 'PHP', createCamtEntry('5'))
  const camtFile = await loadTestBankFile(
    createCamtFile(
      pesoStatement,
      createStatement('DOLLAR', 'USD', createCamtEntry('6')),
      createStatement('EMPTY', 'USD', ''),
    ),
    null,
  )
  expect([listByAccount(camtFile), camtFile.foreignAccounts]).toEqual([
    [['PESO', '5.00']],
    [createRefusedAccount(2, 'DOLLAR')],
  ])
  expect(await loadRefusal(createOfx(['U', 'USD', entries], ['E', 'EUR', entries]), null)).toContain(
    'in USD, not in PHP',
  )
  expect(
    await loadRefusal(createCamtFile(createStatement('U', 'USD', createCamtEntry('6'))), null),
  ).toContain('in USD, not in PHP')
})

test('an OFX transaction in another currency is refused; one that was converted is read', async () => {
  const foreignCurrencyTags = '<FITID>F1<CURRENCY><CURRATE>56.1<CURSYM>USD</CURRENCY>'
  const file = await loadOfx('314.00', foreignCurrencyTags)
  expect([listAmounts(file), file.refused]).toEqual([
    ['7.00'],
    [{ line: 1, reason: 'The amount is in USD, not in PHP.' }],
  ])
  for (const pesoCurrencyTags of [
    foreignCurrencyTags.replace('USD', 'PHP'),
    foreignCurrencyTags.replaceAll('CURRENCY', 'ORIGCURRENCY'),
  ])
    expect(listAmounts(await loadOfx('314.00', pesoCurrencyTags))).toEqual(['314.00', '7.00'])
})

test.each([
  ['25,000', null],
  ['25.000', null],
  ['+1,500', null],
  ['25,000.00', '25000.00'],
  ['25.000,00', '25000.00'],
  ['1,234,567', '1234567.00'],
  ['1234,5', '1234.50'],
  ['0.50', '0.50'],
  ['', null],
])('the OFX amount %s is %s', async (writtenAmount, amount) => {
  expect(listAmounts(await loadOfx(writtenAmount))).toEqual(amount ? [amount, '7.00'] : ['7.00'])
})

const COMPLETE_OFX = createOfx(['A', 'PHP', createEntry('116.00') + createEntry('117.00')])
const COMPLETE_CAMT = createCamtFile(
  createStatement('PH1', 'PHP', createCamtEntry('116') + createCamtEntry('117')),
)
test.each([
  ['an OFX entry', COMPLETE_OFX.slice(0, COMPLETE_OFX.lastIndexOf('<TRNAMT>'))],
  ['an OFX file between entries', COMPLETE_OFX.slice(0, COMPLETE_OFX.indexOf('</STMTTRN>') + 10)],
  ['an OFX file after its entries', COMPLETE_OFX.slice(0, COMPLETE_OFX.indexOf('<LEDGERBAL>'))],
  ['a camt entry', COMPLETE_CAMT.slice(0, -150)],
  ['a camt file after its entries', COMPLETE_CAMT.slice(0, COMPLETE_CAMT.lastIndexOf('</d:Ntry>') + 9)],
])('%s that is cut off refuses the whole file', async (_, text) => {
  expect(await loadRefusal(text, null)).toBe('This file ends in the middle. Please download it again.')
})

test('an entry without an end refuses itself and the one in it', async () => {
  const text = `${createEntry('1.00').replace('</STMTTRN>', '')}${createEntry('2.00')}${createEntry('3.00')}`
  const file = await loadTestBankFile(createOfx(['A', 'PHP', text]), null)
  expect([listAmounts(file), file.refused]).toEqual([
    ['3.00'],
    [{ line: 1, reason: 'This entry is without an end.' }],
  ])
})

test('end tags of OFX may stand on the next line', async () => {
  const lines = `<STMTTRN>\n <TRNTYPE>CREDIT\n </TRNTYPE>\n <DTPOSTED>20261110000044</DTPOSTED>\r\n <TRNAMT>701.01\r\n</TRNAMT>
 <FITID>17</FITID>\n <NAME>SAMPLE\n  </NAME>\n</STMTTRN>`
  const file = await loadTestBankFile(createOfx(['A', 'PHP', lines]), null)
  const texts = { reference: '17', description: 'SAMPLE' }
  expect(file.lines).toMatchObject([{ date: '2026-11-10', amount: '701.01', fee: '0.00', ...texts }])
})

test.each([
  ['UNIT <A-101> & CO', 'UNIT <A-101> & CO'],
  ['<b>dues</b> <!DOCTYPE x>', '<b>dues</b> <!DOCTYPE x>'],
  ['5 < 6 &amp; 7 &gt; 6 &#209; &#xd1; &unknown; &#xd800;', '5 < 6 & 7 > 6 Ñ Ñ &unknown; ?'],
  ['<![CDATA[A <&amp;> B]]>', 'A <&amp;> B'],
  ['line 1\nline 2\r\n</MEMO>\n', 'line 1 line 2'],
  ['a<INTU.BID>3000', 'a'],
  ['\ufffd unreadable', '? unreadable'],
  ['"quoted", \'single\'; 100 %', '"quoted", \'single\'; 100 %'],
])('the OFX memo %s is kept', async (memo, description) => {
  const { lines, refused } = await loadOfx('5.00', `<FITID>F1<NAME>MARIA<MEMO>${memo}`)
  expect([lines.length, lines[0]?.description, refused]).toEqual([2, `MARIA ${description}`, []])
})

test.each([
  ['<CHECKNUM>0<FITID>F1', 'F1'],
  ['<CHECKNUM>000000<FITID>F1', 'F1'],
  ['<REFNUM>N/A<CHECKNUM>0<FITID>F1', 'F1'],
  ['<CHECKNUM>00123<FITID>F1', '00123'],
  ['<FITID>0', ''],
])('the reference of %s is %s', async (fields, reference) => {
  expect((await loadOfx('5.00', fields)).lines[0]?.reference).toBe(reference)
})

test('an OFX debit without a sign, a date in another order and an amount written twice are refused', async () => {
  const invalidEntries = [
    createEntry('5.00').replace('CREDIT', 'DEBIT'),
    createEntry('5.00').replace('20261125', '11/25/2026'),
    createEntry('5.00', '<TRNAMT>9.00'),
  ]
  const file = await loadTestBankFile(
    createOfx([
      'A',
      'PHP',
      `${createEntry('1')}${createEntry('2')}${createEntry('3')}${invalidEntries.join('')}`,
    ]),
    null,
  )
  expect(file.refused.map(({ line }) => line)).toEqual([4, 5, 6])
})

const createBatchEntry = (
  ...transactions: readonly (readonly [reference: string, amount: string, more?: string])[]
) =>
  `<d:NtryDtls>${transactions
    .map(([name, amount, extraElements = '']) =>
      createTransactionDetails(name, `<d:Amt Ccy="PHP">${amount}</d:Amt>${extraElements}`),
    )
    .join('')}</d:NtryDtls>`
const debitIndicator = '<d:CdtDbtInd>DBIT</d:CdtDbtInd>'

test.each([
  [
    'adds up',
    createBatchEntry(['E1', '600.00'], ['E2', '400']),
    [
      ['600.00', 'E1'],
      ['400.00', 'E2'],
    ],
    0,
  ],
  ['does not add up', createBatchEntry(['E1', '600.00'], ['E2', '300']), [['1000.00', 'S1']], 0],
  ['is more than its entry', createBatchEntry(['E1', '1000.00'], ['E2', '1000.00']), [['1000.00', 'S1']], 0],
  [
    'has a debit that adds up',
    createBatchEntry(['E1', '1200.00'], ['E2', '200.00', debitIndicator]),
    [['1200.00', 'E1']],
    1,
  ],
  [
    'has a debit that does not add up',
    createBatchEntry(['E1', '800'], ['E2', '200', debitIndicator]),
    [['1000.00', 'S1']],
    0,
  ],
  [
    'is in another currency',
    createBatchEntry(['E1', '600'], ['E2', '400']).replaceAll('PHP', 'USD'),
    [['1000.00', 'S1']],
    0,
  ],
  ['has an unreadable part', createBatchEntry(['E1', 'x'], ['E2', '400']), [['1000.00', 'S1']], 0],
] as const)('a camt batch that %s', async (_, batch, expected, expectedDebits) => {
  const file = await loadTestBankFile(createCamt(createCamtEntry('1000.00', batch)), null)
  expect(file.lines.map(({ amount, reference }) => [amount, reference])).toEqual(expected)
  expect([file.debits, file.refused]).toEqual([expectedDebits, []])
})

const createEntryWithStatus = (status: string) => createCamtEntry('5').replace('<d:Sts>BOOK</d:Sts>', status)
const createEntryWithCode = (code: string) => createEntryWithStatus(`<d:Sts><d:Cd>${code}</d:Cd></d:Sts>`)

test('only booked camt entries are money that came', async () => {
  const bookedEntries = [createCamtEntry('1'), createEntryWithCode('BOOK'), createCamtEntry('2')]
  const unbookedEntries = [
    createEntryWithStatus('<d:Sts>INFO</d:Sts>'),
    createEntryWithStatus('<d:Sts>PDNG</d:Sts>'),
    createEntryWithCode('FUTR'),
    createEntryWithCode('PDNG'),
  ]
  const entriesWithOtherStatus = [
    createEntryWithStatus(''),
    createEntryWithStatus('<d:Sts><d:Prtry>SOON</d:Prtry></d:Sts>'),
    createEntryWithCode('X'),
  ]
  const file = await loadTestBankFile(
    createCamt([...bookedEntries, ...unbookedEntries, ...entriesWithOtherStatus].join('')),
    null,
  )
  expect([listAmounts(file), file.leftOut]).toEqual([['1.00', '5.00', '2.00'], 4])
  expect(file.refused).toEqual([
    { line: 8, reason: 'The status is missing, not BOOK.' },
    { line: 9, reason: 'The status is SOON, not BOOK.' },
    { line: 10, reason: 'The status is X, not BOOK.' },
  ])
  expect(await loadRefusal(createCamt(unbookedEntries.join('')), null)).toBe(
    'This file has no lines of money that came.',
  )
})

test('a camt entry without a booking date has its value date; zeros behind an amount do not count', async () => {
  const entryWithValueDate = createCamtEntry('25.000').replace(
    /<d:BookgDt>.*<\/d:BookgDt>/,
    '<d:ValDt><d:DtTm>2026-03-15T23:30:00+08:00</d:DtTm></d:ValDt>',
  )
  const reversedEntry = createCamtEntry('9', '<d:RvslInd>true</d:RvslInd>')
  const unknownEntry = createCamtEntry('9', '', 'CREDIT')
  const file = await loadTestBankFile(createCamt(entryWithValueDate + reversedEntry + unknownEntry), null)
  expect(file.lines).toMatchObject([{ date: '2026-03-15', amount: '25.00', fee: '0.00' }])
  const reason = 'The entry is neither CRDT nor DBIT: CREDIT.'
  expect([file.debits, file.refused]).toEqual([1, [{ line: 3, reason }]])
})

const createDatedEntry = (...days: string[]) =>
  createCamtEntry('5').replace(/<d:BookgDt>.*<\/d:BookgDt>/, days.join(''))

test('camt day, payer and amount of a transaction are found where newer versions have them', async () => {
  const bookingDate = '<d:BookgDt><d:Dt>2026-03-14</d:Dt></d:BookgDt>'
  const valueDate = '<d:ValDt><d:Dt>2026-03-16</d:Dt></d:ValDt>'
  const { lines } = await loadTestBankFile(
    createCamt(createDatedEntry(valueDate, bookingDate) + createDatedEntry(valueDate)),
    null,
  )
  expect(lines.map(({ date }) => date)).toEqual(['2026-03-14', '2026-03-16'])
  const [firstDetails, secondDetails] = ['E1', 'E2'].map((name) =>
    createTransactionDetails(
      name,
      '<d:AmtDtls><d:TxAmt><d:Amt Ccy="PHP">5.00</d:Amt></d:TxAmt></d:AmtDtls>',
    ).replace('<d:Nm>Maria</d:Nm>', '<d:Pty><d:Nm>Jose</d:Nm></d:Pty>'),
  )
  const batch = await loadTestBankFile(
    createCamt(createCamtEntry('10.00', `<d:NtryDtls>${firstDetails}${secondDetails}</d:NtryDtls>`)),
    null,
  )
  expect(batch.lines.map(({ reference, amount, description }) => [reference, amount, description])).toEqual([
    ['E1', '5.00', 'Jose A-101'],
    ['E2', '5.00', 'Jose A-101'],
  ])
})
