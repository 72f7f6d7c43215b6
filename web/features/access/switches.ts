import { type AccessSwitch, accessDifference, mayTurn } from '@tahanan/contract/access-presets.ts'
import {
  allows,
  isVisible,
  PAGE_NAMES,
  PAGES,
  type PageName,
  type RoleEntry,
} from '@tahanan/contract/permissions.ts'

/** All switches of a page: its menu entry, then its permissions. */
export const switchesOf = (page: PageName): readonly string[] => ['visible', ...PAGES[page]]

/** Whether a switch is on. */
export const isOn = (roles: readonly RoleEntry[], { page, flag }: AccessSwitch): boolean =>
  flag === 'visible' ? isVisible(roles, page) : allows(roles, page, flag)

/** Returns roles with every page and every permission, each as `at` says. */
const rolesWith = (at: (one: AccessSwitch) => boolean): RoleEntry[] =>
  PAGE_NAMES.map((page) => ({
    title: page,
    visible: at({ page, flag: 'visible' }),
    roles: Object.fromEntries(PAGES[page].map((flag) => [flag, at({ page, flag })])),
  }))

/** Returns roles with every page and every permission, off where they name none. */
export const wholeRoles = (roles: readonly RoleEntry[]): RoleEntry[] => rolesWith((one) => isOn(roles, one))

/** Returns the roles with one switch turned. The first permission turns the page's menu entry on too (rules 2.17). */
export function turned(roles: readonly RoleEntry[], { page, flag }: AccessSwitch, on: boolean): RoleEntry[] {
  return roles.map((entry) => {
    if (entry.title !== page) return entry
    if (flag === 'visible') return { ...entry, visible: on }
    const none = Object.values(entry.roles).every((given) => !given)
    return { ...entry, visible: entry.visible || (on && none), roles: { ...entry.roles, [flag]: on } }
  })
}

/** Whether somebody may turn a switch; `own` is null for the super-administrator, who may turn all. */
export const isFree = (own: readonly RoleEntry[] | null, one: AccessSwitch): boolean =>
  own === null || mayTurn(own, one)

/**
 * Returns the roles with the switches of `wanted`, as far as `own` allows; the others stay. `kept` are those that would have
 * moved.
 */
export function withPreset(
  own: readonly RoleEntry[] | null,
  roles: readonly RoleEntry[],
  wanted: readonly RoleEntry[],
): { roles: RoleEntry[]; kept: AccessSwitch[] } {
  const kept: AccessSwitch[] = []
  const next = rolesWith((one) => {
    if (isOn(roles, one) === isOn(wanted, one) || isFree(own, one)) return isOn(wanted, one)
    kept.push(one)
    return isOn(roles, one)
  })
  return { roles: next, kept }
}

/** Counts the switches that differ. */
export function pickDifferent(before: readonly RoleEntry[], after: readonly RoleEntry[]): number {
  const { given, taken } = accessDifference(before, after)
  return given.length + taken.length
}
