import { Type } from 'typebox'
import type { PortalApp } from '../http/portal-app.ts'
import { IdParams, requiredText } from '../http/schemas.ts'
import type { Services } from '../services.ts'
import { RoleEntrySchema } from '../sessions/me.ts'
import { PASSWORD_MAX } from '../sessions/passwords.ts'
import { changeAdmin } from './change-admin.ts'

const Admin = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  status: Type.Integer(),
  roles: Type.Array(RoleEntrySchema),
})

/** Administrator accounts, as far as their access goes (specification 3 §7, decisions §2). */
export function adminRoutes(app: PortalApp, services: Services): void {
  app.put('/user-admin/:id', {
    config: { policy: { areas: ['super-admin'] } },
    schema: {
      tags: ['Administrators'],
      summary: "Change an administrator's account and access",
      description:
        'What is not named stays as it is. Roles count from the next call on; a new password ends the sessions.',
      params: IdParams,
      body: Type.Partial(
        Type.Object({
          name: requiredText('Please input your name!'),
          firstName: requiredText('Please input your first name!'),
          lastName: requiredText('Please input your last name!'),
          email: Type.String({
            maxLength: 255,
            pattern: '^\\s*[^\\s@]+@[^\\s@]+\\s*$',
            'x-message': 'Please input your email!',
          }),
          password: Type.String({ maxLength: PASSWORD_MAX, description: 'Empty leaves it as it is.' }),
          password_confirmation: Type.String({ maxLength: PASSWORD_MAX }),
          roles: Type.Array(
            Type.Object({
              title: Type.String({ maxLength: 100 }),
              visible: Type.Boolean(),
              roles: Type.Record(Type.String({ maxLength: 100 }), Type.Boolean()),
            }),
            { maxItems: 100 },
          ),
        }),
      ),
      response: { 200: Admin },
    },
    handler: ({ params, body }) => changeAdmin(services, params.id, body),
  })
}
