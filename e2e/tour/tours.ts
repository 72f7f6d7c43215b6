import { type Account, ADMIN, RESIDENT, DEBTOR, SUPER_ADMIN } from '../fixtures/accounts.ts'
import { LOGIN_STOPS } from './login-stops.ts'
import { OFFICE_STOPS } from './office-stops.ts'
import { createButtonClick } from './open-panels.ts'
import { RESIDENT_STOPS } from './resident-stops.ts'
import type { Stop } from './stop.ts'
import { SUPER_ADMIN_STOPS } from './super-admin-stops.ts'
import { type StopCheck, TEMPLATES } from './templates.ts'

export interface Tour {
  name: string
  as?: Account
  stops: readonly Stop[]
}

export const RESIDENT_TOURS: readonly Tour[] = [
  { name: 'login', stops: LOGIN_STOPS },
  { name: 'resident', as: RESIDENT, stops: RESIDENT_STOPS },
  {
    name: 'owing',
    as: DEBTOR,
    stops: [
      { name: 'blocked', to: '/reservations', template: 'closed service', represents: true },
      // Opening notifications marks them as read. No other test counts the notifications of this resident.
      {
        name: 'home-notifications',
        to: '/',
        template: 'notifications',
        represents: true,
        open: createButtonClick(/^Notifications/),
      },
    ],
  },
]

export const TOURS: readonly Tour[] = [
  ...RESIDENT_TOURS,
  { name: 'admin', as: ADMIN, stops: OFFICE_STOPS },
  { name: 'super-admin', as: SUPER_ADMIN, stops: SUPER_ADMIN_STOPS },
]

export function getRepresentativeTours(check: StopCheck): Tour[] {
  return TOURS.map((tour) => ({
    ...tour,
    stops: tour.stops.filter(({ template, represents }) => {
      const checks: readonly StopCheck[] = TEMPLATES[template]
      return represents && checks.includes(check)
    }),
  }))
}

export function splitTours(tours: readonly Tour[], length: number): Tour[] {
  return tours.flatMap(({ name, as, stops }) => {
    const partCount = Math.ceil(stops.length / length)
    const stopsPerPart = Math.ceil(stops.length / partCount)
    return Array.from({ length: partCount }, (_, part) => ({
      name: partCount === 1 ? name : `${name} (${part + 1} of ${partCount})`,
      as,
      stops: stops.slice(part * stopsPerPart, (part + 1) * stopsPerPart),
    }))
  })
}
