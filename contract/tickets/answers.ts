import { Type, type Static, type TSchema } from 'typebox'
import {
  nullable,
  NullableText,
  oneOf,
  IsoTime,
  Time,
  text,
  type Answer,
  TenantOption,
  type TenantContact,
} from '../answers.ts'
import { toFieldSchema } from '../forms/answers.ts'
import type { TicketEntry } from '../gate/answers.ts'
import type { Status } from '../statuses.ts'
import type { TicketModule } from './define-module.ts'

export type TicketAbility = 'edit' | 'fields' | 'afterApproval' | 'delete' | 'verify' | `status.${Status}`

export const Assignee = Type.Object({ id: Type.Integer(), name: text })
export type Assignee = Answer<typeof Assignee>
const NullableAssignee = nullable(Assignee)

const markOfficeOnly = <Schema extends TSchema>(schema: Schema) =>
  Type.Unsafe<Static<Schema>>({ ...schema, description: 'Administrators only' })

/** Latest pass of the ticket. Null if the ticket has no pass, or if the pass ended more than two days ago. */
const TicketPass = nullable(Type.Object({ to: IsoTime, endedAt: nullable(IsoTime) }))

const ListedTicketFields = Type.Object({
  id: Type.Integer(),
  ticketNumber: text,
  origin: Type.String({ description: 'Name of the module' }),
  tenantId: Type.Integer(),
  tenant: TenantOption,
  status: Type.Integer({ description: '1 to 6; 0 only in live events, for a deleted one' }),
  created_at: IsoTime,
  updated_at: IsoTime,
  can: Type.Array(Type.Unsafe<TicketAbility>(text), {
    description:
      'edit, fields, afterApproval, delete, verify, status.1 … status.6: what the caller may do now',
  }),
  pass: TicketPass,
  assignee: Type.Optional(markOfficeOnly(NullableAssignee)),
  due_at: Type.Optional(markOfficeOnly(nullable(IsoTime))),
  about: Type.Optional(
    Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: "Administrators only: the values of the module's card, in mixed lists",
    }),
  ),
})
const TicketFields = Type.Object({
  ...ListedTicketFields.properties,
  remarks: text,
  postById: Type.Optional(markOfficeOnly(nullable(Type.Integer()))),
  approvedById: nullable(Type.Integer()),
  approver: NullableAssignee,
  verifiedById: nullable(Type.Integer()),
  verifier: NullableAssignee,
  verifiedDate: nullable(IsoTime),
})

export const TicketEvent = Type.Object({
  id: Type.Integer(),
  at: IsoTime,
  actor: Type.Object({
    kind: oneOf(['resident', 'pmo', 'system']),
    name: text,
    self: Type.Boolean(),
  }),
  from: nullable(Type.Integer()),
  to: Type.Integer(),
  fields: Type.Array(text, {
    description:
      "Names of the module's fields, 'verified', 'pass', or 'price' (the office entered no amount)",
  }),
  remark: NullableText,
  assignee: Type.Optional(
    Type.String({ description: 'Administrators only: the new assignee, empty for nobody' }),
  ),
  overridden: Type.Optional(
    Type.String({ description: 'Administrators only: the booking rule that the office overrode' }),
  ),
})
export type TicketEvent = Answer<typeof TicketEvent>

/** Ticket with the fields of its module, whose keys are in `module.fields` and `module.stamps`. */
export type Ticket = Answer<typeof ListedTicketFields> &
  Partial<Answer<typeof TicketFields>> & {
    history?: TicketEvent[]
    entries?: TicketEntry[]
    contact?: TenantContact
  } & Record<string, unknown>

export const ListedTicket = Type.Unsafe<Ticket>(ListedTicketFields)

/**
 * Returns the schema of a module's tickets. Private fields are optional, because some accounts do not get
 * them. `extraFields` contains additional fields, for API calls that return more.
 */
export function toTicketSchema(module: TicketModule, extraFields: Record<string, TSchema> = {}) {
  const fields: Record<string, TSchema> = {}
  for (const [key, field] of Object.entries(module.fields)) {
    fields[key] = field.private ? Type.Optional(toFieldSchema(field)) : toFieldSchema(field)
    if (field.kind === 'reference')
      fields[field.to] = nullable(Type.Object({ id: Type.Integer(), title: text }))
  }
  if (module.heldResource)
    Object.assign(fields, {
      cancelUntil: nullable(IsoTime),
      leftToPay: nullable(Type.Number({ description: 'Pesos; null if there is nothing to pay' })),
      payUntil: nullable(IsoTime),
    })
  for (const name of Object.keys(module.recordedTimes)) fields[name] = nullable(IsoTime)
  return Type.Unsafe<Ticket>(Type.Object({ ...TicketFields.properties, ...fields, ...extraFields }))
}

export const TakenSlot = Type.Object({
  amenityId: Type.Integer(),
  startTime: Time,
  endTime: Time,
  own: Type.Boolean({ description: "Whether the caller's own ticket holds it" }),
})
export type TakenSlot = Answer<typeof TakenSlot>

export const DecisionResult = Type.Object({
  done: Type.Array(Type.Integer()),
  saved: Type.Array(Type.Object({ id: Type.Integer(), updated_at: IsoTime }), {
    description: 'Those of `done` with their new `updated_at`',
  }),
  refused: Type.Array(
    Type.Object({
      id: Type.Integer(),
      ticketNumber: Type.String({ description: 'Empty if the module has no such ticket' }),
      code: text,
      message: text,
    }),
  ),
})
export type DecisionResult = Answer<typeof DecisionResult>
