import { Type } from 'typebox'
import type { Static, TProperties } from 'typebox'
import { FileLink, Time } from '../answers.ts'
import type { Answer } from '../answers.ts'
import {
  advertisementForm,
  amenityForm,
  memorandumForm,
  policyForm,
  policyHeaderForm,
} from '../content/forms.ts'
import { fieldAnswer } from '../forms/answers.ts'
import type { Field, FileRef, FilesField } from '../forms/fields.ts'
import type { Form } from '../forms/validate.ts'

/** Values of a record's fields: texts, moments and files. */
type ValuesOf<Fields> = { [Key in keyof Fields]: Fields[Key] extends FilesField ? FileRef[] : string }

/** A record of the office: the fields of its form, and `more` columns. */
function recordAnswer<Fields extends Readonly<Record<string, Field>>, More extends TProperties>(
  { fields }: Form & { fields: Fields },
  more: More,
) {
  const columns = {
    id: Type.Integer(),
    ...more,
    status: Type.Integer(),
    created_at: Time,
    updated_at: Time,
  }
  const values = Object.entries(fields).map(([key, field]) => [key, fieldAnswer(field)] as const)
  return Type.Unsafe<Static<ReturnType<typeof Type.Object<typeof columns>>> & ValuesOf<Fields>>(
    Type.Object({ ...columns, ...Object.fromEntries(values) }),
  )
}

/** A building circular or memorandum (rules 9.16). */
export const Memorandum = recordAnswer(memorandumForm, {})
export type Memorandum = Answer<typeof Memorandum>

/** A policy under a header of the house rules. */
export const Policy = recordAnswer(policyForm, { policyHeaderId: Type.Integer() })
export type Policy = Answer<typeof Policy>

/** A header of the house rules with its policies (rules 9.18). */
export const PolicyHeader = recordAnswer(policyHeaderForm, { sequenceNumber: Type.Integer() })
export const HeaderWithPolicies = recordAnswer(policyHeaderForm, {
  sequenceNumber: Type.Integer(),
  policies: Type.Array(Policy),
})
export type HeaderWithPolicies = Answer<typeof HeaderWithPolicies>

/** An amenity that residents can reserve (rules 9.22). */
export const Amenity = recordAnswer(amenityForm, {})
export type Amenity = Answer<typeof Amenity>

/** An advertisement as the office keeps it. */
export const Advertisement = recordAnswer(advertisementForm, {})
export type Advertisement = Answer<typeof Advertisement>

/** An advertisement as residents see it. */
export const Ad = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  url: Type.String(),
  images: Type.Array(FileLink),
})
export type Ad = Answer<typeof Ad>
