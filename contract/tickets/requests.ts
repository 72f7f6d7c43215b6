import { Type, type TSchema } from 'typebox'
import { describeId } from '../answers.ts'
import type { FormAction } from '../forms/fields.ts'
import { inputFields } from '../forms/requests.ts'
import { LastSeen } from '../requests.ts'
import type { TicketModule } from './define-module.ts'

/**
 * The documented body of a create, an update or a step that an update comes with, for administrators, whose forms hold all that
 * residents' do.
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
