import { Type } from 'typebox'
import {
  Day,
  FileLink,
  ListOf,
  Money,
  nullable,
  NullableText,
  NullableTime,
  oneOf,
  ListWithCountsOf,
  IsoTime,
  Time,
  type Answer,
  tenantFields,
  TenantContact,
  TenantOption,
} from '../answers.ts'
import { LEDGER_KIND_NAMES } from './ledger.ts'
import { PAYMENT_METHODS, PAYMENT_TYPES } from './payment.ts'
import { CERTIFICATE_STATUSES } from './withholding.ts'

const text = Type.String()
const NullableIsoTime = nullable(IsoTime)
const NullableDay = nullable(Day)
const NullablePersonName = nullable(Type.Object({ name: text }))

const BookedReservation = Type.Object({
  id: Type.Integer(),
  ticketNumber: text,
  status: Type.Integer({ description: "The reservation's own, 1 to 6; 0 when it was deleted" }),
  amenity: text,
  title: text,
  startTime: NullableIsoTime,
  endTime: NullableIsoTime,
})

const WithheldTax = Type.Object({
  amount: Money,
  taxCode: text,
  periodFrom: Type.String({ description: 'YYYY-MM-DD' }),
  periodTo: Type.String({ description: 'YYYY-MM-DD' }),
  certificate: Type.Array(FileLink, { description: 'BIR form 2307' }),
  status: oneOf(CERTIFICATE_STATUSES),
  receivedDate: NullableTime,
})
type WithheldTax = Answer<typeof WithheldTax>

export const PaymentTypeCode = Type.Integer({
  description: PAYMENT_TYPES.map(({ type, label }) => `${type} ${label}`).join(', '),
})

export const Payment = Type.Object({
  id: Type.Integer(),
  referenceNumber: Type.String({ description: 'PY-2026-000001' }),
  tenantId: Type.Integer(),
  clientCode: text,
  tenant: TenantOption,
  type: PaymentTypeCode,
  status: Type.Integer({
    description: '1 created, 2 for verification, 3 verified, 4 posted, 5 rejected; live events: 0 deleted',
  }),
  soaAmount: Type.Number({ description: 'Pesos; what the tenant owed when the payment was made.' }),
  soaDate: NullableTime,
  amountPaid: Money,
  withholding: nullable(WithheldTax),
  currency: text,
  invoiceNumber: text,
  invoiceDate: NullableTime,
  transactionDate: NullableTime,
  email: text,
  bank: Type.String({ description: 'Bank or wallet of a deposit' }),
  bankReference: Type.String({ description: "The bank's or wallet's number of a deposit, or a cheque's" }),
  chequeDate: nullable(Type.String({ description: 'YYYY-MM-DD, the date on a cheque' })),
  charge: nullable(
    Type.Object(
      { id: Type.Integer(), label: text, date: Day },
      { description: 'The charge that the payer named, which it settles first' },
    ),
  ),
  possibleDuplicateOf: Type.Array(text, {
    description: 'Numbers of living payments that it looks like; residents: their own',
  }),
  images: Type.Array(FileLink, { description: 'The deposit slip' }),
  proof: Type.Array(FileLink, { description: "Administrators: the office's proof that the money came" }),
  message: Type.String({ description: "The gateway's" }),
  remarks: Type.String({ description: "The office's" }),
  returnUrl: nullable(Type.String({ description: "The gateway's instructions or page" })),
  txnId: NullableText,
  outsourceStatus: nullable(
    Type.String({
      description: "The gateway's letter: S successful, P pending, R refund, …; null before it said anything",
    }),
  ),
  gatewayReference: NullableText,
  gatewayMethod: NullableText,
  gatewayAmount: nullable(Type.Number({ description: 'Pesos, as the gateway says' })),
  setAside: nullable(Type.String({ description: 'Administrators: why a person must look, a reason a line' })),
  sandbox: Type.Boolean({ description: 'Nothing real was paid.' }),
  reservation: nullable(BookedReservation),
  paysDues: Type.Boolean({ description: 'False: of a reservation, also once that is removed.' }),
  verifiedDate: NullableTime,
  verifiedById: nullable(Type.Integer({ description: 'Administrators' })),
  verifier: NullablePersonName,
  postedDate: NullableTime,
  postedBy: NullablePersonName,
  receiptNumber: NullableText,
  reversed: Type.Boolean({ description: 'It was posted and then reversed; its status stays 4.' }),
  created_at: Time,
  updated_at: Time,
  can: Type.Array(
    oneOf([
      'edit',
      'verify',
      'post',
      'reject',
      'delete',
      'approveReserved',
      'reverse',
      'receipt',
      'chequeSlip',
      'sendCertificate',
      'markCertificate',
    ]),
    { description: 'What the caller may do now' },
  ),
})
export type Payment = Answer<typeof Payment>

/** Payments that a resident made and that the office has not posted (booked) yet (rules 15.24). */
export const UnpostedPayments = Type.Object({
  count: Type.Integer(),
  amount: Money,
  latest: nullable(Type.Pick(Payment, ['id', 'type', 'status', 'created_at'])),
})
export type UnpostedPayments = Answer<typeof UnpostedPayments>

