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

const toRoleEntries = (isSwitchOn: (accessSwitch: AccessSwitch) => boolean): RoleEntry[] =>
  PAGE_NAMES.map((page) => ({
    title: page,
    visible: isSwitchOn({ page, flag: 'visible' }),
    roles: Object.fromEntries(PAGE_PERMISSIONS[page].map((flag) => [flag, isSwitchOn({ page, flag })])),
  }))

export const completeRoles = (roles: readonly RoleEntry[]): RoleEntry[] =>
  toRoleEntries((accessSwitch) => isAccessSwitchOn(roles, accessSwitch))

/**
 * Sets a switch. Turning on the first permission of a page also turns on its switch 'visible' (rules 2.17).
 */
export function setSwitch(
  roles: readonly RoleEntry[],
  { page, flag }: AccessSwitch,
  isOn: boolean,
): RoleEntry[] {
  return roles.map((entry) => {
    if (entry.title !== page) return entry
    if (flag === 'visible') return { ...entry, visible: isOn }
    const hasNoGrants = Object.values(entry.roles).every((isGranted) => !isGranted)
    return {
      ...entry,
      visible: entry.visible || (isOn && hasNoGrants),
      roles: { ...entry.roles, [flag]: isOn },
    }
  })
}

export const canChangeSwitch = (ownRoles: readonly RoleEntry[] | null, accessSwitch: AccessSwitch): boolean =>
  ownRoles === null || canChangeAccess(ownRoles, accessSwitch)

/**
 * Sets all switches as in a preset. `keptSwitches` lists switches that stay different from the preset, because the
 * logged-in administrator may not change them.
 */
export function applyPreset(
  ownRoles: readonly RoleEntry[] | null,
  roles: readonly RoleEntry[],
  presetRoles: readonly RoleEntry[],
): { roles: RoleEntry[]; keptSwitches: AccessSwitch[] } {
  const keptSwitches: AccessSwitch[] = []
  const appliedRoles = toRoleEntries((accessSwitch) => {
    if (
      isAccessSwitchOn(roles, accessSwitch) === isAccessSwitchOn(presetRoles, accessSwitch) ||
      canChangeSwitch(ownRoles, accessSwitch)
    )
      return isAccessSwitchOn(presetRoles, accessSwitch)
    keptSwitches.push(accessSwitch)
    return isAccessSwitchOn(roles, accessSwitch)
  })
  return { roles: appliedRoles, keptSwitches }
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
  const { addedAccess, removedAccess } = getAccessDifference(before, after)
  return addedAccess.length + removedAccess.length
}
