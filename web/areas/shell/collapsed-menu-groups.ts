import { getCurrentArea } from '#lib/api/session.ts'
import { createPersistentStore } from '#lib/persistent-store.ts'

export const collapsedMenuGroups = createPersistentStore('MENU_FOLDS')

type CollapsedMenuGroups = ReturnType<typeof collapsedMenuGroups.get>

const getGroupKey = (group: string): string => `${getCurrentArea()} ${group}`

export function storeMenuGroupState(group: string, isFolded: boolean): void {
  collapsedMenuGroups.keep({ [getGroupKey(group)]: isFolded })
}

interface MenuGroupState {
  inside: boolean
  /**
   * Last click on the group since the page was loaded. `inside`: whether the open page was in the group at
   * that time.
   */
  pressed?: { inside: boolean; open: boolean } | undefined
  /** Whether groups are collapsed by default: true on phones and low screens. */
  closed?: boolean | undefined
}

/**
 * Returns whether a group of the menu is expanded. The group of the open page is expanded until the user
 * collapses it. For other groups, the user's last choice in this browser counts.
 */
export function isMenuGroupExpanded(
  collapsedGroups: CollapsedMenuGroups,
  group: string,
  { inside, pressed, closed = false }: MenuGroupState,
): boolean {
  if (pressed?.inside === inside) return pressed.open
  return inside || !(collapsedGroups[getGroupKey(group)] ?? closed)
}
