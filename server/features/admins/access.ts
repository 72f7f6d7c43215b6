import { createMissingPermissionError } from '#platform/actor.ts'
import { PortalError } from '#platform/errors.ts'
import {
  getAccessDifference,
  canManageAccess,
  getHeldPermissions,
  canChangeAccess,
} from '@tahanan/contract/access-presets.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import {
  PAGE_PERMISSIONS,
  PAGE_NAMES,
  rolesAllow,
  type PageName,
  type RoleEntry,
} from '@tahanan/contract/permissions.ts'
import type { RoleInput } from './admin-change.ts'
import type { AdminRow } from './repository.ts'

const isPage = (title: string): title is PageName => PAGE_NAMES.some((name) => name === title)

/**
 * Returns an error for each unknown page or permission. If a misspelt name were ignored, the administrator
 * would not get the permission and nobody would notice.
 */
export function checkRoles(roles: readonly RoleInput[] = []): FieldErrors {
  const errors: FieldErrors = {}
  const titles = new Set<string>()
  for (const [index, { title, roles: flags }] of roles.entries()) {
    if (!isPage(title)) errors[`roles.${index}.title`] = ['There is no such page.']
    else if (titles.has(title)) errors[`roles.${index}.title`] = ['This page is named twice.']
    else {
      const knownFlags: readonly string[] = PAGE_PERMISSIONS[title]
      for (const flag of Object.keys(flags))
        if (!knownFlags.includes(flag))
          errors[`roles.${index}.roles.${flag}`] = ['There is no such permission.']
    }
    titles.add(title)
  }
  return errors
}

export function completeRoles(entries: readonly RoleInput[]): RoleEntry[] {
  return PAGE_NAMES.map((title) => {
    const entry = entries.find((candidate) => candidate.title === title)
    return {
      title,
      visible: entry?.visible ?? false,
      roles: Object.fromEntries(PAGE_PERMISSIONS[title].map((flag) => [flag, entry?.roles[flag] === true])),
    }
  })
}

/**
 * Throws 403 if the change grants or revokes a permission that the caller does not have (rules 2.14). The
 * error names the first such permission.
 */
export function requireOwnPermissions(
  ownRoles: readonly RoleEntry[],
  rolesBefore: readonly RoleEntry[],
  rolesAfter: readonly RoleEntry[],
): void {
  const { addedAccess, removedAccess } = getAccessDifference(rolesBefore, rolesAfter)
  const missingPermission = [...addedAccess, ...removedAccess].find(
    (permission) => !canChangeAccess(ownRoles, permission),
  )
  if (missingPermission) throw createMissingPermissionError(missingPermission.page, missingPermission.flag)
}

/**
 * Throws 403 if the other administrator has a permission that the caller does not have (rules 2.15).
 * Otherwise the caller could set a new password or e-mail address, log in as the other one and use that
 * permission.
 */
export function requireNoBroaderRoles(ownRoles: readonly RoleEntry[], otherAdmin: AdminRow): void {
  const missingPermission = findMissingPermission(ownRoles, otherAdmin.roles)
  if (missingPermission)
    throw new PortalError('notYourAccess', {
      placeholders: {
        name: otherAdmin.name,
        permission: `${missingPermission.page}.${missingPermission.flag}`,
      },
    })
}

export function findMissingPermission(ownRoles: readonly RoleEntry[], roles: readonly RoleEntry[]) {
  return getHeldPermissions(roles).find(({ page, flag }) => !rolesAllow(ownRoles, page, flag))
}

/**
 * Throws 409 if no administrator could manage access after the change (rules 2.16). `rolesAfter` contains the new
 * roles of the changed administrator, or null if they are deleted.
 */
export function requireRemainingManager(
  allAdmins: readonly AdminRow[],
  changedRow: AdminRow,
  rolesAfter: readonly RoleEntry[] | null,
): void {
  const otherAdmins = allAdmins.filter(({ id }) => id !== changedRow.id)
  const couldManageAccess = canManageAccess(changedRow.roles)
  const canStillManageAccess = rolesAfter !== null && canManageAccess(rolesAfter)
  if (couldManageAccess && !canStillManageAccess && !otherAdmins.some(({ roles }) => canManageAccess(roles)))
    throw new PortalError('lastAccessManager', { placeholders: { name: changedRow.name } })
}
