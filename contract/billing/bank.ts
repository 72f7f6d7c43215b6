import type { FieldErrors } from '../errors.ts'
import { choice, longText, text, type Form } from '../forms/fields.ts'
import type { Details } from '../forms/validate.ts'
import { LIMITS } from '../limits.ts'
import type { BankFormat } from './bank-answers.ts'

export const BANK_LINE_STATUS = { likely: 1, open: 2, matched: 3, aside: 4 } as const

/** Tabs of the list of bank lines, which are the lines of an uploaded bank file (rules 21.8). */
export const BANK_LINE_STATES = [
  { status: BANK_LINE_STATUS.likely, label: 'Likely' },
  { status: BANK_LINE_STATUS.open, label: 'Open' },
  { status: BANK_LINE_STATUS.matched, label: 'Matched' },
  { status: BANK_LINE_STATUS.aside, label: 'Set aside' },
] as const

export const MAX_BANK_FILE_LINES = 50_000

/** Describes how a bank's CSV files name their columns and write dates and amounts (rules 21.2). */
export type NamedMapping = Omit<BankFormat, 'id' | 'created_at' | 'updated_at'>
export type BankMapping = Omit<NamedMapping, 'name'>

const createColumnField = (label: string, options: Parameters<typeof text>[0] | object = {}) =>
  text({ label, max: 60, ...options })
const WORD_LIST_HINT = 'With commas between them. Capital and small letters are the same.'
const AMOUNT_REQUIRED = 'Please input the column of the amount, or of money in!'

const DEPENDENT_FIELDS = [
  ['directionColumn', 'moneyInWords', 'Please input the words for money in!'],
  ['moneyInWords', 'directionColumn', 'Please input the direction column!'],
  ['statusColumn', 'doneWords', 'Please input the words for done!'],
  ['doneWords', 'statusColumn', 'Please input the status column!'],
] as const

export const bankFormatForm: Form = {
  fields: {
    name: createColumnField('Name', { required: 'Please input a name!', hint: 'The bank and the account.' }),
    dateColumn: createColumnField('Date column', { required: 'Please input the date column!' }),
    dateOrder: choice(
      [
        { value: 'MDY', label: 'Month first' },
        { value: 'DMY', label: 'Day first' },
      ],
      { label: 'Order of dates', initial: 'MDY', required: 'Please choose the order of dates!' },
    ),
    amountColumn: createColumnField('Amount column', { hint: 'Where one column has money in and out.' }),
    creditColumn: createColumnField('Money in column', { hint: 'Where money in has a column of its own.' }),
    debitColumn: createColumnField('Money out column'),
    directionColumn: createColumnField('Direction column', {
      hint: 'Where a word says which amounts are money in.',
    }),
    moneyInWords: text({ label: 'Words for money in', max: LIMITS.text, hint: WORD_LIST_HINT }),
    statusColumn: createColumnField('Status column', { hint: 'Where a word says which payments are done.' }),
    doneWords: text({ label: 'Words for done', max: LIMITS.text, hint: WORD_LIST_HINT }),
    currencyColumn: createColumnField('Currency column', { hint: 'Only lines in PHP are imported.' }),
    decimalSign: choice(
      [
        { value: '.', label: '1,234.50' },
        { value: ',', label: '1.234,50' },
      ],
      { label: 'Amounts are written', initial: '.', required: 'Please choose how amounts are written!' },
    ),
    referenceColumn: createColumnField('Reference column'),
    descriptionColumn: createColumnField('Description column'),
    feeColumn: createColumnField('Fee column', { hint: 'Of a gateway’s settlement file.' }),
    amountIs: choice(
      [
        { value: 'gross', label: 'With the fee' },
        { value: 'net', label: 'Less the fee' },
      ],
      { label: 'Amounts are', initial: 'gross', required: 'Please choose what the amounts are!' },
    ),
  },
  check: ({ amountColumn, creditColumn, ...format }: Readonly<Details>): FieldErrors =>
    Object.fromEntries([
      ...(amountColumn || creditColumn ? [] : [['amountColumn', [AMOUNT_REQUIRED]]]),
      ...DEPENDENT_FIELDS.flatMap(([field, companion, message]) =>
        format[field] && !format[companion] ? [[companion, [message]]] : [],
      ),
    ]),
}

/** Form that sets a bank line aside: no payment belongs to it. The office gives the reason (rules 21.11). */
export const setAsideForm: Form = {
  fields: {
    remarks: longText({ label: 'Remarks', max: LIMITS.remarks, required: 'Please input your remarks!' }),
  },
}

const DEFAULT_MAPPING: BankMapping = {
  dateColumn: 'Date',
  dateOrder: 'MDY',
  amountColumn: '',
  creditColumn: 'Credit',
  debitColumn: 'Debit',
  directionColumn: '',
  moneyInWords: '',
  statusColumn: '',
  doneWords: '',
  currencyColumn: '',
  decimalSign: '.',
  referenceColumn: 'Reference Number',
  descriptionColumn: 'Description',
  feeColumn: '',
  amountIs: 'gross',
}
const SETTLEMENT_COLUMNS = { amountColumn: 'Amount', creditColumn: '', debitColumn: '', feeColumn: 'Fee' }

/** Examples of bank formats. The office adapts them, because banks let their customers choose the columns. */
export const EXAMPLE_BANK_FORMATS: readonly NamedMapping[] = [
  {
    ...DEFAULT_MAPPING,
    name: 'BDO',
    dateColumn: 'Book date',
    dateOrder: 'DMY',
    amountColumn: 'Amount',
    creditColumn: '',
    debitColumn: '',
    directionColumn: 'Credit/debit indicator',
    moneyInWords: 'Credit',
    currencyColumn: 'Currency',
    referenceColumn: '',
  },
  {
    ...DEFAULT_MAPPING,
    name: 'BDO (My Transactions)',
    dateColumn: 'Posting Date',
    creditColumn: 'Credit Amount',
    debitColumn: 'Debit Amount',
    referenceColumn: 'Check Number',
    currencyColumn: 'Currency',
  },
  { ...DEFAULT_MAPPING, name: 'BPI', descriptionColumn: 'Transaction Description' },
  {
    ...DEFAULT_MAPPING,
    name: 'Metrobank',
    dateColumn: 'Transaction Date',
    referenceColumn: 'Check/Reference No.',
  },
  { ...DEFAULT_MAPPING, name: 'UnionBank', dateColumn: 'Transaction Date', referenceColumn: 'Reference ID' },
  { ...DEFAULT_MAPPING, name: 'Landbank', dateColumn: 'Transaction Date' },
  { ...DEFAULT_MAPPING, ...SETTLEMENT_COLUMNS, name: 'Dragonpay settlement', referenceColumn: 'Refno' },
  { ...DEFAULT_MAPPING, ...SETTLEMENT_COLUMNS, name: 'AQWire settlement', referenceColumn: 'Transaction ID' },
]
