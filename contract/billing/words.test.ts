import { expect, test } from 'vitest'
import { parseCounterLimit } from '../settings/money-settings.ts'
import { getBalanceFact, formatBalance, splitBalance } from './balance.ts'
import { describeLedgerEntry } from './ledger.ts'
import {
  getCounterReference,
  getGatewayMethodLabel,
  formatInvoiceNumber,
  isGatewayPayment,
  describeStatusCode,
  PAYMENT_FLAGS,
  PAYMENT_METHODS,
  PAYMENT_STATUSES,
  PAYMENT_TYPES,
} from './payment.ts'
import { fillReminderText } from './reminders.ts'
import { describeNumberState } from './series.ts'
import { normalizePdfName } from './statement-import.ts'
import { isUnusualWithholding, getSettledAmount } from './withholding.ts'

test('each type of payment has its code in Payfile.csv, and residents pay by three of them', () => {
  expect(PAYMENT_TYPES.map(({ type, trantype, label }) => [type, trantype, label])).toEqual([
    [1, 'DD', 'Direct Deposit'],
    [2, 'DP', 'Dragon Pay'],
    [3, 'QW', 'AQWire'],
    [4, 'CA', 'Cash'],
    [5, 'CK', 'Cheque'],
    [6, 'BT', 'Bank Transfer'],
  ])
  expect(PAYMENT_METHODS.map(({ method }) => method)).toEqual(['deposit', 'dragonpay', 'aqwire'])
  expect([1, 2, 3, 4, 5, 6].filter(isGatewayPayment)).toEqual([2, 3])
})

test('each status of a payment has its label and its flag', () => {
  expect(PAYMENT_STATUSES.map(({ status, label }) => [status, label])).toEqual([
    [1, 'FOR VERIFICATION'],
    [2, 'FOR VERIFICATION'],
    [3, 'VERIFIED'],
    [4, 'POSTED'],
    [5, 'REJECTED'],
  ])
  expect(PAYMENT_FLAGS).toEqual({ 2: null, 3: 'verify', 4: 'posted', 5: 'reject' })
})

test('a letter of a gateway stands with its meaning, an unknown one alone', () => {
  expect(['S', 'P', 'K', 'X', null].map(describeStatusCode)).toEqual([
    'S (Successful)',
    'P (Pending)',
    'K (Chargeback)',
    'X',
    '',
  ])
  expect(['GCSH', '711', 'XYZ1', 'GCash', null].map(getGatewayMethodLabel)).toEqual([
    'GCash',
    '7-Eleven',
    '',
    'GCash',
    '',
  ])
})

test('a payment counter takes the reference of Dragonpay alone', () => {
  expect([
    getCounterReference(2, 'ABC'),
    getCounterReference(3, 'ABC'),
    getCounterReference(2, null),
  ]).toEqual(['ABC', '', ''])
})

test('an invoice number has the client code and the day of the statement', () => {
  expect(formatInvoiceNumber('A-1', { year: 2026, month: 3, day: 4 })).toBe('(A-1)03042026')
  expect(formatInvoiceNumber('A-1', null)).toBe('(A-1)')
})

test('a balance is left to pay or credit', () => {
  expect(splitBalance(5)).toEqual({ leftToPay: 5, credit: 0, net: 5 })
  expect(splitBalance(-5)).toEqual({ leftToPay: 0, credit: 5, net: -5 })
  expect([getBalanceFact(0), getBalanceFact(-1234.5)]).toEqual([
    ['Left To Pay', '₱0.00'],
    ['Credit', '₱1,234.50'],
  ])
  expect([formatBalance(0), formatBalance(-0.01)]).toEqual(['₱0.00', 'Credit ₱0.01'])
})

test('a returned cheque has its own name, other reversals have theirs and the reason', () => {
  expect(describeLedgerEntry({ kind: 'reversal', label: 'Cheque returned' })).toEqual({
    name: 'Cheque returned',
    label: '',
  })
  expect(describeLedgerEntry({ kind: 'reversal', label: 'Entered in error' })).toEqual({
    name: 'Reversal',
    label: 'Entered in error',
  })
  expect(describeLedgerEntry({ kind: 'charge', label: 'Cheque returned' }).name).toBe('Charge')
})

test('a reminder has the words of its tenant, and keeps other braces', () => {
  const placeholderValues = {
    name: 'Ana',
    clientCode: 'A-1',
    amount: '₱5.00',
    dueDate: '1 May 2026',
    leftToPay: '₱9.00',
  }
  expect(fillReminderText('{name}, {amount} of {leftToPay} by {dueDate} {toString}', placeholderValues)).toBe(
    'Ana, ₱5.00 of ₱9.00 by 1 May 2026 {toString}',
  )
})

test('an issued number says whether it is void or removed', () => {
  const voidedNumber = { reason: 'Printed twice', replacedBy: null }
  expect(describeNumberState({ voided: null, removed: false })).toBe('')
  expect(describeNumberState({ voided: null, removed: true })).toBe('Removed by a reset')
  expect(describeNumberState({ voided: voidedNumber, removed: true })).toBe('VOID: Printed twice.')
  expect(describeNumberState({ voided: { ...voidedNumber, replacedBy: 'AR-2' }, removed: false })).toBe(
    'VOID: Printed twice. Replaced by AR-2.',
  )
})

test.each([
  ['C:\\soa\\ A-1.PDF ', 'a-1'],
  ['soa/A-1', 'a-1'],
  ['A-1.pdf.pdf', 'a-1.pdf'],
  ['Cruz  Jr..pdf', 'cruz jr.'],
  ['A\u00a0\t101.pdf', 'a 101'],
  ['A\u200b-1\u202e \u200b.pdf', 'a-1'],
  ['', ''],
])('the PDF %j is compared as %j', (name, expectedName) => expect(normalizePdfName(name)).toBe(expectedName))

test.each([
  ['50,000', 50_000],
  [' 1000.50 ', 1000.5],
  ['0', 0],
  ['1000.505', null],
  ['-1', null],
  ['', null],
  ['9'.repeat(15), null],
])('the limit of the counter %j is %j', (text, amount) => expect(parseCounterLimit(text)).toBe(amount))

test('tax of exactly 15 % of what is settled is usual', () => {
  expect(getSettledAmount(0.1, 0.2)).toBe(0.3)
  expect(isUnusualWithholding(850, 150)).toBe(false)
})
