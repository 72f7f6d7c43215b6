import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import type { FormAction } from '@tahanan/contract/forms/fields.ts'
import { Type } from 'typebox'
import type { TSchema } from 'typebox'
import type { TicketRecord } from './present.ts'
import { answerOf, inputFields, nullable, NullableTime, Time } from '../../platform/http/field-schemas.ts'

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
