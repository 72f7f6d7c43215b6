/** The registry of service tickets; CONTRIBUTING.md tells what a further module needs beside its two lines here. */
import type { TicketModule } from './define-module.ts'
import { commendation } from './modules/commendation.ts'
import { gatePass } from './modules/gate-pass.ts'
import { incidentReport } from './modules/incident-report.ts'
import { jobOrder } from './modules/job-order.ts'
import { leasingInquiry } from './modules/leasing-inquiry.ts'
import { reservation } from './modules/reservation.ts'
import { visitor } from './modules/visitor.ts'
import { workPermit } from './modules/work-permit.ts'
import { workService } from './modules/work-service.ts'

/** In the order of the menus. */
export const MODULES: readonly TicketModule[] = [
  jobOrder,
  gatePass,
  reservation,
  incidentReport,
  workPermit,
  visitor,
  leasingInquiry,
  commendation,
  workService,
]

/** Returns a module by its name. Throws on an unknown one: a programming error. */
export function moduleNamed(name: string): TicketModule {
  const found = MODULES.find((module) => module.name === name)
  if (!found) throw new RangeError(`no such ticket module: ${name}`)
  return found
}

/** Whether this version knows a module; a newer one that runs beside it may have filed tickets of others. */
export const isKnownModule = (name: string): boolean => MODULES.some((module) => module.name === name)
