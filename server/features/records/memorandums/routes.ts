import type { PortalApp } from '../../../platform/http/portal-app.ts'
import { recordRoutes } from '../routes.ts'
import type { Services } from '../../../platform/services.ts'
import { memorandum } from './memorandum.ts'

/** The calls of the memorandums. */
export function memorandumRoutes(app: PortalApp, services: Services): void {
  recordRoutes(app, services, memorandum)
}