/** List of payments. `sent` summarizes the unposted payments; only residents get it. */
export const PaymentList = Type.Object({
  ...ListWithCountsOf(Payment).properties,
  sent: Type.Optional(UnpostedPayments),
})
export type PaymentList = Answer<typeof PaymentList>

export const PaymentEvent = Type.Object({
  at: Time,
  who: Type.String({ description: "Residents read 'PMO' in place of a staff name." }),
  fromStatus: nullable(Type.Integer()),
  toStatus: Type.Integer(),
  fromOutsource: NullableText,
  toOutsource: NullableText,
  reversed: Type.Boolean({ description: 'It was reversed with this event.' }),
  remark: NullableText,
})
export type PaymentEvent = Answer<typeof PaymentEvent>

/** Payment with its changes. `history` is sorted from new to old. */
export const PaymentWithHistory = Type.Object({
  ...Payment.properties,
  leftToPay: nullable(
    Type.Number({ description: "Administrators: pesos that are left of the tenant's dues" }),
  ),
  contact: Type.Optional(TenantContact),
  history: Type.Array(PaymentEvent),
})
export type PaymentWithHistory = Answer<typeof PaymentWithHistory>

export const ListedPayment = Type.Omit(Payment, [
  ...(['images', 'proof', 'returnUrl', 'can', 'possibleDuplicateOf', 'reservation', 'charge'] as const),
])
export type ListedPayment = Answer<typeof ListedPayment>

/**
 * Row of Payfile.csv, the export of payments for the accounting system. All keys except `id` are its columns
 * (rules 8.24).
 */
export const PayfileRow = Type.Object({
  id: Type.Integer(),
  trnno: Type.String({ description: 'Reference number' }),
  trndate: Type.String({ description: 'DD/MM/YYYY in community time' }),
  urefno: Type.String({ description: 'Client code' }),
  clientname: text,
  payamt: Money,
  trantype: Type.String({ description: PAYMENT_TYPES.map(({ trantype }) => trantype).join(', ') }),
})
export type PayfileRow = Answer<typeof PayfileRow>

export const SlotTakenByPayment = Type.Object({
  amenityId: Type.Integer(),
  startTime: Time,
  endTime: Time,
  paymentId: Type.Integer(),
})

/** Certificate of the tax withheld from a posted payment (rules 19.8). */
export const WithholdingCertificate = Type.Object({
  id: Type.Integer({ description: "The payment's" }),
  referenceNumber: text,
  ...tenantFields,
  ...Type.Omit(WithheldTax, ['status']).properties,
  postedDate: NullableTime,
  days: Type.Integer({
    description: 'Days since the payment was posted, or until the certificate was received',
  }),
})
export type WithholdingCertificate = Answer<typeof WithholdingCertificate>

/** Bank account of the office to which residents deposit payments (rules 19.1). */
export const BankAccount = Type.Object({
  id: Type.Integer(),
  bank: text,
  accountName: text,
  accountNumber: text,
  position: Type.Integer({ description: '1 is shown first.' }),
  images: Type.Array(FileLink, { description: 'The QR Ph picture' }),
  active: Type.Integer({ description: '1 shown to residents, 0 not' }),
  created_at: Time,
  updated_at: Time,
})
export type BankAccount = Answer<typeof BankAccount>

export const AvailablePaymentMethod = Type.Object({
  method: oneOf(PAYMENT_METHODS.map(({ method }) => method)),
  sandbox: Type.Boolean({ description: 'Its page is the sandbox, without real money.' }),
})
export type AvailablePaymentMethod = Answer<typeof AvailablePaymentMethod>

const startedPaymentFields = {
  id: Type.Integer(),
  txnId: Type.String({ description: 'The number that the gateway knows the payment by' }),
  referenceNumber: text,
  sandbox: Type.Boolean({ description: 'Nothing real is paid.' }),
}
const paymentPageUrl = Type.String({
  description: 'Where to pay: an https address, or a path of the sandbox',
})

/**
 * A started online payment. There are two schemas, because Dragonpay and AQWire use different names for the
 * URL of the payment page.
 */
export const StartedDragonpayPayment = Type.Object({ ...startedPaymentFields, returnUrl: paymentPageUrl })
export type StartedDragonpayPayment = Answer<typeof StartedDragonpayPayment>
export const StartedAqwirePayment = Type.Object({ ...startedPaymentFields, paymentUrl: paymentPageUrl })
export type StartedAqwirePayment = Answer<typeof StartedAqwirePayment>

const statementPdfFields = {
  soaAmount: Money,
  soaDate: NullableTime,
  soaName: nullable(Type.String({ description: 'The PDF in the folder soa/pdf; null where none came' })),
  attachment: nullable(Type.String({ description: "The PDF's name in the accounting system" })),
  src: Type.Optional(Type.String({ description: "The PDF's signed link; absent where none came" })),
}

export const Statement = Type.Object({
  id: Type.Integer(),
  tenantId: Type.Integer(),
  title: text,
  ...statementPdfFields,
  dueDate: NullableDay,
  created_at: Time,
})
export type Statement = Answer<typeof Statement>

