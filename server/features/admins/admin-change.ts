import { Type, type Static } from 'typebox'
import { PASSWORD_LENGTH } from '@tahanan/contract/password.ts'
import { LastSeenVersion, createPasswordText, createRequiredText } from '@tahanan/contract/requests.ts'

const Roles = Type.Array(
  Type.Object({
    title: Type.String({ maxLength: 100 }),
    visible: Type.Boolean(),
    roles: Type.Record(Type.String({ maxLength: 100 }), Type.Boolean()),
  }),
  { maxItems: 100 },
)
const AdminFields = Type.Object({
  name: createRequiredText('Please input your name!'),
  firstName: createRequiredText('Please input your first name!'),
  lastName: createRequiredText('Please input your last name!'),
  email: Type.String({
    maxLength: 255,
    pattern: '^\\s*[^\\s@]+@[^\\s@]+\\s*$',
    'x-message': 'Please input your email!',
  }),
})
export const NewAdmin = Type.Object({
  ...AdminFields.properties,
  password: createPasswordText(),
  password_confirmation: createPasswordText('Please confirm your password!'),
  roles: Type.Optional(Roles),
})
export const ChangedAdmin = Type.Partial(
  Type.Object({
    ...AdminFields.properties,
    password: Type.String({ maxLength: PASSWORD_LENGTH.max, description: 'Empty leaves it as it is.' }),
    password_confirmation: Type.String({ maxLength: PASSWORD_LENGTH.max }),
    roles: Roles,
    secondFactor: Type.Boolean({
      description: 'false takes two-step login away; the super-administrator alone may',
    }),
    updated_at: LastSeenVersion,
  }),
)

export type RoleInput = Static<typeof Roles>[number]
export type AdminChange = Static<typeof ChangedAdmin>
