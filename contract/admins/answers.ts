import { Type } from 'typebox'
import { NullableTime, oneOf, Time, text, type Answer } from '../answers.ts'
import { PAGE_NAMES } from '../permissions.ts'

/** Permissions of an administrator for one page (rules 2.1). */
export const RoleEntry = Type.Object({
  title: oneOf(PAGE_NAMES),
  visible: Type.Boolean(),
  roles: Type.Record(Type.String(), Type.Boolean()),
})

export const Administrator = Type.Object({
  id: Type.Integer(),
  name: text,
  firstName: text,
  lastName: text,
  email: text,
  mailRefusedAt: NullableTime,
  status: Type.Integer(),
  roles: Type.Array(RoleEntry),
  lastSeen: NullableTime,
  created_at: Time,
  updated_at: Time,
  secondFactor: Type.Boolean({ description: 'Whether an authenticator app is asked for at login' }),
  can: Type.Array(oneOf(['view', 'edit', 'delete', 'manageAccess'])),
})
export type Administrator = Answer<typeof Administrator>

/** Pages that an upgrade added and that no administrator can open yet. */
export const NewPages = Type.Object({
  pages: Type.Array(oneOf(PAGE_NAMES)),
  admins: Type.Array(Type.Object({ id: Type.Integer(), name: text }), {
    description: 'Who holds everything else',
  }),
})
export type NewPages = Answer<typeof NewPages>

export const AccessPreset = Type.Object({
  name: text,
  label: text,
  description: text,
  roles: Type.Array(RoleEntry),
})
