import { Type, type TSchema } from 'typebox'
import { describeId } from '../answers.ts'
import { isWritable, getRequiredMessage, type Field, type FormAction, type Form } from './fields.ts'

/** Returns a schema for the API document only; `validate.ts` validates the requests. */
function toInputSchema(field: Field): TSchema {
  const description = field.label
  switch (field.kind) {
    case 'text':
      // A phone number gets no pattern here: the field's pattern matches the stored number, which has no
      // separators.
      if (field.input === 'tel')
        return Type.String({ description: `${description}, such as +63 917 555 0101 or 0917-555-0101` })
      return Type.String({
        description,
        maxLength: field.max,
        ...(field.pattern && { pattern: field.pattern.source }),
      })
    case 'date':
      return Type.String({ description: `${description}, YYYY-MM-DD` })
    case 'dateTime':
      return Type.String({
        description: `${description}, ISO 8601 with an offset or YYYY-MM-DD HH:mm:ss in community time`,
      })
    case 'choice':
      return Type.Union(
        field.options.map(({ value, label }) => Type.Literal(value, { description: label })),
        { description },
      )
    case 'money':
      return Type.Number({
        description: `${description}, pesos`,
        ...(!field.mustBeNegative && { minimum: 0 }),
      })
    case 'wholeNumber':
      return Type.Integer({ description, minimum: 1 })
    case 'reference':
      return describeId(description)
    case 'switch':
      return Type.Integer({ description: `${description}, 1 or 0`, minimum: 0, maximum: 1 })
    case 'richText':
      return Type.Unsafe<unknown>({ description: `${description}, ProseMirror JSON or its text` })
    case 'files':
      return Type.Array(
        Type.Object({
          name: Type.String(),
          url: Type.String({ description: `Key of an upload in ${field.folder}/` }),
        }),
        {
          description,
          maxItems: field.max,
        },
      )
    case 'list':
      return Type.Array(
        Type.Object(
          Object.fromEntries(
            Object.entries(field.fields).map(([key, innerField]) => [key, toInputSchema(innerField)]),
          ),
        ),
        { description },
      )
  }
}

export function toInputFields(form: Form, action: FormAction): Record<string, TSchema> {
  const fields = Object.entries(form.fields)
    .filter(([, field]) => isWritable(field, 'admin', action) || isWritable(field, 'resident', action))
    .map(([key, field]) => {
      const isRequired = action === 'create' && getRequiredMessage(field, 'resident', action) !== undefined
      return [key, isRequired ? toInputSchema(field) : Type.Optional(toInputSchema(field))]
    })
  return Object.fromEntries(fields) as Record<string, TSchema>
}
