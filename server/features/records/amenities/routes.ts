import type { PortalApp } from '../../../platform/http/portal-app.ts'
import { recordRoutes } from '../routes.ts'
import type { Services } from '../../../platform/services.ts'
import { amenity } from './amenity.ts'

/** Amenities, to read, to choose from and to keep (specification 2 §7). */
export function amenityRoutes(app: PortalApp, services: Services): void {
  recordRoutes(app, services, amenity)
}
