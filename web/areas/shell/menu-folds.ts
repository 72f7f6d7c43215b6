import { getCurrentArea } from '#lib/api/session.ts'
import { createKeptStore } from '#lib/kept-store.ts'

export const menuFolds = createKeptStore('MENU_FOLDS')

type Folds = ReturnType<typeof menuFolds.get>

const getKey = (group: string): string => `${getCurrentArea()} ${group}`

export function rememberFold(group: string, isFolded: boolean): void {
  menuFolds.keep({ [getKey(group)]: isFolded })
}

interface FoldState {
  inside: boolean
  /** Last click on the group in this visit. `inside`: the open page was in the group at that time. */
  pressed?: { inside: boolean; open: boolean } | undefined
  /** Whether groups are collapsed by default: true on phones and low screens. */
  closed?: boolean | undefined
}

/**
 * Whether a group of the menu is expanded. The group of the open page is, until the user collapses it there.
 * For other groups, the user's last choice in this browser counts.
 */
export function isUnfolded(
  kept: Folds,
  group: string,
  { inside, pressed, closed = false }: FoldState,
): boolean {
  if (pressed?.inside === inside) return pressed.open
  return inside || !(kept[getKey(group)] ?? closed)
}
