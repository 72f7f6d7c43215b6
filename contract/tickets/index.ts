/** Registry of service tickets; CONTRIBUTING.md lists the steps for adding a module. */
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

/** Returns a module by name. Throws on an unknown one, which is a programming error. */
export function moduleNamed(name: string): TicketModule {
  const found = MODULES.find((module) => module.name === name)
  if (!found) throw new RangeError(`no such ticket module: ${name}`)
  return found
}

/** Whether this version has the module. During an upgrade a newer server may file tickets of others. */
export const isKnownModule = (name: string): boolean => MODULES.some((module) => module.name === name)
