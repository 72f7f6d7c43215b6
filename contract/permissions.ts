/** Permissions that most pages of the office have (rules 2.2). */
const CRUD_FLAGS = ['view', 'add', 'edit', 'delete'] as const
const WORKFLOW_FLAGS = [
  ...CRUD_FLAGS,
  'ongoing',
  'complete',
  'cancel',
  'reject',
  'verify',
  'approve',
] as const

export const PAGE_PERMISSIONS = {
  dashboard: ['view'],
  amenities: CRUD_FLAGS,
  advertisements: CRUD_FLAGS,
  tenants: CRUD_FLAGS,
  memorandums: CRUD_FLAGS,
  policies: CRUD_FLAGS,
  announcements: [...CRUD_FLAGS, 'verify', 'approve', 'thread'],
  services: ['view'],
  orders: WORKFLOW_FLAGS,
  gatepass: WORKFLOW_FLAGS,
  reservations: WORKFLOW_FLAGS,
  reports: WORKFLOW_FLAGS,
  permits: WORKFLOW_FLAGS,
  visitors: WORKFLOW_FLAGS,
  commendations: WORKFLOW_FLAGS,
  inquiries: WORKFLOW_FLAGS,
  billings: ['view', 'remind'],
  payments: [...CRUD_FLAGS, 'verify', 'posted', 'reject', 'charge', 'reverse', 'series', 'counter'],
  utilities: [
    ...CRUD_FLAGS,
    'importDataFromPromis',
    'exportDataToCsv',
    'userAccessDefinition',
    'systemParameterSettings',
    'manageAccess',
  ],
  deliveries: ['view', 'resend'],
  gate: ['view', 'scan', 'register', 'log', 'devices'],
  loggedInLogs: ['view'],
  privacy: ['view', 'answer'],
  feedbacks: ['view'],
} as const satisfies Record<string, readonly string[]>

export type PageName = keyof typeof PAGE_PERMISSIONS

export const PAGE_NAMES = Object.keys(PAGE_PERMISSIONS) as readonly PageName[]

/** Permissions without effect (rules 2.4). Manage Access shows the explanation. */
export const UNUSED_PERMISSIONS: Readonly<Record<string, string>> = {
  'announcements.verify': 'Verify has no effect here: announcements are approved, not verified.',
  'reservations.delete': 'Delete has no effect here: Reject also allows deleting reservations.',
  'payments.delete': 'Delete has no effect here: Reject also allows deleting payments.',
  'utilities.exportDataToCsv': 'Export to CSV has no effect here: View also allows downloading a list.',
}

/**
 * Permissions of an administrator for one page. `title` is the name of the page. `visible` shows it in the
 * menu (rules 2.1).
 */
export interface RoleEntry {
  readonly title: PageName
  readonly visible: boolean
  readonly roles: { readonly [permission: string]: boolean }
}

export function rolesAllow(roles: readonly RoleEntry[], page: PageName, permission: string): boolean {
  return roles.some(
    (entry) =>
      entry.title === page && Object.hasOwn(entry.roles, permission) && entry.roles[permission] === true,
  )
}

export function canSeePage(roles: readonly RoleEntry[], page: PageName): boolean {
  return roles.some((entry) => entry.title === page && entry.visible)
}

const GUARD_PAGES: readonly PageName[] = ['gate', 'gatepass', 'visitors', 'permits']

/** Whether the account may scan passes but may view no page of the office. */
export const isGuard = (roles: readonly RoleEntry[]): boolean =>
  rolesAllow(roles, 'gate', 'scan') &&
  roles.every(({ title, visible }) => !visible || GUARD_PAGES.includes(title))

export function createRoles(grants: 'all' | Partial<Record<PageName, readonly string[]>>): RoleEntry[] {
  return PAGE_NAMES.map((title) => {
    const permissions: readonly string[] = PAGE_PERMISSIONS[title]
    const grantedPermissions = grants === 'all' ? permissions : (grants[title] ?? [])
    return {
      title,
      visible: grantedPermissions.length > 0,
      roles: Object.fromEntries(
        permissions.map((permission) => [permission, grantedPermissions.includes(permission)]),
      ),
    }
  })
}
