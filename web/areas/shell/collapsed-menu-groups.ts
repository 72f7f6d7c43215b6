import { getCurrentArea } from '#lib/api/session.ts'
import { createPersistentStore } from '#lib/persistent-store.ts'

export const collapsedMenuGroups = createPersistentStore('MENU_FOLDS')

type CollapsedMenuGroups = ReturnType<typeof collapsedMenuGroups.get>

const getGroupKey = (group: string): string => `${getCurrentArea()} ${group}`

export function storeMenuGroupState(group: string, isFolded: boolean): void {
  collapsedMenuGroups.save({ [getGroupKey(group)]: isFolded })
}

interface MenuGroupState {
  containsOpenPage: boolean
  /**
   * Last click on the group since the page was loaded. `containsOpenPage` is true if the group contained the
   * open page at that time.
   */
  lastClick?: { containsOpenPage: boolean; isExpanded: boolean } | undefined
  startsCollapsed?: boolean | undefined
}

/**
 * Returns whether a group of the menu is expanded. The group of the open page is expanded until the user
 * collapses it. For other groups, the user's last choice in this browser counts.
 */
export function isMenuGroupExpanded(
  collapsedGroups: CollapsedMenuGroups,
  group: string,
  { containsOpenPage, lastClick, startsCollapsed = false }: MenuGroupState,
): boolean {
  if (lastClick?.containsOpenPage === containsOpenPage) return lastClick.isExpanded
  return containsOpenPage || !(collapsedGroups[getGroupKey(group)] ?? startsCollapsed)
}
