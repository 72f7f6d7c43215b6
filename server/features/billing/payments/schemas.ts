import { PAYMENT_TYPES } from '@tahanan/contract/billing/payment.ts'
import { FileLink, Money, NullableText } from '@tahanan/contract/answers.ts'
import { Type } from 'typebox'
import type { Static } from 'typebox'

const nullable = (type: 'integer' | 'number', description?: string) =>
  Type.Unsafe<number | null>({ type: [type, 'null'], ...(description && { description }) })
const when = { format: 'date-time' }
const NullableMoment = Type.Unsafe<string | null>({ type: ['string', 'null'], ...when })
const Moment = Type.Unsafe<string>({ type: 'string', ...when })
const Named = Type.Unsafe<{ name: string } | null>({
  type: ['object', 'null'],
  properties: { name: { type: 'string' } },
  required: ['name'],
})

const Reservation = Type.Object({
  id: Type.Integer(),
  ticketNumber: Type.String(),
  status: Type.Integer({ description: "The reservation's own, 1 to 6; 0 when it was deleted" }),
  amenity: Type.String(),
  title: Type.String(),
  startTime: NullableMoment,
  endTime: NullableMoment,
})

export const PaymentAnswer = Type.Object({
  id: Type.Integer(),
  referenceNumber: Type.String({ description: 'PY-2026-000001' }),
  tenantId: Type.Integer(),
  tenant: Type.Object({
    id: Type.Integer(),
    clientCode: Type.String(),
    uoccname: Type.String(),
    unitNumber: Type.String(),
  }),
  type: Type.Integer({ description: PAYMENT_TYPES.map(({ type, label }) => `${type} ${label}`).join(', ') }),
  status: Type.Integer({
    description: '1 created, 2 for verification, 3 verified, 4 posted, 5 rejected; live events: 0 deleted',
  }),
  soaAmount: Type.Number({ description: 'Pesos; what the tenant owed when the payment was made.' }),
  soaDate: NullableMoment,
  amountPaid: Money,
  currency: Type.String(),
  invoiceNumber: Type.String(),
  invoiceDate: NullableMoment,
  transactionDate: NullableMoment,
  email: Type.String(),
  images: Type.Array(FileLink, { description: 'The deposit slip' }),
  message: Type.String({ description: "The gateway's" }),
  remarks: Type.String({ description: "The office's" }),
  returnUrl: NullableText,
  txnId: NullableText,
  outsourceStatus: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: "The gateway's letter: S successful, P pending, R refund, …",
  }),
  gatewayReference: NullableText,
  gatewayMethod: NullableText,
  gatewayAmount: nullable('number', 'Pesos, as the gateway says'),
  setAside: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Administrators: why a person must look, a reason a line',
  }),
  sandbox: Type.Boolean({ description: 'Nothing real was paid.' }),
  reservation: Type.Union([Reservation, Type.Null()]),
  verifiedDate: NullableMoment,
  verifiedById: nullable('integer', 'Administrators'),
  verifier: Named,
  postedDate: NullableMoment,
  postedBy: Named,
  receiptNumber: NullableText,
  created_at: Moment,
  updated_at: Moment,
  can: Type.Array(Type.String(), {
    description: 'edit, verify, post, reject, delete, approveReserved, receipt: what the caller may do now',
  }),
})
export type PaymentRecord = Static<typeof PaymentAnswer>

export const PaymentHistory = Type.Array(
  Type.Object({
    at: Moment,
    who: Type.String({ description: "Residents read 'PMO' in place of a staff name." }),
    fromStatus: nullable('integer'),
    toStatus: Type.Integer(),
    fromOutsource: NullableText,
    toOutsource: NullableText,
    remark: NullableText,
  }),
)

export const PayfileAnswer = Type.Object({
  id: Type.Integer(),
  trnno: Type.String({ description: 'Reference number' }),
  trndate: Type.String({ description: 'DD/MM/YYYY in community time' }),
  urefno: Type.String({ description: 'Client code' }),
  clientname: Type.String(),
  payamt: Money,
  trantype: Type.String({ description: 'DD, DP or QW' }),
})
