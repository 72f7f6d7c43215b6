import { expect, test } from 'vitest'
import { PAGES, PAGE_NAMES, createRoles, type RoleEntry } from '@tahanan/contract/permissions.ts'
import { requireManagerLeft, requireOwnPermissions } from './access.ts'

const OWN = createRoles({
  utilities: ['view', 'add', 'edit', 'delete', 'userAccessDefinition', 'manageAccess'],
  gatepass: ['view', 'edit'],
})
const turn = (roles: readonly RoleEntry[], page: string, flag: string, on: boolean) =>
  roles.map((entry) => (entry.title === page ? { ...entry, roles: { ...entry.roles, [flag]: on } } : entry))

test('a manager grants and revokes exactly the permissions that they have', () => {
  const [none, all] = [createRoles({}), createRoles('all')]
  for (const page of PAGE_NAMES)
    for (const flag of PAGES[page]) {
      const has = OWN.some((entry) => entry.title === page && entry.roles[flag])
      for (const change of [
        () => requireOwnPermissions(OWN, none, turn(none, page, flag, true)),
        () => requireOwnPermissions(OWN, all, turn(all, page, flag, false)),
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
  const blind = createAdminRow(3, turn(createRoles('all'), 'utilities', 'userAccessDefinition', false))
  const idle = createAdminRow(4, turn(createRoles('all'), 'utilities', 'manageAccess', false))
  const others = [last, blind, idle]
  for (const after of [blind.roles, idle.roles, createRoles({}), null]) {
    expect(() => requireManagerLeft(others, last, after)).toThrow('Admin 1')
    requireManagerLeft([...others, deputy], last, after)
    requireManagerLeft(others, idle, after)
  }
  requireManagerLeft(others, last, turn(createRoles('all'), 'gatepass', 'view', false))
})
