import type { PortalApp } from '../../../platform/http/portal-app.ts'
import { recordRoutes } from '../routes.ts'
import type { Services } from '../../../platform/services.ts'
import { amenity } from './amenity.ts'

/** Calls of amenities: to read, to choose from and to keep (rules 9.22, 9.24). */
export function amenityRoutes(app: PortalApp, services: Services): void {
  recordRoutes(app, services, amenity)
}
