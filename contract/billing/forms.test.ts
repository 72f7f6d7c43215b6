import { expect, test } from 'vitest'
import type { Form } from '../forms/fields.ts'
import { parseForm, type ParseContext } from '../forms/validate.ts'
import { bankAccountForm } from './bank-account.ts'
import { bankFormatForm, setAsideForm } from './bank.ts'
import { cashCloseForm, CHEQUE_DATE_LIMIT_MONTHS, counterForms } from './counter.ts'
import { ledgerEntryForm } from './ledger.ts'
import { aqwireForm, depositForm, dragonpayForm, PAYMENT_TYPE, reversalForm } from './payment.ts'
import { reminderForm } from './reminders.ts'
import { seriesConfirmationForm, receiptReplacementForm, SERIES_FORMS, voidNumberForm } from './series.ts'
import { addWithholdingFields, certificateForm } from './withholding.ts'

const context: ParseContext = {
  writer: 'admin',
  action: 'create',
  timeZone: 'Asia/Manila',
  now: new Date('2026-03-14T04:00:00Z'),
}
const getErrors = (form: Form, body: object) => parseForm(form, { ...body }, context).errors

const SLIP_IMAGES = [{ name: 'slip.jpg', url: 'depositslip/slip.jpg' }]
const DEPOSIT_BODY = { amountPaid: 980, transactionDate: '2026-03-14', images: SLIP_IMAGES }
const WITHHOLDING_FIELDS = {
  withheld: 20,
  taxCode: 'WC160',
  periodFrom: '2026-01-01',
  periodTo: '2026-03-31',
}
const REMINDER_BODY = { kind: 'before', days: 7, text: 'Please pay {amount}.' }
const LEDGER_ENTRY = { kind: 'charge', label: 'Water', amount: 5, date: '2026-03-14', remarks: 'Meter 5' }
const SERIES_BODY = { prefix: 'AR-2026-', first: 1 }
const INVOICES_BODY = {
  prefix: 'SI-',
  first: 1,
  last: 500,
  permit: 'P-1',
  permitDate: '2026-03-14',
  registeredName: 'Capiz Court',
  tin: '000-123-456',
  address: 'Makati',
}
const BANK_FORMAT = {
  name: 'BDO',
  dateColumn: 'Date',
  dateOrder: 'DMY',
  creditColumn: 'Credit',
  decimalSign: '.',
  amountIs: 'net',
}
const ACCOUNT_BODY = { bank: 'BDO', accountName: 'Capiz Court', accountNumber: '0012-345 A', position: 1 }
const CHEQUE_BODY = { amountPaid: 5, bank: 'BDO', bankReference: '000123', chequeDate: '2026-03-14' }
const TRANSFER_BODY = { amountPaid: 5, bank: 'BDO', bankReference: 'T1', transactionDate: '2026-03-14' }
const depositFormWithTax = addWithholdingFields(depositForm)

test.each<[string, Form, object, object?]>([
  [
    'of tax of a period of one day',
    depositFormWithTax,
    { ...DEPOSIT_BODY, ...WITHHOLDING_FIELDS, periodFrom: '2026-03-31' },
  ],
  ['of a deposit without tax', depositFormWithTax, DEPOSIT_BODY],
  ['of a deposit of today, later', depositForm, { ...DEPOSIT_BODY, transactionDate: '2026-03-14 12:10:00' }],
  ['of a reminder 90 days before', reminderForm, { ...REMINDER_BODY, days: 90 }],
  ['of a reminder a day after', reminderForm, { ...REMINDER_BODY, kind: 'after', days: 1 }],
  ['of a reminder of today', reminderForm, { kind: 'on', text: 'Today {dueDate}' }],
  ['of a charge due at once', ledgerEntryForm, { ...LEDGER_ENTRY, dueDate: '2026-03-14' }],
  ['of a credit', ledgerEntryForm, { ...LEDGER_ENTRY, kind: 'credit' }],
  ['of a series of one receipt', SERIES_FORMS.receipt, { ...SERIES_BODY, last: 1 }],
  ['of a series without an end', SERIES_FORMS.receipt, SERIES_BODY],
  ['of invoices', SERIES_FORMS.invoice, INVOICES_BODY],
  ['of invoices of a branch', SERIES_FORMS.invoice, { ...INVOICES_BODY, tin: '000-123-456-00001' }],
  ['of the last number', seriesConfirmationForm, { lastPrinted: '0' }],
  [
    'of a format with one column',
    bankFormatForm,
    { ...BANK_FORMAT, creditColumn: '', amountColumn: 'Amount' },
  ],
  ['of a bank account', bankAccountForm, ACCOUNT_BODY],
  ['of a cash close below zero', cashCloseForm, { counted: -5 }],
  ['of cash', counterForms[PAYMENT_TYPE.cash], { amountPaid: 0.01 }],
  ['of a cheque', counterForms[PAYMENT_TYPE.cheque], CHEQUE_BODY],
  ['of a transfer', counterForms[PAYMENT_TYPE.transfer], TRANSFER_BODY],
  ['of Dragonpay', dragonpayForm, { email: `${'a'.repeat(31)}@home.ph`, amountPaid: 5 }],
  ['of AQWire', aqwireForm, { email: 'ana@home.ph', amountPaid: 5, mobile: '09171234567' }],
])('a form %s is valid', (_, form, body) => expect(getErrors(form, body)).toEqual({}))

