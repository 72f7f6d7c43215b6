import type { RoleEntry } from '@tahanan/contract/permissions.ts'
import { Type } from 'typebox'

/** An entry of an administrator's roles (rules 2.1). */
export const RoleEntrySchema = Type.Object({
  title: Type.String(),
  visible: Type.Boolean(),
  roles: Type.Record(Type.String(), Type.Boolean()),
})

const read = new Map<string, readonly RoleEntry[]>()
const MOST_READ = 500

/** Parses stored roles. Equal texts give the same object, so that results can be cached beside it. */
export function rolesOf(json: string): readonly RoleEntry[] {
  let roles = read.get(json)
  if (!roles) {
    roles = JSON.parse(json) as readonly RoleEntry[]
    if (read.size >= MOST_READ) read.clear()
    read.set(json, roles)
  }
  return roles
}
