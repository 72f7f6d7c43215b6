/** Pages of the office with their permissions (rules 2.2). */
const crud = ['view', 'add', 'edit', 'delete'] as const
const workflow = [...crud, 'ongoing', 'complete', 'cancel', 'reject', 'verify', 'approve'] as const

export const PAGES = {
  dashboard: ['view'],
  amenities: crud,
  advertisements: crud,
  tenants: crud,
  memorandums: crud,
  policies: crud,
  announcements: [...crud, 'verify', 'approve', 'thread'],
  services: ['view'],
  orders: workflow,
  gatepass: workflow,
  reservations: workflow,
  reports: workflow,
  permits: workflow,
  visitors: workflow,
  commendations: workflow,
  inquiries: workflow,
  billings: ['view', 'remind'],
  payments: [...crud, 'verify', 'posted', 'reject', 'charge', 'reverse', 'series', 'counter'],
  utilities: [
    ...crud,
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

export type PageName = keyof typeof PAGES

export const PAGE_NAMES = Object.keys(PAGES) as readonly PageName[]

/** Permissions without effect (rules 2.4). Manage Access shows the explanation. */
export const IDLE_PERMISSIONS: Readonly<Record<string, string>> = {
  'announcements.verify': 'Verify has no effect here: announcements are approved, not verified.',
  'reservations.delete': 'Delete has no effect here: Reject also allows deleting reservations.',
  'payments.delete': 'Delete has no effect here: Reject also allows deleting payments.',
  'utilities.exportDataToCsv': 'Export to CSV has no effect here: View also allows downloading a list.',
}

/** `title` is the page, `visible` its menu entry (rules 2.1). */
export interface RoleEntry {
  readonly title: PageName
  readonly visible: boolean
  readonly roles: { readonly [permission: string]: boolean }
}

export function allows(roles: readonly RoleEntry[], page: PageName, permission: string): boolean {
  return roles.some(
    (entry) =>
      entry.title === page && Object.hasOwn(entry.roles, permission) && entry.roles[permission] === true,
  )
}

export function isVisible(roles: readonly RoleEntry[], page: PageName): boolean {
  return roles.some((entry) => entry.title === page && entry.visible)
}

const PAGES_OF_GUARDS: readonly PageName[] = ['gate', 'gatepass', 'visitors', 'permits']

/** Whether the account may scan passes but may view no page of the office. */
export const isGuard = (roles: readonly RoleEntry[]): boolean =>
  allows(roles, 'gate', 'scan') &&
  roles.every(({ title, visible }) => !visible || PAGES_OF_GUARDS.includes(title))

export function createRoles(grants: 'all' | Partial<Record<PageName, readonly string[]>>): RoleEntry[] {
  return PAGE_NAMES.map((title) => {
    const permissions: readonly string[] = PAGES[title]
    const on = grants === 'all' ? permissions : (grants[title] ?? [])
    return {
      title,
      visible: on.length > 0,
      roles: Object.fromEntries(permissions.map((permission) => [permission, on.includes(permission)])),
    }
  })
}
