import { Type } from 'typebox'
import { Day, Money, nullable, NullableText, oneOf, Time, type Answer, tenantFields } from '../answers.ts'

const text = Type.String()
const Reference = Type.String({ description: "The bank's or gateway's number" })

export const BankFormat = Type.Object({
  id: Type.Integer(),
  name: text,
  dateColumn: text,
  dateOrder: oneOf(['DMY', 'MDY']),
  amountColumn: text,
  creditColumn: text,
  debitColumn: text,
  directionColumn: Type.String({ description: 'Column whose words tell money in from money out' }),
  moneyInWords: Type.String({ description: 'Words of the direction column for money in, with commas' }),
  statusColumn: Type.String({ description: 'Column whose words tell payments that are done' }),
  doneWords: Type.String({ description: 'Words of the status column for done, with commas' }),
  currencyColumn: text,
  decimalSign: oneOf(['.', ',']),
  referenceColumn: text,
  descriptionColumn: text,
  feeColumn: text,
  amountIs: oneOf(['gross', 'net'], { description: 'Amounts with the fee, or less it' }),
  created_at: Time,
  updated_at: Time,
})
export type BankFormat = Answer<typeof BankFormat>

export const BankImport = Type.Object({
  id: Type.Integer(),
  fileName: text,
  account: Type.String({ description: 'The format, or the accounts that the file names' }),
  lines: Type.Integer({ description: 'New lines' }),
  known: Type.Integer({ description: 'Lines that an earlier file held' }),
  matched: Type.Integer({ description: 'Its lines that have a payment' }),
  debits: Type.Integer({ description: 'Lines of money out, which are kept out' }),
  leftOut: Type.Integer({ description: 'Lines that are not booked or not done, which are kept out' }),
  refused: Type.Array(Type.Object({ line: Type.Integer(), reason: text }), {
    description: 'Lines that could not be read, and accounts in another currency',
  }),
  checked: Type.Integer({ description: 'New lines that were compared with the payments so far' }),
  by: NullableText,
  created_at: Time,
})
export type BankImport = Answer<typeof BankImport>

export const BankImportWithEffects = Type.Object({
  ...BankImport.properties,
  posted: Type.Integer({ description: 'Lines of posted payments: while there are any, it cannot be undone' }),
  verified: Type.Integer({ description: 'Payments that return to for verification' }),
  made: Type.Integer({ description: 'Payments made from its lines, which stay' }),
})
export type BankImportWithEffects = Answer<typeof BankImportWithEffects>

export const BankPayment = Type.Object({
  id: Type.Integer(),
  referenceNumber: text,
  type: Type.Integer(),
  status: Type.Integer(),
  amount: Money,
  date: Day,
  reference: Reference,
  ...tenantFields,
})
export type BankPayment = Answer<typeof BankPayment>

export const BankLine = Type.Object({
  id: Type.Integer(),
  date: Day,
  amount: Type.Number({ description: 'Pesos that the payer paid, with the fee' }),
  fee: Money,
  reference: Reference,
  description: text,
  account: text,
  status: oneOf([1, 2, 3, 4], { description: '1 likely, 2 open, 3 matched, 4 set aside' }),
  reason: Type.String({ description: 'Why the payment is its own, or is likely' }),
  remarks: Type.String({ description: 'Why it was set aside' }),
  payment: nullable(BankPayment),
  by: NullableText,
})
export type BankLine = Answer<typeof BankLine>

export const UnmatchedBankItems = Type.Object({
  lines: Type.Array(BankLine),
  payments: Type.Array(BankPayment),
})
export type UnmatchedBankItems = Answer<typeof UnmatchedBankItems>
