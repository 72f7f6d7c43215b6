import { Type } from 'typebox'
import { Day, Id, Money, nullable, NullableTime, text, Time, type Answer } from '../answers.ts'

export const FoundTenant = Type.Object({
  id: Id,
  clientCode: text,
  name: text,
  isClosed: Type.Boolean(),
})
export type FoundTenant = Answer<typeof FoundTenant>

/**
 * Preview of the erasure of a tenant's data: the number of rows by title of the table in the register, and
 * reasons against the erasure (rules 26.9).
 */
export const ErasurePreview = Type.Object({
  tenant: FoundTenant,
  rows: Type.Array(Type.Object({ title: text, rows: Type.Integer(), effect: text })),
  hold: nullable(text),
  openPayments: Type.Integer(),
  isImporting: Type.Boolean(),
  balance: Money,
})
export type ErasurePreview = Answer<typeof ErasurePreview>

/** Open request for an erasure (rules 26.24, 26.27). */
export const ErasureRequest = Type.Object({
  id: Id,
  who: text,
  /** Null if the person has no account. */
  tenantId: nullable(Id),
  records: Type.Integer({ description: 'Records that the office found to be of the person' }),
  due_on: Day,
})
export type ErasureRequest = Answer<typeof ErasureRequest>

export const ErasureAnswer = Type.Object({
  id: text,
  kind: text,
  tenantId: nullable(Id),
  /** Number of records that the office selected, if the person has no account. */
  records: Type.Integer(),
  state: text,
  rows: Type.Integer({ description: 'Rows that lost data' }),
  problem: text,
  askedBy: text,
  created_at: Time,
  done_at: NullableTime,
})
export type ErasureAnswer = Answer<typeof ErasureAnswer>
