import type { PortalApp } from '../http/portal-app.ts'
import { recordRoutes } from '../office-records/routes.ts'
import type { Services } from '../services.ts'
import { memorandum } from './memorandum.ts'

/** The calls of the memorandums (specification 2 §7). */
export function memorandumRoutes(app: PortalApp, services: Services): void {
  recordRoutes(app, services, memorandum)
}
