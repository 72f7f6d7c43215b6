import { createMissingPermissionError } from '#platform/actor.ts'
import { PortalError } from '#platform/errors.ts'
import {
  getAccessDifference,
  canManageAccess,
  getHeldPermissions,
  mayTurn,
} from '@tahanan/contract/access-presets.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import { PAGES, PAGE_NAMES, allows, type PageName, type RoleEntry } from '@tahanan/contract/permissions.ts'
import type { GivenRole } from './admin-change.ts'
import type { AdminRow } from './repository.ts'

const isPage = (title: string): title is PageName => PAGE_NAMES.some((name) => name === title)

/**
 * Returns an error for each unknown page or permission. Ignoring a misspelt name would silently grant
 * nothing.
 */
export function checkRoles(roles: readonly GivenRole[] = []): FieldErrors {
  const errors: FieldErrors = {}
  const titles = new Set<string>()
  for (const [index, { title, roles: flags }] of roles.entries()) {
    if (!isPage(title)) errors[`roles.${index}.title`] = ['There is no such page.']
    else if (titles.has(title)) errors[`roles.${index}.title`] = ['This page is named twice.']
    else {
      const known: readonly string[] = PAGES[title]
      for (const flag of Object.keys(flags))
        if (!known.includes(flag)) errors[`roles.${index}.roles.${flag}`] = ['There is no such permission.']
    }
    titles.add(title)
  }
  return errors
}

export function completeRoles(entries: readonly GivenRole[]): RoleEntry[] {
  return PAGE_NAMES.map((title) => {
    const entry = entries.find((candidate) => candidate.title === title)
    return {
      title,
      visible: entry?.visible ?? false,
      roles: Object.fromEntries(PAGES[title].map((flag) => [flag, entry?.roles[flag] === true])),
    }
  })
}

/**
 * Throws 403 with the first permission that the change grants or revokes although the caller does not have it
 * (rules 2.14).
 */
export function requireOwnPermissions(
  own: readonly RoleEntry[],
  before: readonly RoleEntry[],
  after: readonly RoleEntry[],
): void {
  const { given, taken } = getAccessDifference(before, after)
  const missing = [...given, ...taken].find((turned) => !mayTurn(own, turned))
  if (missing) throw createMissingPermissionError(missing.page, missing.flag)
}

/**
 * Throws 403 if the other administrator has a permission that the caller lacks (rules 2.15). Whoever sets
 * another's password or e-mail address can log in as them and use all their permissions.
 */
export function requireNothingBeyond(own: readonly RoleEntry[], other: AdminRow): void {
  const missing = findMissingPermission(own, other.roles)
  if (missing)
    throw new PortalError('notYourAccess', {
      blanks: { name: other.name, permission: `${missing.page}.${missing.flag}` },
    })
}

export function findMissingPermission(own: readonly RoleEntry[], roles: readonly RoleEntry[]) {
  return getHeldPermissions(roles).find(({ page, flag }) => !allows(own, page, flag))
}

/**
 * Throws 409 if a change leaves no administrator who can manage access (rules 2.16). `after` contains the new
 * roles, or null for a deletion.
 */
export function requireManagerLeft(
  all: readonly AdminRow[],
  changed: AdminRow,
  after: readonly RoleEntry[] | null,
): void {
  const others = all.filter(({ id }) => id !== changed.id)
  const was = canManageAccess(changed.roles)
  const is = after !== null && canManageAccess(after)
  if (was && !is && !others.some(({ roles }) => canManageAccess(roles)))
    throw new PortalError('lastAccessManager', { blanks: { name: changed.name } })
}
