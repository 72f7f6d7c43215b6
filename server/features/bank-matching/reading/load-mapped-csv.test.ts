import { expect, test } from 'vitest'
import {
  listAmounts,
  BDO_FORMAT,
  findExampleFormat,
  CSV_HEADER,
  loadTestBankFile,
  loadRefusal,
  SETTLEMENT_FORMAT,
} from './testing.ts'

const BDO_CSV_2025 = `Account number(BBAN),Account name,Book date,Value date,Description,Amount,Currency,Credit/debit indicator,Running balance
000000000001,SAMPLE,30-11-2026,30-11-2026,INTEREST WITHHELD,0.62,PHP,Debit,"55,677.05"
000000000001,SAMPLE,29-11-2026,29-11-2026,FUND TRANSFER,"5,601.00",PHP,Credit,"61,278.05"
000000000001,SAMPLE,28-11-2026,28-11-2026,CHECK ISSUED,"42,000.00",PHP,Debit,"19,278.05"`
const ONE_AMOUNT_FORMAT = {
  ...SETTLEMENT_FORMAT,
  feeColumn: '',
  referenceColumn: '',
  dateOrder: 'DMY',
} as const

test('the shipped format of BDO reads its files of today by their direction column', async () => {
  const file = await loadTestBankFile(BDO_CSV_2025, findExampleFormat('BDO'))
  expect(file).toMatchObject({
    lines: [{ line: 3, date: '2026-11-29', amount: '5601.00', description: 'FUND TRANSFER' }],
    debits: 2,
    refused: [],
  })
})

test.each([
  ['Credit/debit indicator', 'Debit', 'Credit'],
  ['Dr/Cr', 'DR', 'CR'],
  ['D/C', 'd', 'c'],
  ['Type', 'Send Money', 'Cash-in'],
  ['TRANSACTION TYPE', 'ATM W/D', 'Deposit'],
  ['Remarks', 'withdrawal', 'DEPOSIT'],
  ['+/-', '-', '+'],
])(
  'unsigned amounts beside a column %s are asked about, and read by its words',
  async (heading, outgoingWord, incomingWord) => {
    const rows = `28/11/2026,A,5.00,${outgoingWord}\n27/11/2026,B,7.00,${incomingWord}\n26/11/2026,C,9.00, ${incomingWord.toUpperCase()} `
    const text = `Date,Description,Amount,${heading}\n${rows}`
    const message = await loadRefusal(text, ONE_AMOUNT_FORMAT)
    for (const messagePart of ['no sign', `${heading} (${outgoingWord}, ${incomingWord}`, 'direction column'])
      expect(message).toContain(messagePart)
    const format = { ...ONE_AMOUNT_FORMAT, directionColumn: heading, moneyInWords: `Refund, ${incomingWord}` }
    const file = await loadTestBankFile(text, format)
    expect([listAmounts(file), file.debits]).toEqual([['7.00', '9.00'], 1])
  },
)

const createFileWithHeading = (heading: string) =>
  `Date,Description,Amount,${heading}\n28/11/2026,A,5,x\n28/11/2026,B,5,y`

test('headings of the words for money in are known, whatever the words are; others are not', async () => {
  const directionHeadings =
    'Indicator/Posting Type/Trans. Kind/Tran Flow/Txn Sign/TRX type/Entry Direction/Payment type/Movement kind/' +
    'Money In-Out/Cash in out/In Out/Debit Credit/Debit or Credit/DB-CR/Cr Dr/Credit or Debit/C-DB'
  for (const heading of directionHeadings.split('/'))
    expect(await loadRefusal(createFileWithHeading(heading), ONE_AMOUNT_FORMAT)).toContain(
      `column ${heading} (x, y)`,
    )
  for (const heading of ['Type of account', 'Subtype', 'D-Credits', 'Drop', 'Inout tray'])
    expect(
      listAmounts(await loadTestBankFile(createFileWithHeading(heading), ONE_AMOUNT_FORMAT)),
    ).toHaveLength(2)
})

test('both questions stand in one message, and a named column is not asked about again', async () => {
  const text =
    'Date,Description,Amount,Type,State\n28/11/2026,A,5.00,Credit,Done\n28/11/2026,B,7.00,Debit,Failed'
  const status =
    'The column State (Done, Failed) may say which payments are done. Please enter it as the status column'
  const messageEnd = 'of the format BDO, with its words.'
  expect(await loadRefusal(text, ONE_AMOUNT_FORMAT)).toBe(
    'The amounts of this file have no sign, and its column Type (Credit, Debit) may say which are money in. ' +
      `Please enter it as the direction column. ${status} ${messageEnd}`,
  )
  const formatWithDirection = { ...ONE_AMOUNT_FORMAT, directionColumn: 'Type', moneyInWords: 'Credit,' }
  expect(await loadRefusal(text, formatWithDirection)).toBe(`${status} ${messageEnd}`)
  expect(
    listAmounts(
      await loadTestBankFile(text, { ...formatWithDirection, statusColumn: 'State', doneWords: 'Done' }),
    ),
  ).toEqual(['5.00'])
})