/** Fields of a balance: amount left to pay (rules 16.5) and due dates (rules 20.4). */
export const balanceFields = {
  receivedSince: Type.Number({ description: 'Pesos that were posted since the latest statement.' }),
  leftToPay: Type.Number({ description: 'Pesos; below zero is credit.' }),
  dueDate: nullable(Type.String({ description: 'YYYY-MM-DD; the first due date of what is left to pay' })),
  dueNext: nullable(Type.String({ description: 'YYYY-MM-DD; the first of them that is not over' })),
  overdue: Type.Number({ description: 'Pesos that are left to pay and were due before today' }),
}

export const Billing = Type.Object({
  ...TenantOption.properties,
  ...statementPdfFields,
  ...balanceFields,
})
export type Billing = Answer<typeof Billing>

/** `totals` are sums over all matching tenants, not only over this page (rules 3.15). */
export const BillingList = Type.Object({
  ...ListOf(Billing).properties,
  totals: Type.Object({
    soaAmount: Money,
    receivedSince: Money,
    leftToPay: Type.Number({ description: 'Pesos; what tenants owe, without credit.' }),
    credit: Type.Number({ description: 'Pesos; above 0.' }),
    net: Type.Number({ description: 'Pesos; the first less the second.' }),
  }),
})
export type BillingList = Answer<typeof BillingList>

/** Entry in the ledger of a tenant (rules 16.1). */
export const LedgerEntry = Type.Object({
  id: Type.Integer(),
  date: Day,
  dueDate: NullableDay,
  kind: oneOf(LEDGER_KIND_NAMES),
  label: text,
  reference: Type.String({ description: "The payment's number, the statement's title" }),
  remarks: text,
  amount: Type.Number({ description: 'Pesos; positive raises what is owed.' }),
  balance: Type.Number({ description: 'Pesos; what was left to pay after it.' }),
  paymentId: nullable(Type.Integer()),
  invoice: nullable(Type.Object({ id: Type.Integer(), number: text, isVoid: Type.Boolean() })),
  by: nullable(Type.String({ description: 'Administrators: who of the office made it' })),
})
export type LedgerEntry = Answer<typeof LedgerEntry>

export const Ledger = Type.Object({
  data: Type.Array(LedgerEntry),
  total: Type.Integer(),
  balance: balanceFields.leftToPay,
  canInvoice: Type.Boolean({ description: 'The caller may issue invoices of charges now.' }),
})
export type Ledger = Answer<typeof Ledger>

/**
 * Batch: payments that were exported together in a Payfile.csv for the accounting system. It is closed, so no
 * payment is added later (rules 16.12).
 */
export const PayfileBatch = Type.Object({
  number: Type.Integer(),
  rows: Type.Integer(),
  amount: Money,
  by: NullableText,
  created_at: Time,
})
export type PayfileBatch = Answer<typeof PayfileBatch>

const PayfileTotals = Type.Pick(PayfileBatch, ['rows', 'amount'])

/**
 * Totals of the payments that the next Payfile will contain. `copied`: totals of the payments among them
 * that a Payfile copy already contained.
 */
export const NextPayfileBatch = Type.Object({ ...PayfileTotals.properties, copied: PayfileTotals })
export type NextPayfileBatch = Answer<typeof NextPayfileBatch>

/** Numbers of the selected payments by status, shown before their export (rules 16.18). */
export const PayfileContents = Type.Object({
  posted: PayfileTotals,
  reversed: PayfileTotals,
  verified: Type.Integer(),
  unverified: Type.Integer(),
  rejected: Type.Integer(),
  batch: NextPayfileBatch,
})
export type PayfileContents = Answer<typeof PayfileContents>

export const PayfileCopyRow = Type.Object({
  ...PayfileRow.properties,
  status: Type.String({ description: "The payment's, or REVERSAL" }),
})
export type PayfileCopyRow = Answer<typeof PayfileCopyRow>

/** Count of the cash in the office at the end of a day (rules 17.9). */
export const CashClose = Type.Object({
  number: Type.Integer(),
  payments: Type.Integer({ description: 'How many cash payments and reversals it holds' }),
  expected: Type.Number({ description: 'Pesos; below zero where more was given back.' }),
  counted: Type.Number({ description: 'Pesos without the opening float; below zero where it was drawn on' }),
  remarks: text,
  takenBy: Type.Array(text, { description: 'Who took the cash' }),
  by: NullableText,
  created_at: Time,
})
export type CashClose = Answer<typeof CashClose>

export const NextCashClose = Type.Pick(CashClose, ['payments', 'expected', 'takenBy'])
export type NextCashClose = Answer<typeof NextCashClose>

export const OpenCharge = Type.Object({
  id: Type.Integer(),
  date: Day,
  dueDate: NullableDay,
  label: text,
  leftToPay: Money,
})
export type OpenCharge = Answer<typeof OpenCharge>

export const OpenCharges = Type.Object({ data: Type.Array(OpenCharge), leftToPay: balanceFields.leftToPay })
export type OpenCharges = Answer<typeof OpenCharges>
