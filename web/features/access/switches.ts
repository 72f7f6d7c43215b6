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

/** Roles in which every page and every permission stands, off where nothing was said. */
export function wholeRoles(roles: readonly RoleEntry[]): RoleEntry[] {
  return PAGE_NAMES.map((title) => ({
    title,
    visible: isVisible(roles, title),
    roles: Object.fromEntries(PAGES[title].map((flag) => [flag, allows(roles, title, flag)])),
  }))
}

/** The roles with one switch turned. A first permission brings the page's menu entry along; without the entry nothing goes. */
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
 * The roles with all that `wanted` has, as far as `own` lets: the other switches stay where they stand. `kept` are those
 * that would have moved.
 */
export function withPreset(
  own: readonly RoleEntry[] | null,
  roles: readonly RoleEntry[],
  wanted: readonly RoleEntry[],
): { roles: RoleEntry[]; kept: AccessSwitch[] } {
  const kept: AccessSwitch[] = []
  const next = wholeRoles(roles).map((entry): RoleEntry => {
    const at = (flag: string): boolean => {
      const one = { page: entry.title, flag }
      if (isOn(roles, one) === isOn(wanted, one) || isFree(own, one)) return isOn(wanted, one)
      kept.push(one)
      return isOn(roles, one)
    }
    return {
      title: entry.title,
      visible: at('visible'),
      roles: Object.fromEntries(PAGES[entry.title].map((flag) => [flag, at(flag)])),
    }
  })
  return { roles: next, kept }
}

/** How many switches differ. */
export function differing(before: readonly RoleEntry[], after: readonly RoleEntry[]): number {
  const { given, taken } = accessDifference(before, after)
  return given.length + taken.length
}
