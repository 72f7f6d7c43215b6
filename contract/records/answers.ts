import { Type, type Static, type TProperties } from 'typebox'
import { FileLink, Time, type Answer } from '../answers.ts'
import { toFieldSchema } from '../forms/answers.ts'
import type { FileRef, FilesField } from '../forms/fields.ts'
import type { AnyRecordKind } from './define-record-kind.ts'
import { amenity } from './kinds/amenity.ts'
import { memorandum } from './kinds/memorandum.ts'
import { policyHeader } from './kinds/policy-header.ts'
import { policy } from './kinds/policy.ts'

type RecordValues<Fields> = { [Key in keyof Fields]: Fields[Key] extends FilesField ? FileRef[] : string }

const COMMON_COLUMNS = { id: Type.Integer(), status: Type.Integer(), created_at: Time, updated_at: Time }
type CommonColumns = Static<ReturnType<typeof Type.Object<typeof COMMON_COLUMNS>>>

export function toRecordSchema<Kind extends AnyRecordKind, More extends TProperties>(
  { fields, numbers = [] }: Kind,
  extraProperties?: More,
) {
  const values = Object.entries(fields).map(([key, field]) => [key, toFieldSchema(field)] as const)
  const countSchemas = numbers.map((key) => [key, Type.Integer()] as const)
  return Type.Unsafe<
    CommonColumns &
      RecordValues<Kind['fields']> &
      Record<NonNullable<Kind['numbers']>[number], number> &
      Static<ReturnType<typeof Type.Object<More>>>
  >(
    Type.Object({
      ...COMMON_COLUMNS,
      ...Object.fromEntries([...countSchemas, ...values]),
      ...extraProperties,
    }),
  )
}

const Memorandum = toRecordSchema(memorandum)
export type Memorandum = Answer<typeof Memorandum>

const Policy = toRecordSchema(policy)
export type Policy = Answer<typeof Policy>

/** Header (section) of the house rules with its policies (rules 9.18). */
export const HeaderWithPolicies = toRecordSchema(policyHeader, { policies: Type.Array(Policy) })
export type HeaderWithPolicies = Answer<typeof HeaderWithPolicies>

/** Amenity that residents can reserve (rules 9.22). */
const Amenity = toRecordSchema(amenity)
export type Amenity = Answer<typeof Amenity>

export const Ad = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  url: Type.String(),
  images: Type.Array(FileLink),
})
export type Ad = Answer<typeof Ad>
