import type { PortalApp } from '../http/portal-app.ts'
import { recordRoutes } from '../office-records/routes.ts'
import type { Services } from '../services.ts'
import { amenity } from './amenity.ts'

/** Amenities, to read, to choose from and to keep (specification 2 §7). */
export function amenityRoutes(app: PortalApp, services: Services): void {
  recordRoutes(app, services, amenity)
}
