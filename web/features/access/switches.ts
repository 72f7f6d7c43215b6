import {
  type AccessSwitch,
  getAccessDifference,
  INITIAL_ROLES,
  canChangeAccess,
} from '@tahanan/contract/access-presets.ts'
import {
  rolesAllow,
  canSeePage,
  PAGE_NAMES,
  PAGE_PERMISSIONS,
  type PageName,
  type RoleEntry,
} from '@tahanan/contract/permissions.ts'

export const listSwitches = (page: PageName): readonly string[] => ['visible', ...PAGE_PERMISSIONS[page]]

export const isAccessSwitchOn = (roles: readonly RoleEntry[], { page, flag }: AccessSwitch): boolean =>
  flag === 'visible' ? canSeePage(roles, page) : rolesAllow(roles, page, flag)

const toRoleEntries = (isSwitchOn: (one: AccessSwitch) => boolean): RoleEntry[] =>
  PAGE_NAMES.map((page) => ({
    title: page,
    visible: isSwitchOn({ page, flag: 'visible' }),
    roles: Object.fromEntries(PAGE_PERMISSIONS[page].map((flag) => [flag, isSwitchOn({ page, flag })])),
  }))

export const completeRoles = (roles: readonly RoleEntry[]): RoleEntry[] =>
  toRoleEntries((one) => isAccessSwitchOn(roles, one))

/**
 * Sets a switch. Turning on the first permission of a page also turns on its switch 'visible' (rules 2.17).
 */
export function setSwitch(
  roles: readonly RoleEntry[],
  { page, flag }: AccessSwitch,
  on: boolean,
): RoleEntry[] {
  return roles.map((entry) => {
    if (entry.title !== page) return entry
    if (flag === 'visible') return { ...entry, visible: on }
    const hasNoGrants = Object.values(entry.roles).every((isGranted) => !isGranted)
    return { ...entry, visible: entry.visible || (on && hasNoGrants), roles: { ...entry.roles, [flag]: on } }
  })
}

export const mayTurnSwitch = (ownRoles: readonly RoleEntry[] | null, one: AccessSwitch): boolean =>
  ownRoles === null || canChangeAccess(ownRoles, one)

/**
 * Sets all switches as in a preset. `kept` lists switches that stay different from the preset, because the
 * logged-in administrator may not change them.
 */
export function applyPreset(
  ownRoles: readonly RoleEntry[] | null,
  roles: readonly RoleEntry[],
  presetRoles: readonly RoleEntry[],
): { roles: RoleEntry[]; kept: AccessSwitch[] } {
  const keptSwitches: AccessSwitch[] = []
  const appliedRoles = toRoleEntries((one) => {
    if (isAccessSwitchOn(roles, one) === isAccessSwitchOn(presetRoles, one) || mayTurnSwitch(ownRoles, one))
      return isAccessSwitchOn(presetRoles, one)
    keptSwitches.push(one)
    return isAccessSwitchOn(roles, one)
  })
  return { roles: appliedRoles, kept: keptSwitches }
}

/**
 * Returns the initial switches of Manage Access: the saved roles, or the default preset if the account has no
 * roles yet (rules 2.17).
 */
export const getInitialRoles = (
  savedRoles: readonly RoleEntry[],
  ownRoles: readonly RoleEntry[] | null,
): RoleEntry[] =>
  savedRoles.length > 0
    ? completeRoles(savedRoles)
    : applyPreset(ownRoles, completeRoles([]), INITIAL_ROLES).roles

export function countDifferences(before: readonly RoleEntry[], after: readonly RoleEntry[]): number {
  const { given, taken } = getAccessDifference(before, after)
  return given.length + taken.length
}
