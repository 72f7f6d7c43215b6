import { missingPermission } from '#platform/actor.ts'
import { PortalError } from '#platform/errors.ts'
import {
  accessDifference,
  canManageAccess,
  heldPermissions,
  mayTurn,
} from '@tahanan/contract/access-presets.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import { PAGES, PAGE_NAMES, allows, type PageName, type RoleEntry } from '@tahanan/contract/permissions.ts'
import type { GivenRole } from './admin-body.ts'
import type { AdminRow } from './repository.ts'

const isPage = (title: string): title is PageName => PAGE_NAMES.some((name) => name === title)

/** Throws 400 for unknown pages and permissions: a misspelt one would silently allow nothing. */
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

/** Returns every page with every permission, off where the call names none. */
export function normalRoles(given: readonly GivenRole[]): RoleEntry[] {
  return PAGE_NAMES.map((title) => {
    const entry = given.find((candidate) => candidate.title === title)
    return {
      title,
      visible: entry?.visible ?? false,
      roles: Object.fromEntries(PAGES[title].map((flag) => [flag, entry?.roles[flag] === true])),
    }
  })
}

/**
 * Throws 403 naming the first permission that is given or taken and that the caller lacks (rules 2.14). That includes giving
 * it to oneself.
 */
export function requireMayGive(
  own: readonly RoleEntry[],
  before: readonly RoleEntry[],
  after: readonly RoleEntry[],
): void {
  const { given, taken } = accessDifference(before, after)
  const beyond = [...given, ...taken].find((turned) => !mayTurn(own, turned))
  if (beyond) throw missingPermission(beyond.page, beyond.flag)
}

/**
 * Throws 403 naming a permission that the other has and the caller lacks (rules 2.15): a new password or e-mail address opens
 * the account with all its permissions, and deleting it takes them away.
 */
export function requireNothingBeyond(own: readonly RoleEntry[], other: AdminRow): void {
  const beyond = heldBeyond(own, other.roles)
  if (beyond)
    throw new PortalError('notYourAccess', {
      blanks: { name: other.name, permission: `${beyond.page}.${beyond.flag}` },
    })
}

/** Returns the first permission that these roles hold and one's own do not. */
export function heldBeyond(own: readonly RoleEntry[], roles: readonly RoleEntry[]) {
  return heldPermissions(roles).find(({ page, flag }) => !allows(own, page, flag))
}

/**
 * Throws 409 where a change of one administrator (`after` is null where they are deleted) would leave nobody who can manage
 * access (rules 2.16).
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
