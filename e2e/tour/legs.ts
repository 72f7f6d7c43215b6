import { type Account, ADMIN, GOOD, OWING, SUPER_ADMIN } from '../fixtures/accounts.ts'
import { LOGIN_STOPS } from './login-stops.ts'
import { OFFICE_STOPS } from './office-stops.ts'
import { press } from './openings.ts'
import { RESIDENT_STOPS } from './resident-stops.ts'
import type { Stop } from './stop.ts'
import { SUPER_ADMIN_STOPS } from './super-admin-stops.ts'

/** The stops of one person. */
export interface Leg {
  name: string
  as?: Account
  stops: readonly Stop[]
}

/** Every page that residents open. */
export const RESIDENT_LEGS: readonly Leg[] = [
  { name: 'login', stops: LOGIN_STOPS },
  { name: 'resident', as: GOOD, stops: RESIDENT_STOPS },
  {
    name: 'owing',
    as: OWING,
    stops: [
      { name: 'blocked', to: '/reservations' },
      // opening the bell marks everything read, which tests of other residents count
      { name: 'home-notifications', to: '/', open: press(/^Notifications/) },
    ],
  },
]

/** Every page of the portal. */
export const LEGS: readonly Leg[] = [
  ...RESIDENT_LEGS,
  { name: 'admin', as: ADMIN, stops: OFFICE_STOPS },
  { name: 'super-admin', as: SUPER_ADMIN, stops: SUPER_ADMIN_STOPS },
]
