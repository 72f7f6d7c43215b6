import { choice, dateTime, files, longText, money, reference, text, type Form } from '../forms/fields.ts'
import { LIMITS } from '../limits.ts'
import { PHONE_NUMBER_PATTERN } from '../phone.ts'
import { checkReservation, RESERVATION_TITLES } from '../tickets/modules/reservation.ts'

export const PAYMENT_PREFIX = 'PY'

/** Statuses of a payment (rules 8.1). Deleted payments are never shown. */
export const PAYMENT_STATUS = {
  deleted: 0,
  created: 1,
  forVerification: 2,
  verified: 3,
  posted: 4,
  rejected: 5,
} as const

export const PAYMENT_STATUSES = [
  { status: PAYMENT_STATUS.created, label: 'FOR VERIFICATION', color: 'gold' },
  { status: PAYMENT_STATUS.forVerification, label: 'FOR VERIFICATION', color: 'gold' },
  { status: PAYMENT_STATUS.verified, label: 'VERIFIED', color: 'geekblue' },
  { status: PAYMENT_STATUS.posted, label: 'POSTED', color: 'green' },
  { status: PAYMENT_STATUS.rejected, label: 'REJECTED', color: 'red' },
] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]['status']

/** Error if the office decides about a payment that was set aside, but writes no remarks (rules 8.32). */
export const SETTLEMENT_REMARKS_REQUIRED =
  'This payment was set aside. Please write in the remarks how it was settled.'

/** Permission of the page `payments` that is needed to set each status; null: none (rules 8.5). */
export const PAYMENT_FLAGS = {
  [PAYMENT_STATUS.forVerification]: null,
  [PAYMENT_STATUS.verified]: 'verify',
  [PAYMENT_STATUS.posted]: 'posted',
  [PAYMENT_STATUS.rejected]: 'reject',
} as const

export const PAYMENT_TYPE = { deposit: 1, dragonpay: 2, aqwire: 3, cash: 4, cheque: 5, transfer: 6 } as const

/**
 * Payment types (rules 8.2). Only the office enters payments with the channel `office`. `trantype` is the
 * code in Payfile.csv.
 */
export const PAYMENT_TYPES = [
  {
    type: PAYMENT_TYPE.deposit,
    method: 'deposit',
    channel: 'deposit',
    label: 'Direct Deposit',
    trantype: 'DD',
  },
  {
    type: PAYMENT_TYPE.dragonpay,
    method: 'dragonpay',
    channel: 'gateway',
    label: 'Dragon Pay',
    trantype: 'DP',
  },
  { type: PAYMENT_TYPE.aqwire, method: 'aqwire', channel: 'gateway', label: 'AQWire', trantype: 'QW' },
  { type: PAYMENT_TYPE.cash, method: 'cash', channel: 'office', label: 'Cash', trantype: 'CA' },
  { type: PAYMENT_TYPE.cheque, method: 'cheque', channel: 'office', label: 'Cheque', trantype: 'CK' },
  {
    type: PAYMENT_TYPE.transfer,
    method: 'transfer',
    channel: 'office',
    label: 'Bank Transfer',
    trantype: 'BT',
  },
] as const
type PaymentTypeInfo = (typeof PAYMENT_TYPES)[number]
export type PaymentType = PaymentTypeInfo['type']

export const PAYMENT_METHODS = PAYMENT_TYPES.filter((info) => info.channel !== 'office')
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]['method']

export const ONLINE_PAYMENT_TYPES = PAYMENT_TYPES.filter((info) => info.channel === 'gateway').map(
  ({ type }) => type,
)
export type OnlinePaymentType = (typeof ONLINE_PAYMENT_TYPES)[number]

/** Names that Dragonpay gives its status codes, shown only to the office. Other pages use `formatOutcome`. */
const STATUS_CODE_MEANINGS = new Map([
  ['S', 'Successful'],
  ['P', 'Pending'],
  ['R', 'Refund'],
  ['F', 'Failed'],
  ['U', 'Unknown'],
  ['K', 'Chargeback'],
  ['V', 'Void'],
  ['A', 'Authorised'],
  ['Q', 'Queued'],
  ['G', 'In progress'],
  ['E', 'Error'],
])

export function describeStatusCode(statusCode: string | null): string {
  const meaning = STATUS_CODE_MEANINGS.get(statusCode ?? '')
  return meaning ? `${statusCode} (${meaning})` : (statusCode ?? '')
}

/** A deposit that is dated more days ago needs a confirmation of its date (rules 8.37). */
export const OLD_DEPOSIT_DAYS = 90

const amountPaidField = money({
  label: 'Paid Amount',
  required: 'Please input your Paid Amount!',
  mustBePositive: true,
})

/**
 * Form of a direct deposit (rules 8.9). The server fills in the invoice number and the amount of the
 * statement of account.
 */
export const depositForm: Form = {
  fields: {
    amountPaid: amountPaidField,
    transactionDate: dateTime({
      label: 'Transaction Date',
      required: 'Please input your Transaction Date!',
      isFutureRefused: true,
    }),
    bank: text({ label: 'Bank or wallet', max: 60 }),
    bankReference: text({ label: 'Reference number', max: 60, hint: 'As the bank or wallet gave it.' }),
    images: files({
      label: 'Deposit slip',
      folder: 'depositslip',
      accept: 'image',
      max: 1,
      namePrefix: 'deposit_slip_',
      required: 'Please upload your deposit slip!',
      hint: 'A photo of the slip.',
    }),
  },
}

