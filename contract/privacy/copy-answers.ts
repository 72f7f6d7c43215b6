import { Type } from 'typebox'
import { nullable, NullableText, NullableTime, oneOf, Time, type Answer } from '../answers.ts'

/** Copy of a tenant's personal data (rules 26). */
export const DataCopy = Type.Object({
  id: Type.Integer(),
  state: oneOf(['waiting', 'making', 'ready', 'failed', 'deleted']),
  askedBy: oneOf(['client', 'super-admin']),
  bytes: nullable(Type.Integer()),
  files: nullable(Type.Integer({ description: 'Stored files in it.' })),
  problem: NullableText,
  created_at: Time,
  made_at: NullableTime,
  deletes_at: NullableTime,
})
export type DataCopy = Answer<typeof DataCopy>

export const DataCopies = Type.Object({ data: Type.Array(DataCopy) })
export type DataCopies = Answer<typeof DataCopies>
