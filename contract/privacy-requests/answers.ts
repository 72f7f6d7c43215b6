import { Type } from 'typebox'
import { Day, Id, nullable, NullableText, NullableTime, oneOf, text, Time, type Answer } from '../answers.ts'
import { PERSON_RECORD_KINDS, REQUEST_KIND_NAMES, REQUEST_STATE_NAMES } from './request-form.ts'

const REQUEST_FIELDS = {
  id: Id,
  kind: oneOf(REQUEST_KIND_NAMES),
  message: text,
  state: oneOf(REQUEST_STATE_NAMES),
  dueOn: Day,
  answer: text,
  answeredAt: NullableTime,
  created_at: Time,
  updated_at: Time,
}

export const OwnPrivacyRequest = Type.Object(REQUEST_FIELDS)
export type OwnPrivacyRequest = Answer<typeof OwnPrivacyRequest>

export const PersonRecord = Type.Object({
  kind: oneOf(PERSON_RECORD_KINDS),
  id: Id,
  label: Type.String({ description: 'What it is and whom it names' }),
})

export const FoundPersonRecord = Type.Object({
  ...PersonRecord.properties,
  name: text,
  detail: Type.String({ description: 'Phone, email or plate, and the unit' }),
  at: Time,
})
export type FoundPersonRecord = Answer<typeof FoundPersonRecord>

export const PrivacyRequest = Type.Object({
  ...REQUEST_FIELDS,
  late: Type.Boolean({ description: 'Open after its due date' }),
  tenant: nullable(Type.Object({ id: Id, clientCode: text, uoccname: text, unitNumber: NullableText })),
  personName: Type.String({ description: 'Of the tenant, or of a person without an account' }),
  contact: text,
  about: text,
  records: Type.Array(PersonRecord),
  answeredBy: NullableText,
  enteredBy: nullable(Type.String({ description: 'Null if the resident filed it' })),
})
export type PrivacyRequest = Answer<typeof PrivacyRequest>
