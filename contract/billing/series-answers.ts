import { Type } from 'typebox'
import { NullableText, NullableTime, nullable, oneOf, Time, type Answer } from '../answers.ts'
import { SERIES_KIND_NAMES } from './series.ts'

const text = Type.String()

/** Series of receipt or invoice numbers (rules 18.1). */
export const Series = Type.Object({
  id: Type.Integer(),
  kind: oneOf(SERIES_KIND_NAMES),
  prefix: Type.String({ description: 'AR-2026-' }),
  first: Type.Integer(),
  last: nullable(Type.Integer({ description: 'Null for a series without an end' })),
  next: Type.Integer({ description: 'Number that is issued next' }),
  lastIssued: nullable(Type.String({ description: 'AR-2026-000123' })),
  permit: text,
  permitDate: nullable(Type.String({ description: 'YYYY-MM-DD' })),
  registeredName: text,
  tin: text,
  address: text,
  by: NullableText,
  created_at: Time,
  closedAt: NullableTime,
  unconfirmed: Type.Boolean({ description: 'It issues nothing until its last printed number is confirmed.' }),
})
export type Series = Answer<typeof Series>

/** Issued number of a receipt or invoice (rules 18.10). */
export const IssuedNumber = Type.Object({
  id: Type.Integer(),
  number: text,
  at: Time,
  tenant: nullable(Type.Object({ id: Type.Integer(), clientCode: text, uoccname: text })),
  about: text,
  amount: nullable(Type.Number({ description: 'Pesos' })),
  paymentId: nullable(Type.Integer()),
  isInvoice: Type.Boolean({ description: 'There is an invoice to open or to void.' }),
  removed: Type.Boolean({ description: 'A reset removed what it was issued for.' }),
  voided: nullable(
    Type.Object({ reason: text, remarks: text, replacedBy: NullableText, at: Time, by: NullableText }),
  ),
})
export type IssuedNumber = Answer<typeof IssuedNumber>
