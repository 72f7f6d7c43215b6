/** CONTRIBUTING.md lists the steps to add a module. */
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

/**
 * Modules whose tickets are late only until they are decided, because afterwards they wait for the time that
 * they book (rules 25.17).
 */
export const MODULES_LATE_UNTIL_DECIDED: readonly string[] = MODULES.filter(
  ({ heldResource }) => heldResource !== undefined,
).map(({ name }) => name)

/** Throws on an unknown name, which is a programming error. */
export function getModule(name: string): TicketModule {
  const foundModule = MODULES.find((module) => module.name === name)
  if (!foundModule) throw new RangeError(`no such ticket module: ${name}`)
  return foundModule
}

/**
 * Whether this version of the portal has the module. During an upgrade, a newer server may already create
 * tickets of modules that this version does not know.
 */
export const isKnownModule = (name: string): boolean => MODULES.some((module) => module.name === name)