test.each<[string, Form, object, Record<string, string>]>([
  [
    'tax whose period ends a day before it begins',
    depositFormWithTax,
    { ...DEPOSIT_BODY, ...WITHHOLDING_FIELDS, periodFrom: '2026-04-01' },
    { periodTo: 'The period ends before it begins.' },
  ],
  [
    'tax without its code and period',
    depositFormWithTax,
    { ...DEPOSIT_BODY, withheld: 20 },
    {
      taxCode: 'Please input the tax code!',
      periodFrom: 'Please input the period!',
      periodTo: 'Please input the period!',
    },
  ],
  [
    'tax as high as the payment',
    depositFormWithTax,
    { ...DEPOSIT_BODY, ...WITHHOLDING_FIELDS, withheld: 980 },
    { withheld: 'The tax withheld must be below the amount paid.' },
  ],
  ...(['taxCode', 'periodFrom', 'periodTo'] as const).map(
    (field): [string, Form, object, { withheld: string }] => [
      `${field} without tax`,
      depositFormWithTax,
      { ...DEPOSIT_BODY, [field]: WITHHOLDING_FIELDS[field] },
      { withheld: 'Please input the amount of the tax withheld!' },
    ],
  ),
  [
    'a bank account in place one and a half',
    bankAccountForm,
    { ...ACCOUNT_BODY, position: 1.5 },
    { position: 'This must be a whole number.' },
  ],
  [
    'a bank account in no place',
    bankAccountForm,
    { ...ACCOUNT_BODY, position: 'first' },
    { position: 'This must be a number.' },
  ],
  ['a certificate without a file', certificateForm, {}, { certificate: 'Please choose the certificate!' }],
  [
    'a deposit of tomorrow without a slip',
    depositForm,
    { amountPaid: 5, transactionDate: '2026-03-15' },
    {
      transactionDate: 'Please choose a date that is not in the future.',
      images: 'Please upload your deposit slip!',
    },
  ],
  [
    'a reminder 91 days before',
    reminderForm,
    { ...REMINDER_BODY, days: 91 },
    { days: 'Please input 1 to 90 days.' },
  ],
  [
    'a reminder of no days',
    reminderForm,
    { ...REMINDER_BODY, kind: 'after', days: 0 },
    { days: 'Please input 1 to 90 days.' },
  ],
  [
    'a reminder without days, with another word in braces',
    reminderForm,
    { kind: 'after', text: 'Pay {total}' },
    { days: 'Please input 1 to 90 days.', text: 'There is no placeholder {total}.' },
  ],
  [
    'a charge due before its date',
    ledgerEntryForm,
    { ...LEDGER_ENTRY, dueDate: '2026-03-13' },
    { dueDate: "Please choose a day that is not before the entry's date." },
  ],
  [
    'a credit with a due date',
    ledgerEntryForm,
    { ...LEDGER_ENTRY, kind: 'credit', dueDate: '2026-03-20' },
    { dueDate: 'A credit has no due date.' },
  ],
  [
    'an entry of tomorrow of nothing',
    ledgerEntryForm,
    { ...LEDGER_ENTRY, date: '2026-03-15', amount: 0, remarks: ' ' },
    {
      date: 'Please choose a date that is not in the future.',
      amount: 'This must be above 0.',
      remarks: 'Please input your remarks!',
    },
  ],
  [
    'a series that ends before it begins',
    SERIES_FORMS.receipt,
    { ...SERIES_BODY, first: 2, last: 1 },
    { last: 'The last number must not be below the first.' },
  ],
  [
    'a series of small letters',
    SERIES_FORMS.receipt,
    { prefix: 'ar-2026-', first: 1 },
    {
      prefix: 'Please input capital letters, digits and hyphens with a hyphen at the end, such as AR-2026-.',
    },
  ],
  [
    'invoices of a permit of tomorrow with another TIN',
    SERIES_FORMS.invoice,
    { ...INVOICES_BODY, permitDate: '2026-03-15', tin: '000-123-456-0000', last: undefined },
    {
      last: 'Please input the last number!',
      permitDate: 'Please choose a date that is not in the future.',
      tin: 'Please input the TIN as 000-000-000 or 000-000-000-00000.',
    },
  ],
  [
    'a last number with its prefix',
    seriesConfirmationForm,
    { lastPrinted: 'AR-1' },
    { lastPrinted: 'Please input a number.' },
  ],
  ['no replacement', receiptReplacementForm, {}, { replacedBy: 'Please input the number of the receipt!' }],
  ['a void invoice without remarks', voidNumberForm, {}, { remarks: 'Please input your remarks!' }],
  [
    'a reversal without a reason',
    reversalForm,
    {},
    { kind: 'Please choose the reason!', remarks: 'Please input your remarks!' },
  ],
  [
    'a format without a column of money in',
    bankFormatForm,
    { ...BANK_FORMAT, creditColumn: '' },
    { amountColumn: 'Please input the column of the amount, or of money in!' },
  ],
  [
    'a format with columns without words',
    bankFormatForm,
    { ...BANK_FORMAT, directionColumn: 'Type', statusColumn: 'Status' },
    { moneyInWords: 'Please input the words for money in!', doneWords: 'Please input the words for done!' },
  ],
  [
    'a format with words without columns',
    bankFormatForm,
    { ...BANK_FORMAT, moneyInWords: 'CR', doneWords: 'Done' },
    {
      directionColumn: 'Please input the direction column!',
      statusColumn: 'Please input the status column!',
    },
  ],
  ['a line set aside without remarks', setAsideForm, {}, { remarks: 'Please input your remarks!' }],
  [
    'a bank account with a slash',
    bankAccountForm,
    { ...ACCOUNT_BODY, accountNumber: '12/34' },
    { accountNumber: 'Only digits, letters, blanks and hyphens.' },
  ],
  [
    'an empty cheque',
    counterForms[PAYMENT_TYPE.cheque],
    {},
    {
      amountPaid: 'Please input the paid amount!',
      bank: 'Please input the bank!',
      bankReference: 'Please input the cheque number!',
      chequeDate: 'Please input the date of the cheque!',
    },
  ],
  [
    'a transfer of tomorrow',
    counterForms[PAYMENT_TYPE.transfer],
    { ...TRANSFER_BODY, transactionDate: '2026-03-15' },
    { transactionDate: 'Please choose a date that is not in the future.' },
  ],
  ['nothing counted', cashCloseForm, {}, { counted: 'Please input what you counted!' }],
  [
    'an address with a colon, which digests join with',
    dragonpayForm,
    { email: 'ana:b@home.ph', amountPaid: 5 },
    { email: 'Please input a valid email!' },
  ],
  [
    'an address longer than Dragonpay takes',
    dragonpayForm,
    { email: `${'a'.repeat(33)}@home.ph`, amountPaid: 5 },
    { email: 'At most 40 characters.' },
  ],
])('a form of %s is refused at its fields', (_, form, body, expected) =>
  expect(getErrors(form, body)).toEqual(
    Object.fromEntries(Object.entries(expected).map(([field, message]) => [field, [message]])),
  ),
)

test('a cheque is stale after 6 months, and post-dated by 12 at most', () => {
  expect(CHEQUE_DATE_LIMIT_MONTHS).toEqual({ stale: 6, ahead: 12 })
})
