import { getCurrentArea } from '#lib/api/session.ts'
import { createKeptStore } from '#lib/kept-store.ts'

export const menuFolds = createKeptStore('MENU_FOLDS')

type Folds = ReturnType<typeof menuFolds.get>

const keyOf = (group: string): string => `${getCurrentArea()} ${group}`

export function rememberFold(group: string, isFolded: boolean): void {
  menuFolds.keep({ [keyOf(group)]: isFolded })
}

interface FoldState {
  inside: boolean
  /** The last click in this visit, and whether the open page was in the group. */
  pressed?: { inside: boolean; open: boolean } | undefined
  /** Whether groups are collapsed at first: phones, low screens. */
  closed?: boolean | undefined
}

/**
 * Whether a group is expanded. The group of the open page is, until the user collapses it there; other groups
 * are as they were left in this browser.
 */
export function isUnfolded(
  kept: Folds,
  group: string,
  { inside, pressed, closed = false }: FoldState,
): boolean {
  if (pressed?.inside === inside) return pressed.open
  return inside || !(kept[keyOf(group)] ?? closed)
}
