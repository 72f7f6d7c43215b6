import { Type } from 'typebox'

/** An entry of an administrator's roles (rules 2.1). */
export const RoleEntrySchema = Type.Object({
  title: Type.String(),
  visible: Type.Boolean(),
  roles: Type.Record(Type.String(), Type.Boolean()),
})
