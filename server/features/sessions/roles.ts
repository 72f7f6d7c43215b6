import type { RoleEntry } from '@tahanan/contract/permissions.ts'

const read = new Map<string, readonly RoleEntry[]>()
const MOST_READ = 500

/** Stored roles. The same text is the same value, so that it is read once, and what follows from it can be kept beside it. */
export function rolesOf(json: string): readonly RoleEntry[] {
  let roles = read.get(json)
  if (!roles) {
    roles = JSON.parse(json) as readonly RoleEntry[]
    if (read.size >= MOST_READ) read.clear()
    read.set(json, roles)
  }
  return roles
}