test.each(['P', 'peso', 'PESOS', 'Philippine  Peso', 'PhilippinePesos', 'Php.'])(
  'the currency %s is the peso',
  async (currency) => {
    for (const heading of ['Cur', 'Curr Code', 'Trans Ccy', 'Acct Currency Type', 'Original Currency'])
      for (const [cell, count] of [
        [currency, 1],
        [`${currency}X`, 0],
        [`X${currency}`, 0],
      ] as const) {
        const row = `28/11/2026,A,5,${cell}`
        const file = await loadTestBankFile(
          `Date,Description,Amount,${heading}\n${row}\n29/11/2026,B,7,PHP\n29/11/2026,B,7,PHP`,
          ONE_AMOUNT_FORMAT,
        )
        expect(listAmounts(file)).toHaveLength(2 + count)
      }
  },
)

test('of a column with more than four words the first four are named', async () => {
  const rows = ['Credit', 'Debit', 'Fee', 'Interest', 'Reversal'].map(
    (direction) => `28/11/2026,A,5.00,${direction}`,
  )
  const createText = (count: number) => ['Date,Description,Amount,Type', ...rows.slice(0, count)].join('\n')
  expect(await loadRefusal(createText(4), ONE_AMOUNT_FORMAT)).toContain(
    'Type (Credit, Debit, Fee, Interest) may say',
  )
  expect(await loadRefusal(createText(5), ONE_AMOUNT_FORMAT)).toContain(
    'Type (Credit, Debit, Fee, Interest, …) may say',
  )
})

test('amounts with signs or in two columns are not asked about', async () => {
  const csvWithDashes = 'Date,Description,Amount,Branch\n28/11/2026,A,5.00,-\n27/11/2026,B,7.00,-'
  expect(listAmounts(await loadTestBankFile(csvWithDashes, ONE_AMOUNT_FORMAT))).toEqual(['5.00', '7.00'])
  const signedFile = 'Date,Description,Amount,Type\n28/11/2026,A,-5.00,Debit\n27/11/2026,B,7.00,Credit'
  expect(listAmounts(await loadTestBankFile(signedFile, ONE_AMOUNT_FORMAT))).toEqual(['7.00'])
  const twoColumnFile = `${CSV_HEADER},Type\n11/28/2026,A,5,,,Debit\n11/27/2026,B,,7,,Credit`
  expect(listAmounts(await loadTestBankFile(twoColumnFile))).toEqual(['7.00'])
  const creditOnly = { ...ONE_AMOUNT_FORMAT, amountColumn: '', creditColumn: 'In', debitColumn: '' }
  const partlyFilledCsv = 'Date,Description,In,Type\n28/11/2026,A,,Debit\n27/11/2026,B,7.00,Credit'
  expect(listAmounts(await loadTestBankFile(partlyFilledCsv, creditOnly))).toEqual(['7.00'])
  const fullyFilledCsv = 'Date,Description,In,Type\n28/11/2026,A,5,Debit\n27/11/2026,B,7.00,Credit'
  expect(await loadRefusal(fullyFilledCsv, creditOnly)).toContain('direction column')
})

test('an amount of zero is no sign: the others may still be money out', async () => {
  const text = 'Date,Description,Amount,Type\n28/11/2026,A,0.00,Credit\n27/11/2026,B,7.00,Debit'
  expect(await loadRefusal(text, ONE_AMOUNT_FORMAT)).toContain('direction column')
})

test('a refund of a net settlement stays money out, whatever its fee', async () => {
  const text =
    'Date,Reference Number,Description,Amount,Fee\n03/14/2026,D1,Back,-10,15\n03/14/2026,D2,Paid,985,-15'
  const { lines, debits } = await loadTestBankFile(text, { ...SETTLEMENT_FORMAT, amountIs: 'net' })
  expect([lines.map(({ reference, amount, fee }) => [reference, amount, fee]), debits]).toEqual([
    [['D2', '1000.00', '15.00']],
    1,
  ])
})

test('money out in another currency is no error', async () => {
  const text =
    'Date,Description,Amount,Currency\n28/11/2026,A,-5.00,USD\n28/11/2026,A,0,USD\n27/11/2026,B,7.00,PHP'
  const { lines, debits, refused } = await loadTestBankFile(text, ONE_AMOUNT_FORMAT)
  expect([lines.length, debits, refused]).toEqual([1, 2, []])
})