const emailField = text({
  label: 'Email',
  required: 'Please input your email!',
  input: 'email',
  // Dragonpay calculates its signature over values joined with colons, so an e-mail address must not contain
  // a colon.
  pattern: {
    source: '^[^\\s@:,;<>"]+@[^\\s@:,;<>"]+\\.[^\\s@:,;<>"]+$',
    message: 'Please input a valid email!',
  },
})

/** Form of a payment by Dragonpay, which accepts e-mail addresses of at most 40 characters (rules 8.12). */
export const dragonpayForm: Form = {
  fields: { email: { ...emailField, max: 40 }, amountPaid: amountPaidField },
}

/** Form of a payment by AQWire. Currency, payment type and description are constants (rules 8.12). */
export const aqwireForm: Form = {
  fields: {
    email: emailField,
    amountPaid: amountPaidField,
    mobile: text({ label: 'Mobile', input: 'tel', max: 20, pattern: PHONE_NUMBER_PATTERN }),
  },
}
export const AQWIRE_CONSTANTS = { currency: 'PHP', paymentType: 'OTHERS', description: 'Payments' } as const

/**
 * Form that books an amenity and creates its payment (rules 8.25). The tenant is selected on the page,
 * outside the form.
 */
export const reservationPaymentForm: Form = {
  fields: {
    title: choice(RESERVATION_TITLES, { label: 'Title', required: 'Please input your title!' }),
    amenityId: reference('amenity', { label: 'Amenity', required: 'Please input your amenity!' }),
    description: longText({ label: 'Description', required: 'Please input your description!' }),
    comment: longText({ label: 'Comment' }),
    startTime: dateTime({
      label: 'Start Time',
      required: 'Please input your start time!',
      isPastRefused: true,
    }),
    endTime: dateTime({ label: 'End Time', required: 'Please input your end time!', isPastRefused: true }),
  },
  check: checkReservation,
}
export const TENANT_REQUIRED = 'Please input your tenant!'

/**
 * Form with which the office decides about a payment (rules 8.23). The status is selected on the page,
 * outside the form. `proof` is for payments that the gateway does not report as paid (rules 8.32).
 */
export const paymentReviewForm: Form = {
  fields: {
    remarks: longText({ label: 'Remarks', max: LIMITS.remarks }),
    proof: files({
      label: 'Proof',
      folder: 'paymentproofs',
      accept: ['image', 'pdf'],
      max: 1,
      namePrefix: 'proof_',
      hint: 'A picture or PDF that shows that the money came.',
    }),
  },
}

export const REVERSAL_KINDS = {
  enteredInError: 'Entered in error',
  chequeReturned: 'Cheque returned',
  takenBack: 'Refunded by the gateway',
} as const
export type ReversalKind = keyof typeof REVERSAL_KINDS
export const REVERSAL_KIND_NAMES = Object.keys(REVERSAL_KINDS) as ReversalKind[]

/**
 * Form that reverses (undoes) a posted payment (rules 16.14). The password that confirms the reversal is not
 * a field.
 */
export const reversalForm: Form = {
  fields: {
    kind: choice(
      REVERSAL_KIND_NAMES.map((value) => ({ value, label: REVERSAL_KINDS[value] })),
      { label: 'Reason', variant: 'select', required: 'Please choose the reason!' },
    ),
    remarks: longText({ label: 'Remarks', max: LIMITS.remarks, required: 'Please input your remarks!' }),
  },
}

export function getPaymentTypeInfo(type: number): PaymentTypeInfo {
  const info = PAYMENT_TYPES.find((candidate) => candidate.type === type)
  if (!info) throw new RangeError(`no such payment type: ${type}`)
  return info
}

export const isGatewayPayment = (type: number): boolean => getPaymentTypeInfo(type).channel === 'gateway'

const GATEWAY_METHODS: Readonly<Record<string, string>> = {
  BOG: 'Bogus Bank (test)',
  BOGX: 'Bogus Bank over the counter (test)',
  BDO: 'BDO',
  BPI: 'BPI',
  GCSH: 'GCash',
  MAYA: 'Maya',
  UBPB: 'UnionBank',
  MBTC: 'Metrobank',
  LBPA: 'Landbank',
  CEBL: 'Cebuana Lhuillier',
  MLH: 'M Lhuillier',
  BAYD: 'Bayad Center',
  SMR: 'SM Payment Counters',
  '711': '7-Eleven',
}

export function getGatewayMethodLabel(method: string | null): string {
  if (method === null) return ''
  return GATEWAY_METHODS[method] ?? (/^[A-Z0-9]{2,8}$/.test(method) ? '' : method)
}

/**
 * Returns the gateway's reference if the resident can pay with it at a payment counter, such as in a shop.
 * Returns '' for AQWire, because payment counters do not accept its reference (rules 8.28).
 */
export function getCounterReference(type: number, gatewayReference: string | null): string {
  return (type === PAYMENT_TYPE.dragonpay && gatewayReference) || ''
}

/** Returns client code and date of the statement as MMDDYYYY: `(A-101)11302026` (rules 8.3). */
export function formatInvoiceNumber(
  clientCode: string,
  day: { year: number; month: number; day: number } | null,
): string {
  return day
    ? `(${clientCode})${toTwoDigits(day.month)}${toTwoDigits(day.day)}${day.year}`
    : `(${clientCode})`
}

const toTwoDigits = (value: number): string => String(value).padStart(2, '0')
