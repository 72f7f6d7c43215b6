import { Type } from 'typebox'
import type { TSchema } from 'typebox'
import type { FormAction } from '../forms/fields.ts'
import { inputFields } from '../forms/requests.ts'
import type { TicketModule } from './define-module.ts'

/**
 * The documented body of a create, an update or a step that an update comes with, for administrators, whose forms hold all that
 * residents' do.
 */
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
