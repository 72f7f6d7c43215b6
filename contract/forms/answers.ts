import { Type, type TSchema } from 'typebox'
import { FileLink, Money, nullable, oneOf, OnOff, IsoTime } from '../answers.ts'
import type { Field } from './fields.ts'

export function toFieldSchema(field: Field): TSchema {
  switch (field.kind) {
    case 'text':
    case 'date':
      return nullable(Type.String())
    case 'dateTime':
      return nullable(IsoTime)
    case 'choice':
      return nullable(oneOf(field.options.map(({ value }) => value)))
    case 'money':
      return nullable(Money)
    case 'wholeNumber':
    case 'reference':
      return nullable(Type.Integer())
    case 'switch':
      return nullable(OnOff)
    case 'richText':
      return Type.Unsafe<unknown>({ description: 'ProseMirror JSON' })
    case 'files':
      return Type.Array(FileLink)
    case 'list':
      return Type.Array(
        Type.Object(
          Object.fromEntries(
            Object.entries(field.fields).map(([key, innerField]) => [key, toFieldSchema(innerField)]),
          ),
        ),
      )
  }
}
