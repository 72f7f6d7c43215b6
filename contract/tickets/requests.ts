import { Type, type TSchema } from 'typebox'
import { describeId } from '../answers.ts'
import type { FormAction } from '../forms/fields.ts'
import { inputFields } from '../forms/requests.ts'
import { LastSeen } from '../requests.ts'
import type { TicketModule } from './define-module.ts'

/**
 * Documented body of a create, of an update, or of an action that includes an update. It is the
 * administrators' body, which contains every field of the residents'.
 */
export function bodySchema(module: TicketModule, action: FormAction | 'step') {
  const isNew = action === 'create'
  const description = 'Administrators only'
  const common: Record<string, TSchema> = {
    tenantId: Type.Optional(describeId('Administrators: the tenant the ticket is for')),
    ...(action === 'update' && {
      status: Type.Optional(Type.Integer({ minimum: 1, maximum: 6, description })),
    }),
    ...((!isNew || module.remarksOnCreate) && { remarks: Type.Optional(Type.String({ description })) }),
    ...(!isNew && { updated_at: LastSeen }),
  }
  return Type.Object({ ...common, ...inputFields(module, isNew ? 'create' : 'update') })
}
