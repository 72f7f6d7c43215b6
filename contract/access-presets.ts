import {
  PAGE_PERMISSIONS,
  PAGE_NAMES,
  rolesAllow,
  canSeePage,
  createRoles,
  type PageName,
  type RoleEntry,
} from './permissions.ts'

export interface AccessPreset {
  readonly name: 'all' | 'viewOnly' | 'frontDesk' | 'cashier' | 'guard'
  readonly label: string
  readonly description: string
  readonly roles: readonly RoleEntry[]
}

const createPageMap = <Value>(value: (page: PageName) => Value) =>
  Object.fromEntries(PAGE_NAMES.map((page) => [page, value(page)])) as Record<PageName, Value>

const FRONT_DESK_MODULES = [
  ...(['orders', 'gatepass', 'reservations', 'reports'] as const),
  ...(['permits', 'visitors', 'commendations', 'inquiries'] as const),
]
const FRONT_DESK_PAGES = [
  'tenants',
  'services',
  'announcements',
  'memorandums',
  'policies',
  'amenities',
] as const

const grantFlags = (pages: readonly PageName[], flags: readonly string[]) =>
  Object.fromEntries(pages.map((page) => [page, flags]))

export const ACCESS_PRESETS: readonly AccessPreset[] = [
  {
    name: 'all',
    label: 'Everything',
    description: 'Every page with every permission, the access of other administrators too.',
    roles: createRoles('all'),
  },
  {
    name: 'viewOnly',
    label: 'View only',
    description: 'Reads every page and changes nothing.',
    roles: createRoles(
      createPageMap((page) => PAGE_PERMISSIONS[page].filter((permission) => permission === 'view')),
    ),
  },
  {
    name: 'frontDesk',
    label: 'Front desk',
    description: 'Files and corrects service tickets and answers residents; approves and rejects nothing.',
    roles: createRoles({
      ...grantFlags(FRONT_DESK_PAGES, ['view']),
      ...grantFlags(FRONT_DESK_MODULES, ['view', 'add', 'edit']),
      gate: ['view', 'log'],
    }),
  },
  {
    name: 'cashier',
    label: 'Cashier',
    description:
      'Takes money at the counter, and reads tenants, billings and payments; verifies and posts nothing else.',
    roles: createRoles({ tenants: ['view'], billings: ['view'], payments: ['view', 'counter'] }),
  },
  {
    name: 'guard',
    label: 'Guard',
    description: 'Scans passes, registers walk-ins, and reads gate passes and visitors.',
    roles: createRoles({ gatepass: ['view'], visitors: ['view'], gate: ['view', 'scan', 'register'] }),
  },
]

/**
 * Default permissions of an administrator whose permissions were never saved (rules 2.17). They grant nothing
 * until somebody saves them.
 */
export const INITIAL_ROLES: readonly RoleEntry[] = createRoles({
  loggedInLogs: ['view'],
  feedbacks: ['view'],
})

/** Permission of a page, such as `gatepass.approve`. `gatepass.visible` shows the page in the menu. */
export interface AccessSwitch {
  readonly page: PageName
  readonly flag: string
}

export function getAccessDifference(
  previousRoles: readonly RoleEntry[],
  newRoles: readonly RoleEntry[],
): { addedAccess: AccessSwitch[]; removedAccess: AccessSwitch[] } {
  const addedAccess: AccessSwitch[] = []
  const removedAccess: AccessSwitch[] = []
  for (const page of PAGE_NAMES) {
    const wasVisible = canSeePage(previousRoles, page)
    const isNowVisible = canSeePage(newRoles, page)
    if (wasVisible !== isNowVisible)
      (isNowVisible ? addedAccess : removedAccess).push({ page, flag: 'visible' })
    for (const flag of PAGE_PERMISSIONS[page]) {
      const wasAllowed = rolesAllow(previousRoles, page, flag)
      const isAllowed = rolesAllow(newRoles, page, flag)
      if (wasAllowed !== isAllowed) (isAllowed ? addedAccess : removedAccess).push({ page, flag })
    }
  }
  return { addedAccess, removedAccess }
}

/**
 * Whether an administrator with the roles `ownRoles` may change this permission of another administrator
 * (rules 2.14). They must have the same permission. For `visible`, any permission of the page is enough.
 */
export function canChangeAccess(ownRoles: readonly RoleEntry[], { page, flag }: AccessSwitch): boolean {
  if (flag !== 'visible') return rolesAllow(ownRoles, page, flag)
  return (
    canSeePage(ownRoles, page) ||
    PAGE_PERMISSIONS[page].some((permission) => rolesAllow(ownRoles, page, permission))
  )
}

export function getHeldPermissions(roles: readonly RoleEntry[]): AccessSwitch[] {
  return PAGE_NAMES.flatMap((page) =>
    PAGE_PERMISSIONS[page].filter((flag) => rolesAllow(roles, page, flag)).map((flag) => ({ page, flag })),
  )
}

/**
 * Requires `userAccessDefinition` too, because the dialog Manage Access is on the tab of the administrators.
 */
export const canManageAccess = (roles: readonly RoleEntry[]): boolean =>
  rolesAllow(roles, 'utilities', 'manageAccess') && rolesAllow(roles, 'utilities', 'userAccessDefinition')
