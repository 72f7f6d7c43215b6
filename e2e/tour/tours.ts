import { type Account, ADMIN, RESIDENT, DEBTOR, SUPER_ADMIN } from '../fixtures/accounts.ts'
import { LOGIN_STOPS } from './login-stops.ts'
import { OFFICE_STOPS } from './office-stops.ts'
import { press } from './open-panels.ts'
import { RESIDENT_STOPS } from './resident-stops.ts'
import type { Stop } from './stop.ts'
import { SUPER_ADMIN_STOPS } from './super-admin-stops.ts'

/** The stops of one account. */
export interface Tour {
  name: string
  as?: Account
  stops: readonly Stop[]
}

/** Every page that residents open. */
export const RESIDENT_TOURS: readonly Tour[] = [
  { name: 'login', stops: LOGIN_STOPS },
  { name: 'resident', as: RESIDENT, stops: RESIDENT_STOPS },
  {
    name: 'owing',
    as: DEBTOR,
    stops: [
      { name: 'blocked', to: '/reservations' },
      // As this resident: opening notifications marks them read, and other tests count those of others.
      { name: 'home-notifications', to: '/', open: press(/^Notifications/) },
    ],
  },
]

/** Every page of the portal. */
export const TOURS: readonly Tour[] = [
  ...RESIDENT_TOURS,
  { name: 'admin', as: ADMIN, stops: OFFICE_STOPS },
  { name: 'super-admin', as: SUPER_ADMIN, stops: SUPER_ADMIN_STOPS },
]
