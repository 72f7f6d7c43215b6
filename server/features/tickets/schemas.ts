import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import type { Field, FormAction } from '@tahanan/contract/forms/fields.ts'
import { isWritable, requiredMessage } from '@tahanan/contract/forms/fields.ts'
import type { Form } from '@tahanan/contract/forms/validate.ts'
import { Type } from 'typebox'
import type { TSchema } from 'typebox'
import type { TicketRecord } from './present.ts'

// One type with null in it serialises several times faster than a union of two schemas.
const nullable = (type: string, description?: string) =>
  Type.Unsafe<unknown>({ type: [type, 'null'], ...(description && { description }) })
const Time = Type.String({ description: 'ISO 8601 in UTC' })
const NullableTime = nullable('string', 'ISO 8601 in UTC')

const nullableObject = (properties: Record<string, unknown>) =>
  Type.Unsafe<unknown>({ type: ['object', 'null'], properties })
const Person = nullableObject({ id: { type: 'integer' }, name: { type: 'string' } })
const Titled = nullableObject({ id: { type: 'integer' }, title: { type: 'string' } })
const Tenant = Type.Object({
  id: Type.Integer(),
  clientCode: Type.String(),
  uoccname: Type.String(),
  unitNumber: Type.String(),
})
const FileAnswer = Type.Object({
  name: Type.String(),
  url: Type.String(),
  src: Type.Optional(Type.String()),
  thumb: Type.Optional(Type.String()),
  screen: Type.Optional(Type.String()),
})

const listed = {
  id: Type.Integer(),
  ticketNumber: Type.String(),
  origin: Type.String({ description: 'Name of the module' }),
  tenantId: Type.Integer(),
  tenant: Tenant,
  status: Type.Integer(),
  created_at: Time,
  updated_at: Time,
  can: Type.Array(Type.String(), { description: 'What the caller may do with it now' }),
}

/** A row of the Services list. */
export const ListedTicket = Type.Unsafe<TicketRecord>(Type.Object(listed))

/** How a field leaves the server. */
export function answerOf(field: Field): TSchema {
  switch (field.kind) {
    case 'text':
    case 'date':
      return nullable('string')
    case 'dateTime':
      return NullableTime
    case 'choice':
      return Type.Unsafe<unknown>({
        type: [typeof field.options[0]?.value === 'number' ? 'number' : 'string', 'null'],
      })
    case 'money':
      return nullable('number', 'Pesos')
    case 'wholeNumber':
    case 'reference':
      return nullable('integer')
    case 'switch':
      return nullable('integer', '1 or 0')
    case 'richText':
      return Type.Unsafe<unknown>({ description: 'ProseMirror JSON' })
    case 'files':
      return Type.Array(FileAnswer)
    case 'list':
      return Type.Array(
        Type.Object(
          Object.fromEntries(Object.entries(field.fields).map(([key, inner]) => [key, answerOf(inner)])),
        ),
      )
  }
}

/** A record of a module: what every ticket has, its stamps, its own fields. Private fields may be absent. */
export function recordSchema(module: TicketModule, more: Record<string, TSchema> = {}) {
  const fields: Record<string, TSchema> = {}
  for (const [key, field] of Object.entries(module.fields)) {
    fields[key] = field.private ? Type.Optional(answerOf(field)) : answerOf(field)
    if (field.kind === 'reference') fields[field.to] = Titled
  }
  for (const name of Object.keys(module.stamps)) fields[name] = NullableTime
  return Type.Unsafe<TicketRecord>(
    Type.Object({
      ...listed,
      remarks: Type.String(),
      approvedById: nullable('integer'),
      approver: Person,
      verifiedById: nullable('integer'),
      verifier: Person,
      verifiedDate: NullableTime,
      ...fields,
      ...more,
    }),
  )
}

export const HistoryEntry = Type.Object({
  id: Type.Integer(),
  at: Time,
  actor: Type.Object({ kind: Type.String(), name: Type.String(), self: Type.Boolean() }),
  from: nullable('integer'),
  to: Type.Integer(),
  fields: Type.Array(Type.String()),
  remark: nullable('string'),
})

/** How a field enters the server, for the API document. The checks themselves are `contract/forms/validate.ts`. */
function inputOf(field: Field): TSchema {
  const description = field.label
  switch (field.kind) {
    case 'text':
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
      return Type.Number({ description: `${description}, pesos`, minimum: 0 })
    case 'wholeNumber':
      return Type.Integer({ description, minimum: 1 })
    case 'reference':
      return Type.Integer({ description })
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
          Object.fromEntries(Object.entries(field.fields).map(([key, inner]) => [key, inputOf(inner)])),
        ),
        { description },
      )
  }
}

/** The documented fields of a form as a call sends them. */
export function inputFields(form: Form, action: FormAction): Record<string, TSchema> {
  const fields = Object.entries(form.fields)
    .filter(([, field]) => isWritable(field, 'admin', action) || isWritable(field, 'resident', action))
    .map(([key, field]) => {
      const required = action === 'create' && requiredMessage(field, 'resident', action) !== undefined
      return [key, required ? inputOf(field) : Type.Optional(inputOf(field))]
    })
  return Object.fromEntries(fields) as Record<string, TSchema>
}

/** The documented body of a create, an update or a step that an update comes with, for administrators, whose forms hold all that residents' do. */
export function bodySchema(module: TicketModule, action: FormAction | 'step') {
  const common: Record<string, TSchema> = {
    tenantId: Type.Optional(Type.Integer({ description: 'Administrators: the tenant the ticket is for' })),
    ...(action === 'create'
      ? {
          ...(module.remarksOnCreate && {
            remarks: Type.Optional(Type.String({ description: 'Administrators only' })),
          }),
        }
      : {
          ...(action === 'update' && {
            status: Type.Optional(
              Type.Integer({ minimum: 1, maximum: 6, description: 'Administrators only' }),
            ),
          }),
          remarks: Type.Optional(Type.String({ description: 'Administrators only' })),
          updated_at: Type.Optional(
            Type.String({ description: 'As last seen; 409 when the record has changed since' }),
          ),
        }),
  }
  return Type.Object({ ...common, ...inputFields(module, action === 'create' ? 'create' : 'update') })
}
