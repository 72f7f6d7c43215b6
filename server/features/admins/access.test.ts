import { expect, test } from 'vitest'
import { PAGE_PERMISSIONS, PAGE_NAMES, createRoles, type RoleEntry } from '@tahanan/contract/permissions.ts'
import { requireRemainingManager, requireOwnPermissions } from './access.ts'

const OWN_ROLES = createRoles({
  utilities: ['view', 'add', 'edit', 'delete', 'userAccessDefinition', 'manageAccess'],
  gatepass: ['view', 'edit'],
})
const setPermission = (roles: readonly RoleEntry[], page: string, flag: string, on: boolean) =>
  roles.map((entry) => (entry.title === page ? { ...entry, roles: { ...entry.roles, [flag]: on } } : entry))

test('a manager grants and revokes exactly the permissions that they have', () => {
  const [none, all] = [createRoles({}), createRoles('all')]
  for (const page of PAGE_NAMES)
    for (const flag of PAGE_PERMISSIONS[page]) {
      const has = OWN_ROLES.some((entry) => entry.title === page && entry.roles[flag])
      for (const change of [
        () => requireOwnPermissions(OWN_ROLES, none, setPermission(none, page, flag, true)),
        () => requireOwnPermissions(OWN_ROLES, all, setPermission(all, page, flag, false)),
      ])
        if (has) change()
        else expect(change).toThrow(`You do not have the permission ${page}.${flag}.`)
    }
})

const createAdminRow = (id: number, roles: readonly RoleEntry[]) => ({
  id,
  name: `Admin ${id}`,
  firstName: '',
  lastName: '',
  email: '',
  status: 1,
  roles: [...roles],
  lastSeen: null,
  secondFactor: false,
  mailRefusedAt: null,
  created_at: new Date(0),
  updated_at: new Date(0),
})

test('the last administrator who manages access can neither lose it nor be deleted', () => {
  const [last, deputy] = [createAdminRow(1, createRoles('all')), createAdminRow(2, createRoles('all'))]
  const blind = createAdminRow(
    3,
    setPermission(createRoles('all'), 'utilities', 'userAccessDefinition', false),
  )
  const idle = createAdminRow(4, setPermission(createRoles('all'), 'utilities', 'manageAccess', false))
  const others = [last, blind, idle]
  for (const after of [blind.roles, idle.roles, createRoles({}), null]) {
    expect(() => requireRemainingManager(others, last, after)).toThrow('Admin 1')
    requireRemainingManager([...others, deputy], last, after)
    requireRemainingManager(others, idle, after)
  }
  requireRemainingManager(others, last, setPermission(createRoles('all'), 'gatepass', 'view', false))
})
