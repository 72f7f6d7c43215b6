import { Type, type Static, type TSchema } from 'typebox'
import { describeId, Id, nullable, oneOf } from '../answers.ts'
import type { FormAction } from '../forms/fields.ts'
import { toInputFields } from '../forms/requests.ts'
import { LIMITS } from '../limits.ts'
import { LastSeenVersion } from '../requests.ts'
import { DECIDED_STATUSES, STATUS } from '../statuses.ts'
import type { TicketModule } from './define-module.ts'

/** If true, the booking is made although the booking rules of the amenity refuse it. */
export const ConfirmedRules = Type.Optional(
  Type.Boolean({ description: 'Administrators: the second press, after 409 `againstRules`' }),
)

/**
 * Returns a schema for the API document only. Describes the body of administrators, which contains all fields
 * of the residents' body. `step` is a change of status that may also update fields.
 */
export function getBodySchema(module: TicketModule, action: FormAction | 'step') {
  const isNew = action === 'create'
  const description = 'Administrators only'
  const commonProperties: Record<string, TSchema> = {
    tenantId: Type.Optional(describeId('Administrators: the tenant the ticket is for')),
    ...(action === 'update' && {
      status: Type.Optional(Type.Integer({ minimum: 1, maximum: 6, description })),
    }),
    ...((!isNew || module.hasRemarksOnCreate) && { remarks: Type.Optional(Type.String({ description })) }),
    ...(module.heldResource && { confirmedRules: ConfirmedRules }),
    ...(!isNew && { updated_at: LastSeenVersion }),
  }
  return Type.Object({ ...commonProperties, ...toInputFields(module, isNew ? 'create' : 'update') })
}

const TicketVersions = Type.Array(
  Type.Object({ id: Id, updated_at: Type.String({ description: 'As last seen; others are refused' }) }),
  { minItems: 1, maxItems: LIMITS.decidedTickets },
)
export type TicketVersions = Static<typeof TicketVersions>

/** Decision about many tickets by one call (rules 4.28). */
export const DecideTicketsBody = Type.Object({
  tickets: TicketVersions,
  status: oneOf([STATUS.approval, ...DECIDED_STATUSES]),
  remarks: Type.Optional(Type.String({ maxLength: LIMITS.longText, description: 'Saved with each ticket' })),
})
export type DecideTicketsBody = Static<typeof DecideTicketsBody>

const AssigneeId = Type.Unsafe<number | null>({
  ...nullable(describeId('An administrator who may change the module; null for nobody')),
  'x-message': 'Please choose an administrator, or nobody.',
})

export const AssignBody = Type.Object({ assigneeId: AssigneeId, updated_at: LastSeenVersion })
export type AssignBody = Static<typeof AssignBody>

/** Assignment of many tickets by one call (rules 4.35). */
export const AssignTicketsBody = Type.Object({ tickets: TicketVersions, assigneeId: AssigneeId })
export type AssignTicketsBody = Static<typeof AssignTicketsBody>
