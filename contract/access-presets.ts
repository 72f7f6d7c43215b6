import {
  PAGES,
  PAGE_NAMES,
  allows,
  isVisible,
  makeRoles,
  type PageName,
  type RoleEntry,
} from './permissions.ts'

/** A ready-made set of switches for the Manage Access dialog. */
export interface AccessPreset {
  readonly name: 'all' | 'viewOnly' | 'guard'
  readonly label: string
  readonly description: string
  readonly roles: readonly RoleEntry[]
}

const every = <Value>(value: (page: PageName) => Value) =>
  Object.fromEntries(PAGE_NAMES.map((page) => [page, value(page)])) as Record<PageName, Value>

export const ACCESS_PRESETS: readonly AccessPreset[] = [
  {
    name: 'all',
    label: 'Everything',
    description: 'Every page with every permission, the access of other administrators too.',
    roles: makeRoles('all'),
  },
  {
    name: 'viewOnly',
    label: 'View only',
    description: 'Reads every page and changes nothing.',
    roles: makeRoles(every((page) => PAGES[page].filter((permission) => permission === 'view'))),
  },
  {
    name: 'guard',
    label: 'Guard',
    description: 'Reads gate passes and visitors, for the people at the gate.',
    roles: makeRoles({ gatepass: ['view'], visitors: ['view'] }),
  },
]

/**
 * Switches of an administrator who was never given any: all off but those that are on by default (rules 2.17). Nothing is
 * allowed until they are saved.
 */
export const INITIAL_ROLES: readonly RoleEntry[] = makeRoles({ loggedInLogs: ['view'], feedbacks: ['view'] })

/** A switch of the Manage Access dialog, written `gatepass.approve`; a page's menu entry is `gatepass.visible`. */
export interface AccessSwitch {
  readonly page: PageName
  /** A permission of the page, or `visible`. */
  readonly flag: string
}

/** Returns the switches that differ between two sets of roles: those turned on, and those turned off. */
export function accessDifference(
  before: readonly RoleEntry[],
  after: readonly RoleEntry[],
): { given: AccessSwitch[]; taken: AccessSwitch[] } {
  const given: AccessSwitch[] = []
  const taken: AccessSwitch[] = []
  for (const page of PAGE_NAMES) {
    const was = isVisible(before, page)
    const is = isVisible(after, page)
    if (was !== is) (is ? given : taken).push({ page, flag: 'visible' })
    for (const flag of PAGES[page]) {
      const had = allows(before, page, flag)
      const has = allows(after, page, flag)
      if (had !== has) (has ? given : taken).push({ page, flag })
    }
  }
  return { given, taken }
}

/**
 * Whether somebody with these roles may turn a switch of somebody else (rules 2.14): they need the permission themselves,
 * and for a menu entry any of the page's.
 */
export function mayTurn(own: readonly RoleEntry[], { page, flag }: AccessSwitch): boolean {
  if (flag !== 'visible') return allows(own, page, flag)
  return isVisible(own, page) || PAGES[page].some((permission) => allows(own, page, permission))
}

/** Every permission that these roles hold. */
export function heldPermissions(roles: readonly RoleEntry[]): AccessSwitch[] {
  return PAGE_NAMES.flatMap((page) =>
    PAGES[page].filter((flag) => allows(roles, page, flag)).map((flag) => ({ page, flag })),
  )
}

/** Whether somebody with these roles can manage the access of others: it is done in the tab of administrators. */
export const canManageAccess = (roles: readonly RoleEntry[]): boolean =>
  allows(roles, 'utilities', 'manageAccess') && allows(roles, 'utilities', 'userAccessDefinition')
