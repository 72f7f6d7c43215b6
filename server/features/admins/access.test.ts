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
  const [emptyRoles, fullRoles] = [createRoles({}), createRoles('all')]
  for (const page of PAGE_NAMES)
    for (const flag of PAGE_PERMISSIONS[page]) {
      const isGranted = OWN_ROLES.some((entry) => entry.title === page && entry.roles[flag])
      for (const changeRequest of [
        () => requireOwnPermissions(OWN_ROLES, emptyRoles, setPermission(emptyRoles, page, flag, true)),
        () => requireOwnPermissions(OWN_ROLES, fullRoles, setPermission(fullRoles, page, flag, false)),
      ])
        if (isGranted) changeRequest()
        else expect(changeRequest).toThrow(`You do not have the permission ${page}.${flag}.`)
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
  const adminWithoutDefinition = createAdminRow(
    3,
    setPermission(createRoles('all'), 'utilities', 'userAccessDefinition', false),
  )
  const adminWithoutManageAccess = createAdminRow(
    4,
    setPermission(createRoles('all'), 'utilities', 'manageAccess', false),
  )
  const otherAdminRows = [last, adminWithoutDefinition, adminWithoutManageAccess]
  for (const rolesAfterChange of [
    adminWithoutDefinition.roles,
    adminWithoutManageAccess.roles,
    createRoles({}),
    null,
  ]) {
    expect(() => requireRemainingManager(otherAdminRows, last, rolesAfterChange)).toThrow('Admin 1')
    requireRemainingManager([...otherAdminRows, deputy], last, rolesAfterChange)
    requireRemainingManager(otherAdminRows, adminWithoutManageAccess, rolesAfterChange)
  }
  requireRemainingManager(otherAdminRows, last, setPermission(createRoles('all'), 'gatepass', 'view', false))
})
