import { Type, type Static, type TSchema } from 'typebox'
import type { ErrorCode } from './errors.ts'

/**
 * Schemas that several answers share. The web app imports only types from files that import TypeBox, so that
 * browsers do not load TypeBox (checked by scripts/layers.mjs).
 */

/** Type of a response body after the conversion to JSON, in which dates are strings. */
export type Answer<Schema extends TSchema> = ToJson<Static<Schema>>
type ToJson<Value> = Value extends Date
  ? string
  : Value extends object
    ? { [Key in keyof Value]: ToJson<Value[Key]> }
    : Value

/**
 * Adds `null` to a schema as a second type, because a schema with two types is serialised faster than a
 * union.
 */
export function nullable<Schema extends TSchema>(schema: Schema) {
  const { type, enum: values, ...rest }: { type?: string; enum?: readonly unknown[] } = schema
  return Type.Unsafe<Static<Schema> | null>({
    ...rest,
    type: [type, 'null'],
    ...(values && { enum: [...values, null] }),
  })
}

export function oneOf<const Value extends string | number>(
  values: readonly Value[],
  options: { default?: Value; description?: string } = {},
) {
  const schemaType = typeof values[0] === 'number' ? 'integer' : 'string'
  return Type.Unsafe<Value>({ type: schemaType, enum: values, ...options })
}

export const text = Type.String()
export const NullableText = nullable(text)
export const Time = Type.Unsafe<Date>({ type: 'string', format: 'date-time' })
export const NullableTime = nullable(Time)
/**
 * Time as text. Unlike `Time`, it is not a Date, because the database stores it as text, like the values of
 * form fields.
 */
export const IsoTime = Type.String({ description: 'ISO 8601 in UTC' })
export const Day = Type.String({ description: 'YYYY-MM-DD, a day of the community' })
export const Money = Type.Number({ description: 'Pesos.' })
export const Count = Type.Integer()
/**
 * Id of a record. If the id in a path is a number beyond the range of ids, the server answers 404; for text
 * and 0 it answers 400 (rules 14.14).
 */
export const Id = describeId()
export const NullableId = nullable(Id)
export const OnOff = oneOf([0, 1], { description: '1 or 0' })

export function describeId(description?: string) {
  return Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    ...(description !== undefined && { description }),
  })
}

export const TenantContact = Type.Object({
  phones: Type.Array(text, { description: 'Empty without `tenants.view`' }),
  leftToPay: nullable(
    Type.Number({
      description: 'Pesos; below zero is credit. Null without `tenants.view` and `billings.view`',
    }),
  ),
})
export type TenantContact = Answer<typeof TenantContact>

export const FileLink = Type.Object({
  name: text,
  url: text,
  src: Type.Optional(text),
  thumb: Type.Optional(text),
  screen: Type.Optional(text),
})

export function ListOf<Row extends TSchema>(row: Row) {
  return Type.Object({
    data: Type.Array(row),
    total: Type.Integer(),
    from: Type.Integer({ description: 'Number of the first row, counted from 1; 0 when there is none.' }),
  })
}
export interface ListOf<Row> {
  data: Row[]
  total: number
  from: number
}

export function ListWithCountsOf<Row extends TSchema>(row: Row) {
  return Type.Object({
    ...ListOf(row).properties,
    counts: Type.Optional(
      Type.Record(Type.String(), Count, { description: 'Administrators: rows in each status, and all' }),
    ),
  })
}
export interface ListWithCountsOf<Row> extends ListOf<Row> {
  counts?: Record<string, number>
}

export const MessageAnswer = Type.Object({ message: text })
export type MessageAnswer = Answer<typeof MessageAnswer>

export const SuccessAnswer = Type.Object({ success: Type.Boolean() })

export const DownloadLink = Type.Object({
  url: Type.String({
    description:
      'For the browser to follow, without a header; good for a minute and while the session lasts.',
  }),
})
export type DownloadLink = Answer<typeof DownloadLink>

export const FreeTimeSlot = Type.Object({ startTime: IsoTime, endTime: IsoTime })
export type FreeTimeSlot = Answer<typeof FreeTimeSlot>

export const ErrorAnswer = Type.Object({
  code: Type.Unsafe<ErrorCode>({ type: 'string' }),
  message: text,
  errors: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
  change: Type.Optional(
    Type.String({ description: 'Who changed the record meanwhile, and how: Liza Villanueva approved it.' }),
  ),
  next: Type.Optional(FreeTimeSlot),
})
export type ErrorAnswer = Answer<typeof ErrorAnswer>

export const tenantFields = { tenantId: Type.Integer(), clientCode: text, uoccname: text }

export const TenantOption = Type.Object({
  id: Type.Integer(),
  clientCode: text,
  uoccname: text,
  unitNumber: text,
})
export type TenantOption = Answer<typeof TenantOption>

export const UploadedFile = Type.Object({
  key: Type.String({ description: 'The name of the file in records (`url`).' }),
  location: Type.String({ description: 'A link to it, signed for five minutes.' }),
  name: Type.String({ description: 'What people see it called.' }),
  thumb: Type.Optional(Type.String({ description: 'A link to the small picture (320 px) of an image.' })),
  screen: Type.Optional(Type.String({ description: 'A link to the image as a screen needs it (1080 px).' })),
})
export type UploadedFile = Answer<typeof UploadedFile>

export const SignedLink = Type.Object({ url: Type.String() })
export type SignedLink = Answer<typeof SignedLink>
