import { makeRoles } from '@tahanan/contract/permissions.ts'
import type { RoleEntry } from '@tahanan/contract/permissions.ts'
import { DEMO_LOGINS, STAFF_PASSWORD } from './logins.ts'

export interface DemoAdministrator {
  firstName: string
  lastName: string
  email: string
  password: string
  roles: RoleEntry[]
}

/** Returns the password of a login that is told to whoever starts the demo (rules 11.17). Throws on an unknown login. */
export function demoPassword(login: string): string {
  const found = DEMO_LOGINS.find((entry) => entry.login === login)
  if (!found) throw new RangeError(`${login} is no demo login`)
  return found.password
}

export const DEMO_SUPER_ADMIN = { name: 'Tahanan Operator', email: 'super@demo.test' } as const

const handle = [
  'view',
  'add',
  'edit',
  'delete',
  'ongoing',
  'complete',
  'cancel',
  'reject',
  'verify',
  'approve',
]

/** The property manager may do all, the guard only look at two pages; the others have a desk each. */
export const DEMO_ADMINISTRATORS: readonly DemoAdministrator[] = [
  {
    firstName: 'Liza',
    lastName: 'Villanueva',
    email: 'admin@demo.test',
    password: demoPassword('admin@demo.test'),
    roles: makeRoles('all'),
  },
  {
    firstName: 'Ernesto',
    lastName: 'Galang',
    email: 'guard@demo.test',
    password: demoPassword('guard@demo.test'),
    roles: makeRoles({ gatepass: ['view'], visitors: ['view'] }),
  },
  {
    firstName: 'Rica',
    lastName: 'Sandoval',
    email: 'frontdesk@demo.test',
    password: STAFF_PASSWORD,
    roles: makeRoles({
      dashboard: ['view'],
      tenants: ['view'],
      services: ['view'],
      gatepass: handle,
      visitors: handle,
      inquiries: handle,
      commendations: handle,
      orders: ['view', 'add'],
    }),
  },
  {
    firstName: 'Danilo',
    lastName: 'Marquez',
    email: 'engineering@demo.test',
    password: STAFF_PASSWORD,
    roles: makeRoles({
      dashboard: ['view'],
      services: ['view'],
      orders: handle,
      permits: handle,
      reports: handle.filter((flag) => flag !== 'delete'),
      gatepass: ['view'],
    }),
  },
  {
    firstName: 'Corazon',
    lastName: 'Ilagan',
    email: 'accounting@demo.test',
    password: STAFF_PASSWORD,
    roles: makeRoles({
      dashboard: ['view'],
      tenants: ['view', 'add', 'edit'],
      billings: ['view'],
      payments: ['view', 'add', 'edit', 'verify', 'posted', 'reject'],
      utilities: ['view', 'add', 'edit', 'importDataFromPromis', 'systemParameterSettings'],
    }),
  },
  {
    firstName: 'Joanna',
    lastName: 'Perez',
    email: 'amenities@demo.test',
    password: STAFF_PASSWORD,
    roles: makeRoles({
      dashboard: ['view'],
      amenities: ['view', 'add', 'edit', 'delete'],
      reservations: handle,
      services: ['view'],
      tenants: ['view'],
    }),
  },
]

/** Index of the desk that imports statements and works on payments. */
export const CASHIER = DEMO_ADMINISTRATORS.findIndex(({ email }) => email === 'accounting@demo.test')
