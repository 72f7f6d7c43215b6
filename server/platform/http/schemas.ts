import { Type } from 'typebox'
import type { Static, TObject, TSchema } from 'typebox'

/** A text that may be null, told as one type, which serialises faster than a union. */
export const NullableText = Type.Unsafe<string | null>({ type: ['string', 'null'] })
/** A moment as ISO 8601 in UTC; handlers answer Dates. */
export const Time = Type.Unsafe<Date>({ type: 'string', format: 'date-time' })
export const NullableTime = Type.Unsafe<Date | null>({ type: ['string', 'null'], format: 'date-time' })
/** Pesos with at most two decimals. */
export const Money = Type.Number({ description: 'Pesos.' })
export const Id = Type.Integer({ minimum: 1 })

/** `{id}` in a path. What is no number answers 400; a number that no record can have answers 404. */
export const IdParams = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) })

/** A stored file with its signed links. */
export const FileLink = Type.Object({
  name: Type.String(),
  url: Type.String(),
  src: Type.Optional(Type.String()),
  thumb: Type.Optional(Type.String()),
  screen: Type.Optional(Type.String()),
})

/** The answer of a list (rules 13.1). */
export function ListOf<Row extends TSchema>(row: Row) {
  return Type.Object({
    data: Type.Array(row),
    total: Type.Integer(),
    from: Type.Integer({ description: 'Number of the first row, counted from 1; 0 when there is none.' }),
  })
}

/** Answer of a call that has nothing to tell but that it is done. */
export const Done = Type.Object({ message: Type.String() })

export const DownloadLink = Type.Object({
  url: Type.String({
    description:
      'For the browser to follow, without a header; good for a minute and while the session lasts.',
  }),
})

export const ErrorAnswer = Type.Object({
  code: Type.String(),
  message: Type.String(),
  errors: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
})

/**
 * A text that must be given; `message` is told at the field when it is missing, empty or blank.
 */
export function requiredText(message: string, options: { maxLength?: number } = {}) {
  return Type.String({ minLength: 1, maxLength: 255, pattern: '\\S', 'x-message': message, ...options })
}

export type AnswerOf<Schema extends TObject> = Static<Schema>
