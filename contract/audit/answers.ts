import { Type } from 'typebox'
import { nullable, NullableText, oneOf, Time, type Answer } from '../answers.ts'
import { AUDIT_ACTION_NAMES, AUDIT_AREA_NAMES, AUDIT_SUBJECT_NAMES, type AuditFields } from '../audit.ts'

const NullableAuditFields = Type.Unsafe<AuditFields | null>({
  type: ['object', 'null'],
  additionalProperties: true,
  description: 'The fields that changed',
})

export const AuditEntry = Type.Object({
  id: Type.Integer(),
  at: Time,
  actor: Type.Object({
    area: oneOf(AUDIT_AREA_NAMES),
    id: nullable(Type.Integer()),
    name: Type.String(),
  }),
  action: oneOf(AUDIT_ACTION_NAMES),
  subject: oneOf(AUDIT_SUBJECT_NAMES),
  subjectId: NullableText,
  subjectName: nullable(Type.String({ description: "The record's name at that time" })),
  before: NullableAuditFields,
  after: NullableAuditFields,
  detail: NullableText,
  address: NullableText,
})
export type AuditEntry = Answer<typeof AuditEntry>
