import { statusInfo } from '@tahanan/contract/statuses.ts'
import type { Status, StoredStatus } from '@tahanan/contract/statuses.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { allows } from '@tahanan/contract/permissions.ts'
import { HOUR, inOfficeHours, later, MINUTE } from './clock.ts'
import type { DemoClock } from './clock.ts'
import type { Random } from './random.ts'
import type { Outline, Timing } from './schedule.ts'
import type { DemoAdministrator } from './staff.ts'

/** Indexes into the residents or the administrators: who did something. */
export type Actor = { area: 'client'; resident: number } | { area: 'admin'; administrator: number }

/** One line of a ticket's history. */
export interface CourseEvent {
  at: Date
  actor: Actor
  from: StoredStatus | null
  to: StoredStatus
  fields: string[]
  remark: string | null
}

/** The statuses that a ticket went through to get where it is. */
function wayTo(status: StoredStatus, random: Random): StoredStatus[] {
  switch (status) {
    case 2:
      return [2]
    case 3:
      return [2, 3]
    case 4:
      return random.chance(75) ? [2, 3, 4] : [2, 4]
    case 5:
      return random.chance(40) ? [2, 5] : [5]
    case 6:
      return [6]
    case 0:
      return [0]
    default:
      return []
  }
}

/** When each step is due: decisions in office hours, the thing itself when it happens, its end after it. */
function dueAt(
  to: StoredStatus,
  previous: Date,
  outline: Outline,
  timing: Timing,
  random: Random,
  clock: DemoClock,
): Date {
  if (to === 0) return later(previous, random.between(4, 90) * MINUTE)
  if (to === 3 && timing !== 'none') return later(outline.happensAt, random.between(0, 20) * MINUTE)
  if (to === 4 && timing !== 'none') return later(outline.endsAt, random.between(5, 60) * MINUTE)
  const hours = to === 4 ? random.between(20, 90) : random.between(1, 20)
  return inOfficeHours(
    later(previous, hours * HOUR + random.between(0, 59) * MINUTE),
    random.between(5, 55),
    clock.timeZone,
  )
}

/** Steps go forward and never past now; one that is due too late is moved to somewhere in between. */
function fit(due: Date, previous: Date, latest: Date, random: Random): Date {
  if (due > previous && due < latest) return due
  const room = Math.max(latest.getTime() - previous.getTime(), 2000)
  return due <= previous
    ? later(previous, Math.min(random.between(5, 40) * MINUTE, room / 2))
    : later(previous, room * (0.3 + 0.4 * random.next()))
}

export interface Step {
  at: Date
  to: StoredStatus
}

/** The steps of a ticket after its filing, oldest first. */
export function stepsOf(outline: Outline, timing: Timing, random: Random, clock: DemoClock): Step[] {
  let previous = outline.createdAt
  const way = wayTo(outline.status, random)
  return way.map((to, index) => {
    // What has still to happen before it does: approval before the visit, for instance.
    const before =
      to === 2 && timing !== 'none' && outline.happensAt < clock.now
        ? later(outline.happensAt, -10 * MINUTE)
        : later(clock.now, -MINUTE)
    const latest = before > previous ? before : later(clock.now, -(way.length - index) * 1000)
    previous = fit(dueAt(to, previous, outline, timing, random, clock), previous, latest, random)
    return { at: previous, to }
  })
}

/** An administrator who may move this module's tickets into a status: the desk rather than the manager, where there is one. */
export function whoDecides(
  module: TicketModule,
  to: StoredStatus,
  staff: readonly DemoAdministrator[],
  random: Random,
): number {
  const flag = to === 0 ? module.flags.delete : (statusInfo(to as Status).flag ?? 'edit')
  return whoMay(module, [flag, ...(module.flags.submit ? [module.flags.submit] : [])], staff, random)
}

/** An administrator with all of these flags of the module's page. */
export function whoMay(
  module: TicketModule,
  flags: readonly string[],
  staff: readonly DemoAdministrator[],
  random: Random,
): number {
  const able = staff.flatMap(({ roles }, index) =>
    flags.every((flag) => allows(roles, module.permission, flag)) ? [index] : [],
  )
  const desks = able.filter((index) => index > 0)
  return desks.length > 0 && random.chance(75) ? random.pick(desks) : random.pick(able)
}
