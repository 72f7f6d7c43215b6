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
  /** Last click in this visit. `inside`: the open page was in the group. */
  pressed?: { inside: boolean; open: boolean } | undefined
  /** Default of groups; true on phones and low screens. */
  closed?: boolean | undefined
}

/**
 * The group of the open page is expanded until the user folds it there. Other groups are as the user left them
 * in this browser.
 */
export function isUnfolded(
  kept: Folds,
  group: string,
  { inside, pressed, closed = false }: FoldState,
): boolean {
  if (pressed?.inside === inside) return pressed.open
  return inside || !(kept[getKey(group)] ?? closed)
}
