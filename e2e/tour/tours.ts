import { type Account, ADMIN, RESIDENT, DEBTOR, SUPER_ADMIN } from '../fixtures/accounts.ts'
import { LOGIN_STOPS } from './login-stops.ts'
import { OFFICE_STOPS } from './office-stops.ts'
import { createButtonClick } from './open-panels.ts'
import { RESIDENT_STOPS } from './resident-stops.ts'
import type { TourStop } from './stop.ts'
import { SUPER_ADMIN_STOPS } from './super-admin-stops.ts'
import { type PageCheck, TEMPLATES } from './templates.ts'

export interface Tour {
  name: string
  as?: Account
  stops: readonly TourStop[]
}

export const RESIDENT_TOURS: readonly Tour[] = [
  { name: 'login', stops: LOGIN_STOPS },
  { name: 'resident', as: RESIDENT, stops: RESIDENT_STOPS },
  {
    name: 'owing',
    as: DEBTOR,
    stops: [
      { name: 'blocked', to: '/reservations', template: 'closed service', isRepresentative: true },
      // Opening notifications marks them as read. No other test counts the notifications of this resident.
      {
        name: 'home-notifications',
        to: '/',
        template: 'notifications',
        isRepresentative: true,
        preparePage: createButtonClick(/^Notifications/),
      },
    ],
  },
]

export const TOURS: readonly Tour[] = [
  ...RESIDENT_TOURS,
  { name: 'admin', as: ADMIN, stops: OFFICE_STOPS },
  { name: 'super-admin', as: SUPER_ADMIN, stops: SUPER_ADMIN_STOPS },
]

export function getRepresentativeTours(check: PageCheck): Tour[] {
  return TOURS.map((tour) => ({
    ...tour,
    stops: tour.stops.filter(({ template, isRepresentative }) => {
      const checks: readonly PageCheck[] = TEMPLATES[template]
      return isRepresentative && checks.includes(check)
    }),
  }))
}

export function splitTours(tours: readonly Tour[], length: number): Tour[] {
  return tours.flatMap(({ name, as, stops }) => {
    const partCount = Math.ceil(stops.length / length)
    const stopsPerPart = Math.ceil(stops.length / partCount)
    return Array.from({ length: partCount }, (_, partIndex) => ({
      name: partCount === 1 ? name : `${name} (${partIndex + 1} of ${partCount})`,
      as,
      stops: stops.slice(partIndex * stopsPerPart, (partIndex + 1) * stopsPerPart),
    }))
  })
}