const createFileWithPreamble = (count: number) =>
  `${'About,1\n'.repeat(count)}${CSV_HEADER}\n03/14/2026,x,,7,R`

test('up to 30 lines about the account stand above the columns', async () => {
  expect((await loadTestBankFile(createFileWithPreamble(30))).lines).toMatchObject([
    { line: 32, amount: '7.00' },
  ])
  expect(await loadRefusal(createFileWithPreamble(31))).toContain('does not fit the format BDO')
})

test('a word and a sign that contradict each other, or a missing word, refuse the line', async () => {
  const text =
    'Date,Description,Amount,Type\n28/11/2026,A,-5.00,Credit\n27/11/2026,B,6,\n27/11/2026,B,7,Credit\n27/11/2026,B,8,Credit'
  const file = await loadTestBankFile(text, {
    ...ONE_AMOUNT_FORMAT,
    directionColumn: 'Type',
    moneyInWords: 'Credit',
  })
  expect([listAmounts(file), file.refused.map(({ line }) => line)]).toEqual([
    ['7.00', '8.00'],
    [2, 3],
  ])
})

test.each([
  ['Status', 'Failed', 'Completed'],
  ['Transaction Status', 'PENDING', 'success'],
  ['Result', 'reversed', 'Settled'],
])('a column %s is asked about; only lines that are done are read', async (heading, failedWord, doneWord) => {
  const rows = `28/11/2026,A,-5.00,${doneWord}\n27/11/2026,B,7.00,${failedWord}\n26/11/2026,C,9.00,${doneWord.toUpperCase()}`
  const text = `Date,Description,Amount,${heading}\n${rows}`
  expect(await loadRefusal(text, ONE_AMOUNT_FORMAT)).toContain(`${heading} (${doneWord}, ${failedWord}`)
  const file = await loadTestBankFile(text, {
    ...ONE_AMOUNT_FORMAT,
    statusColumn: heading,
    doneWords: doneWord,
  })
  expect([listAmounts(file), file.debits, file.leftOut]).toEqual([['9.00'], 1, 1])
})

test('a status that is done on every line is asked about only if no amount has a sign', async () => {
  const completedFile = 'Date,Description,Amount,Status\n28/11/2026,A,5.00,Completed'
  expect(await loadRefusal(completedFile, ONE_AMOUNT_FORMAT)).toContain('status column')
  expect(
    listAmounts(await loadTestBankFile(`${completedFile}\n28/11/2026,B,-5.00,Completed`, ONE_AMOUNT_FORMAT)),
  ).toEqual(['5.00'])
})

test.each([
  ['Currency', 'USD', 'PHP'],
  ['Ccy', 'usd', 'php'],
  ['Transaction Currency', 'US Dollar', '₱'],
  ['Account Currency Code', '840', '608'],
])('a line whose column %s is %s is refused by name', async (heading, foreignCurrency, pesos) => {
  const text = `Date,Description,Amount,${heading}\n28/11/2026,A,5.00,${foreignCurrency}\n27/11/2026,B,7.00,${pesos}\n27/11/2026,B,7.00,${pesos}`
  const file = await loadTestBankFile(text, ONE_AMOUNT_FORMAT)
  const refusedLines = [{ line: 2, reason: `The amount is in ${foreignCurrency}, not in PHP.` }]
  expect([listAmounts(file), file.refused]).toEqual([['7.00', '7.00'], refusedLines])
  const formatWithCurrency = { ...ONE_AMOUNT_FORMAT, currencyColumn: heading }
  expect((await loadTestBankFile(`${text}\n27/11/2026,C,8.00,`, formatWithCurrency)).refused).toMatchObject([
    ...refusedLines,
    { line: 5, reason: 'The currency is missing.' },
  ])
})

test('each of two columns with the same name is read', async () => {
  const header = 'Date,Description,Amount,Currency,Amt 2,Currency'
  const text = `${header}\n28/11/2026,A,5.00,USD,1,PHP\n28/11/2026,B,6.00,PHP,1,USD\n27/11/2026,C,7.00,PHP,1,PHP\n27/11/2026,D,8.00,,1,`
  const file = await loadTestBankFile(text, ONE_AMOUNT_FORMAT)
  expect([listAmounts(file), file.refused]).toEqual([
    ['7.00', '8.00'],
    [2, 3].map((line) => ({ line, reason: 'The amount is in USD, not in PHP.' })),
  ])
  expect(JSON.parse(file.lines[0]?.raw ?? '')).toMatchObject({ Currency: 'PHP', 'Currency*': 'PHP' })
  const twoStatuses =
    'Date,Description,Amount,Status,Status\n28/11/2026,A,-5.00,Failed,Posted\n27/11/2026,B,7.00,Posted,Posted'
  expect(await loadRefusal(twoStatuses, ONE_AMOUNT_FORMAT)).toContain('column Status (Failed, Posted)')
})

test.each([
  ['.', '25.000'],
  [',', '"25,000"'],
  ['.', '₱100.000'],
] as const)('with the decimal sign %s the amount %s is unclear and refused', async (decimalSign, cell) => {
  const file = await loadTestBankFile(`${CSV_HEADER}\n03/14/2026,x,,${cell},\n03/14/2026,x,,7,`, {
    ...BDO_FORMAT,
    decimalSign,
  })
  expect([listAmounts(file), file.refused]).toEqual([
    ['7.00'],
    [{ line: 2, reason: expect.stringContaining('thousands or decimals') }],
  ])
})

const BDO_FOOTERS = `,,,,,,My Transactions,,,,,
Posting Date,Description,,Branch,Debit Amount,,Credit Amount,,Running Balance,,Currency,Check Number
"Nov 28, 2026",ONLINE TRANSFER,, ,,,"5,501.00",,"55,674.84",,PHP,
,,,,,,,,,,Page 1 of 1,
,,,,,** End of Report **,,,,,,`

test('rows without a date and an amount are footers, in whichever column they stand', async () => {
  const { lines, refused, debits } = await loadTestBankFile(
    BDO_FOOTERS,
    findExampleFormat('BDO (My Transactions)'),
  )
  expect([lines.map(({ line, amount }) => [line, amount]), refused, debits]).toEqual([
    [[3, '5501.00']],
    [],
    0,
  ])
})

test.each([
  'Page 1 of 1,,,,',
  '** End of Report **',
  'Generated on 28 November,,,,',
  ',,,Total,',
  ',,-,-,',
  ',Ending balance,0.00,0.00,',
  ',continued from above,,,',
  'Posting Date,Description,Debit,Credit,Reference Number',
  ',,,,,,Thank you for banking with us',
])('the row %s is a footer', async (row) => {
  const { lines, refused, debits } = await loadTestBankFile(
    `${CSV_HEADER}\n03/14/2026,x,,7,R\n${row}\n03/15/2026,x,1,,`,
  )
  expect([lines.length, refused, debits]).toEqual([1, [], 1])
})

test.each([
  [',TOTAL,,"1,500.50",', 'The date is missing.'],
  ['Total,,,"1,500.50",', 'The date cannot be read: Total.'],
  ['02/30/2026,x,,,', 'no such day'],
  ['"03/14/2026,x,,5,', 'quotation mark'],
  ['soon,x,lots,,', 'cannot be read'],
])('the row %s, which has one of the two, is refused', async (row, reason) => {
  const { refused } = await loadTestBankFile(`${CSV_HEADER}\n03/14/2026,x,,7,R\n${row}\n03/15/2026,x,1,,`)
  expect(refused).toMatchObject([{ line: 3, reason: expect.stringContaining(reason) }])
})

test('a row with a date whose only column of amounts is empty is refused', async () => {
  const text = 'Date,Description,Amount\n28/11/2026,Balance,\n28/11/2026,A,5'
  expect((await loadTestBankFile(text, ONE_AMOUNT_FORMAT)).refused).toEqual([
    { line: 2, reason: 'The amount is missing.' },
  ])
})

test('missing columns and those of the file are named, and a column that is there twice', async () => {
  const rows = '03/14/2026,x,5,7,R'
  expect(await loadRefusal(`My account\nposting DATE;Amount;Ref No\n${rows}`)).toBe(
    'This file does not fit the format BDO: it has no column Credit, Debit, Reference Number and Description. ' +
      'It has posting DATE, Amount and Ref No.',
  )
  for (const repeatedHeading of ['Credit', ' credit ', 'CREDIT'])
    expect(await loadRefusal(`${CSV_HEADER},${repeatedHeading}\n${rows},9`)).toBe(
      'This file has the column Credit twice. Please rename one of the two in the file.',
    )
  const formatWithSignColumns = { ...BDO_FORMAT, creditColumn: 'Amount (+)', debitColumn: 'Amount (-)' }
  const headerWithSigns = CSV_HEADER.replace('Debit', 'Amount (-)').replace('Credit', 'Amount (+)')
  expect(
    listAmounts(await loadTestBankFile(`${headerWithSigns}\n03/14/2026,x,,7,R`, formatWithSignColumns)),
  ).toEqual(['7.00'])
})
